import type { Dict } from '../dict'
import type { zhConsoleDevice } from '../zh/console-device'

export const enConsoleDevice: Dict<typeof zhConsoleDevice> = {
  'device.title': 'Authorize a device',
  'device.ask': 'Enter the code that your terminal shows.',
  'device.code': 'Code',
  'device.go_on': 'Continue',
  'device.is_yours': 'Is this the code that your terminal shows?',
  'device.question': 'Let {{client}} log in as {{user}}?',
  'device.unnamed': 'a program',
  'device.machine': 'Machine',
  'device.address': 'Address',
  'device.rights': 'May do',
  'device.near': 'the same as yours',
  'device.far':
    'The request comes from {{address}}, which is not where you are. Deny it unless you started ' +
    'the program there yourself.',
  'device.phishing':
    'Approve only if you have just started this program yourself. Deny it if somebody sent you ' +
    'the link or the code.',
  'device.approve': 'Approve',
  'device.deny': 'Deny',
  'device.approved': 'Approved; you can go back to your terminal.',
  'device.approved_hint':
    'Its access token is listed under Access tokens in the settings, where you can revoke it.',
  'device.denied': 'Denied; the program may do nothing.',
  'device.tokens': 'Access tokens',
}
