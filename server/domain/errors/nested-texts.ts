/** Parameters of an error that are texts themselves, told in the same language. */
import { isTextKey, type TextKey, type TextParams } from '../i18n/translate'
import type { ErrorParams } from './gateway-error'

/** Of limits: whose, what, in which time, until when, and what helps. */
const NESTED = ['kind', 'subject', 'window', 'when', 'remedy'] as const

export function withNestedTexts(
  id: string,
  params: ErrorParams,
  text: (key: TextKey, params: TextParams) => string,
): ErrorParams {
  if (id !== 'limit.reached' && id !== 'limit.spent') return params
  const told: Record<string, string | number> = { ...params }
  for (const name of NESTED) {
    const value = params[name]
    if (typeof value === 'string' && isTextKey(value)) told[name] = text(value, params)
  }
  return told
}
