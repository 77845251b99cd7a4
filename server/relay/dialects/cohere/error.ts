import type { JsonObject } from '../../wire/chat'
import type { UpstreamErrorFacts } from '../dialect'
import { textOf } from '../json-fields'

const FAILURES: ReadonlySet<string> = new Set(['ERROR', 'TIMEOUT'])

/** An answer that was begun and not finished says so where others say why they end. */
export function failureIn({ finish_reason, error }: JsonObject): UpstreamErrorFacts | undefined {
  const code = textOf(finish_reason)
  if (code === undefined || !FAILURES.has(code)) return undefined
  return { message: textOf(error) ?? 'the model failed to answer', code }
}
