/** Parameters of an error that are texts themselves, rendered in the same language. */
import type { TextKey, TextParams } from '../i18n/translate'
import type { ErrorParams } from './gateway-error'

/** Of limits: whose, what, in which time, until when, and what helps. */
const NESTED = ['kind', 'subject', 'window', 'when', 'remedy'] as const

const LIMIT_IDS: ReadonlySet<string> = new Set(['limit.reached', 'limit.held', 'limit.spent'])

/** By its shape, because the console has only those texts here that a page shows. */
function isLimitText(value: string): value is TextKey {
  return /^limit\.[a-z\d_]+$/.test(value)
}

export function withNestedTexts(
  id: string,
  params: ErrorParams,
  text: (key: TextKey, params: TextParams) => string,
): ErrorParams {
  if (!LIMIT_IDS.has(id)) return params
  const rendered: Record<string, string | number> = { ...params }
  for (const name of NESTED) {
    const value = params[name]
    if (typeof value === 'string' && isLimitText(value)) rendered[name] = text(value, params)
  }
  return rendered
}
