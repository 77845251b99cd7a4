/** One question about the state of the gateway, and how its answers are worded. */
import { GatewayError } from '../../domain/errors/gateway-error'
import { messageOf } from '../../domain/errors/message'
import {
  type Language,
  type TextKey,
  type TextParams,
  translate,
} from '../../domain/i18n/translate'

export type FindingStatus = 'ok' | 'warn' | 'fail'

export type CheckArea = 'settings' | 'machine' | 'files' | 'database' | 'channels' | 'accounts'

export interface Finding {
  readonly status: FindingStatus
  readonly text: TextKey
  /** What to do about it. */
  readonly hint?: TextKey
  /** Of both texts. */
  readonly params?: TextParams
}

export interface Check<Subject> {
  readonly id: string
  readonly area: CheckArea
  /** Several findings when there are several things to repair. */
  readonly look: (subject: Subject) => Promise<Finding | readonly Finding[]>
}

export interface CheckRow {
  readonly id: string
  readonly area: CheckArea
  readonly status: FindingStatus
  readonly message: string
  /** "" when there is nothing to do. */
  readonly hint: string
}

/** One after the other, in order. A check that breaks is a finding too. */
export async function runChecks<Subject>(
  checks: readonly Check<Subject>[],
  subject: Subject,
  language: Language,
): Promise<CheckRow[]> {
  const rows: CheckRow[] = []
  for (const check of checks) {
    const findings = await look(check, subject, language)
    rows.push(...findingRows(check, findings, language))
  }
  return rows
}

export function failures(rows: readonly CheckRow[]): number {
  return rows.filter(({ status }) => status === 'fail').length
}

async function look<Subject>(
  check: Check<Subject>,
  subject: Subject,
  language: Language,
): Promise<readonly Finding[]> {
  try {
    return [await check.look(subject)].flat()
  } catch (error) {
    return [{ status: 'fail', text: 'doctor.broke', params: { reason: told(error, language) } }]
  }
}

export function told(error: unknown, language: Language): string {
  if (error instanceof GatewayError) return messageOf(error, language)
  return error instanceof Error ? error.message : String(error)
}

/** What somebody found who did not have to look. */
export function findingRows<Subject>(
  check: Check<Subject>,
  found: Finding | readonly Finding[],
  language: Language,
): CheckRow[] {
  return [found].flat().map((finding) => rowOf(check, finding, language))
}

function rowOf(
  { id, area }: Pick<Check<unknown>, 'id' | 'area'>,
  { status, text, hint, params }: Finding,
  language: Language,
): CheckRow {
  const message = translate(language, text, params)
  return { id, area, status, message, hint: hint ? translate(language, hint, params) : '' }
}
