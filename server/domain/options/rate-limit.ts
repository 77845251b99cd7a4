/** Model requests per user. */
import { boolean, integer, section } from './option'

export const rateLimitOptions = section('rate_limit', {
  ModelRequestRateLimitEnabled: boolean(false),
  ModelRequestRateLimitDurationMinutes: integer({ default: 1, min: 1, max: 1440 }),
  /** Failed requests included; 0 means no limit of this kind. */
  ModelRequestRateLimitCount: integer({ default: 0, min: 0, max: 100_000_000 }),
  ModelRequestRateLimitSuccessCount: integer({
    default: 1000,
    min: 1,
    max: 100_000_000,
    // It meant no limit of this kind.
    alsoReads: 0,
  }),
})
