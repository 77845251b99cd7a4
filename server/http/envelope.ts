/** Answers of the management API: `{success, message, data}`, and its failures. */
import { GatewayError } from '../domain/errors/gateway-error'
import { messageOf } from '../domain/errors/message'
import { consoleStatus, failureHeaders, renderConsole } from '../domain/errors/render'
import type { Language } from '../domain/i18n/translate'
import { failText } from '../domain/jobs/fail-text'
import type { Logger } from '../log'
import type { Page, PageByStatus } from '../services/page'
import { REQUEST_ID_HEADER } from './request-id'

export interface ReplyParts<Answer> {
  readonly data?: Answer | undefined
  readonly message?: string | undefined
  /** Siblings of `data` at the top level. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Id of a session that the answer signs the client in with; "" signs it out. */
  readonly session?: string | undefined
}

/** An answer that says more than its data. */
export class Reply<Answer> {
  readonly parts: ReplyParts<Answer>

  constructor(parts: ReplyParts<Answer>) {
    this.parts = parts
  }
}

export function reply<Answer>(parts: ReplyParts<Answer>): Reply<Answer> {
  return new Reply(parts)
}

/** Lists whose `data` is a bare array: how long they are stands beside it. */
export function bareList<Row>(
  page: Page<Row>,
  more: Readonly<Record<string, number>> = {},
): Reply<readonly Row[]> {
  const { items, total, page_size } = page
  return reply({ data: items, extra: { total, page: page.page, page_size, ...more } })
}

/** Rows of jobs, with what became of them in the reader's language, and how many of each status. */
export function jobList<Row extends { readonly fail_reason: string }>(
  { items, total, page, page_size, states }: PageByStatus<Row>,
  language: Language,
): Reply<readonly Row[]> {
  const told = (row: Row): Row => ({ ...row, fail_reason: failText(row.fail_reason, language) })
  return reply({ data: items.map(told), extra: { total, page, page_size, states } })
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

export interface AnswerFacts {
  readonly requestId: string
  /** Set-Cookie values. */
  readonly cookies?: readonly string[]
}

export function successResponse(result: unknown, facts: AnswerFacts): Response {
  const parts: ReplyParts<unknown> = result instanceof Reply ? result.parts : { data: result }
  const { data, message = '', extra = {}, headers = {} } = parts
  const body = { success: true, message, ...(data !== undefined && { data }), ...extra }
  return jsonResponse(body, { ...facts, status: 200, headers })
}

export interface Failure extends AnswerFacts {
  readonly language: Language
  readonly log: Logger
}

/** The only place where a failure of the API becomes a response and a log line. */
export function failureOf(cause: unknown, failure: Failure): Response {
  const error = cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause })
  const { language, log, requestId } = failure
  if (error.id === 'internal') log.error('api call failed', { request_id: requestId, error })
  else log.debug('api call refused', { request_id: requestId, code: error.id })
  const status = consoleStatus(error)
  const body = renderConsole(error, messageOf(error, language))
  return jsonResponse(body, { ...failure, status, headers: failureHeaders(error, status) })
}

interface JsonFacts extends AnswerFacts {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

function jsonResponse(body: object, { status, requestId, cookies, headers }: JsonFacts): Response {
  const response = new Response(JSON.stringify(body), { status, headers: HEADERS })
  response.headers.set(REQUEST_ID_HEADER, requestId)
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  for (const cookie of cookies ?? []) response.headers.append('set-cookie', cookie)
  return response
}
