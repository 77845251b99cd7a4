import type { Dict } from '../dict'
import type { zhConsoleKeys } from '../zh/console-keys'

export const enConsoleKeys: Dict<typeof zhConsoleKeys> = {
  'key.action': 'Keys',
  'key.title': 'Keys of {{name}}',
  'key.text': 'Keys are shown by their last characters and can never be read again.',
  'key.mode': 'Choice of the next key',
  'key.mode.': 'One channel per key',
  'key.mode.round_robin': 'One channel, keys in turn',
  'key.mode.random': 'One channel, keys at random',
  'key.mode.least_used': 'One channel, least used key first',
  'key.add': 'Add keys',
  'key.add_hint': 'One per line; those that are there already are skipped.',
  'key.added': '{{count}} key{{count, s}} added',
  'key.revive': 'Revive',
  'key.share': '{{share}}% of the calls',
  'key.weight': 'Weight',
  'key.remove_title': 'Remove the key {{hint}}?',
  'key.cooling': 'Cooling down until {{time}}',
  'key.cooling_reason': 'Cooling down until {{time}}: {{reason}}',
  'key.some_cooling': '{{count}} key{{count, s}} cooling down',
  'key.tag_enabled': '{{count}} enabled',
  'key.tag_cooling': '{{count}} cooling down',
  'key.count': '{{used}} of {{count}} keys in use',
}
