import type { Dict } from '../dict'
import type { zhLogTexts } from '../zh/log-texts'

export const enLogTexts: Dict<typeof zhLogTexts> = {
  'log.ratio': 'Model ratio {{model}}, completion ratio {{completion}}, group ratio {{group}}',
  'log.price': 'Model price {{price}}, group ratio {{group}}',
  'log.unit_price': 'Priced by its units, group ratio {{group}}',
  'log.dollars': '{{dollars}}',
  'log.credits': '{{credits}} credits',
  'log.redeemed': 'Topped up {{quota}} with redemption code {{id}}',
  'log.redeemed_plan': 'Began subscription {{subscription}} with redemption code {{id}}',
  'log.checked_in': 'Check-in credit of {{quota}}',
  'log.invite_reward': 'Reward of {{quota}} for a payment of user {{user}}, whom you have invited',
  'log.invite_share': 'Share of {{quota}} in the usage of user {{user}}, whom you have invited',
  'log.welcome_plan': 'Began subscription {{subscription}} as a welcome',
  'log.paid': 'Topped up {{quota}} online, paid ¥{{money}}',
  'log.paid_online': 'Topped up {{quota}} online',
  'log.payment_refunded': 'Payment refunded: {{quota}} taken off',
  'log.payment_restored': 'Refund undone: {{quota}} added again',
  'log.grant_new_user': 'Welcome credit of {{quota}}',
  'log.grant_invitee': 'Credit of {{quota}} for joining with an invite code',
  'log.grant_inviter': 'Reward of {{quota}} for inviting a user',
  'log.transferred': 'Transferred {{quota}} of invite earnings to the balance',
  'log.job_refunded': 'Refunded {{quota}} for a job',
  'log.quota_set': 'An administrator changed the balance from {{from}} to {{to}}',
  'log.interrupted': 'The gateway stopped during this call; {{quota}} returned',
  'log.repeated': '{{message}} ({{count}} time{{count, s}})',
}
