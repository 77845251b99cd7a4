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
  /** Percent of what calls of an invited user take from the balance, for whoever invited them. */
  InviteUsagePercent: number({ default: 0, min: 0, max: 100 }),
  /** For how long after an invited user has joined anything is earned; 0 for always. */
  InviteRewardDays: integer({ default: 0, min: 0, max: 36_500 }),
  /** Credits that an inviter earns by one invited user at most; 0 for no limit. */
  InviteRewardMost: integer({ default: 0, min: 0, max: MAX_CREDITS }),
  /** How many invited users of one address count; of 0 all do. */
  InvitesPerAddress: integer({ default: 1, min: 0, max: 1_000_000 }),
  /** How many users get a reward of one kind from one network, browser or card; of 0 all do. */
  RewardsPerAddress: integer({ default: 0, min: 0, max: 1_000_000 }),
  RewardsPerDevice: integer({ default: 0, min: 0, max: 1_000_000 }),
  RewardsPerInstrument: integer({ default: 1, min: 0, max: 1_000_000 }),
  /** How long rewards count against these, and how long their marks are stored. */
  RewardMarkDays: integer({ default: 90, min: 1, max: 400 }),
  /** Credits that a user may claim once a day; 0 switches it off. */
  CheckInCredit: integer({ default: 0, min: 0, max: MAX_CREDITS, status: 'check_in_credit' }),
  /** Where the day of a check-in begins. */
  CheckInTimeZone: timeZone(),
})
