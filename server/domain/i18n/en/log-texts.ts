import type { Dict } from '../dict'
import type { zhLogTexts } from '../zh/log-texts'

export const enLogTexts: Dict<typeof zhLogTexts> = {
  'log.ratio': 'model ratio {{model}}, completion ratio {{completion}}, group ratio {{group}}',
  'log.price': 'model price {{price}}, group ratio {{group}}',
  'log.dollars': 'quota worth US$ {{dollars}}',
  'log.credits': '{{credits}} credits',
  'log.redeemed': 'topped up {{quota}} by redemption code, id {{id}}',
  'log.paid': 'topped up online: {{quota}}, paid {{money}}',
  'log.grant_new_user': 'new user gift {{quota}}',
  'log.grant_invitee': 'gift for using an invite code {{quota}}',
  'log.grant_inviter': 'reward for inviting a user {{quota}}',
  'log.transferred': 'invite earnings transferred {{quota}}',
}
