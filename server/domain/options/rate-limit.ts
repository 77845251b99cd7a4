/** Model requests per user; 0 in a count means no limit of that kind. */
import { boolean, integer, section } from './option'

export const rateLimitOptions = section('rate_limit', {
  ModelRequestRateLimitEnabled: boolean(false),
  ModelRequestRateLimitDurationMinutes: integer({ default: 1, min: 1, max: 1440 }),
  /** Failed requests included. */
  ModelRequestRateLimitCount: integer({ default: 0, min: 0, max: 100_000_000 }),
  ModelRequestRateLimitSuccessCount: integer({ default: 1000, min: 0, max: 100_000_000 }),
})
