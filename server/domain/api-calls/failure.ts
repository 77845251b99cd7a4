import type { TextKey, TextParams } from '../i18n/translate'
import { ApiError } from './answer'

type Text = (key: TextKey, params?: TextParams) => string

/** What a person reads of a failure: our words for four statuses, the server's for the rest. */
export function failureText(error: unknown, text: Text): string {
  if (!(error instanceof ApiError)) return text('failure.request')
  if (error.status === 0) return text('failure.unreachable')
  if (error.status === 429) return tooMany(error, text)
  if (error.status === 405) return text('failure.demo')
  if (error.status === 500) return text('failure.internal')
  return error.message === '' ? text('failure.request') : error.message
}

function tooMany({ retryAfterSeconds: seconds, willRetry }: ApiError, text: Text): string {
  if (seconds === 0) return text('failure.too_many')
  if (willRetry) return text('failure.too_many_wait', { seconds })
  return text('failure.too_many_retry', { seconds })
}
