/** Credits: what they are worth, who gets them, when their owner is warned. */
import { MAX_CREDITS } from '../bounds'
import { integer, number, section } from './option'

export const quotaOptions = section('quota', {
  /** Credits per dollar, for showing; it divides, so it cannot be 0. */
  QuotaPerUnit: number({ default: 500_000, min: 0.000_001, max: 1e12, status: 'quota_per_unit' }),
  /** Further attempts after the first. The family's 0 surprises operators. */
  RetryTimes: integer({ default: 2, min: 0, max: 20 }),
  QuotaForNewUser: integer({ default: 0, min: 0, max: MAX_CREDITS }),
  QuotaForInviter: integer({ default: 0, min: 0, max: MAX_CREDITS }),
  QuotaForInvitee: integer({ default: 0, min: 0, max: MAX_CREDITS }),
  /** The smallest hold: tokens at the price of the prompt. */
  PreConsumedQuota: integer({ default: 500, min: 0, max: 1_000_000_000 }),
  /** For users who have saved no threshold of their own; their form shows it. */
  QuotaRemindThreshold: integer({
    default: 500_000,
    min: 0,
    max: MAX_CREDITS,
    status: 'quota_remind_threshold',
  }),
  /** Least time between two warnings of one kind to one user. */
  QuotaRemindIntervalMinutes: integer({ default: 120, min: 0, max: 525_600 }),
})
