/** What users are given for nothing: on joining, for inviting others, and every day. */
import { MAX_CREDITS } from '../bounds'
import { integer, number, section, string, timeZone } from './option'

export const promotionOptions = section('promotion', {
  /** Name of a plan that whoever registers gets a period of; "" for none. */
  WelcomePlan: string(),
  /** Credits for whoever invited somebody, when that user has paid for the first time. */
  InviteFirstPaymentReward: integer({ default: 0, min: 0, max: MAX_CREDITS }),
  /** Percent of what an invited user tops up, for whoever invited them. */
  InviteTopUpPercent: number({ default: 0, min: 0, max: 100 }),
  /** How many invited users of one address count; of 0 all do. */
  InvitesPerAddress: integer({ default: 1, min: 0, max: 1_000_000 }),
  /** Credits that a user may claim once a day; 0 switches it off. */
  CheckInCredit: integer({ default: 0, min: 0, max: MAX_CREDITS, status: 'check_in_credit' }),
  /** Where the day of a check-in begins. */
  CheckInTimeZone: timeZone(),
})
