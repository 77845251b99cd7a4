import type { Dict } from '../dict'
import type { zhTerminalScreens } from '../zh/terminal-screens'

export const enTerminalScreens: Dict<typeof zhTerminalScreens> = {
  'tui.time_hint': 'e.g. 2026-12-31 or 2026-12-31 23:59:59',
  'tui.time_invalid': 'No such time; e.g. 2026-12-31 23:59:59',
  'tui.number_invalid': '{{name}} has to be a whole number',
  'tui.changes': 'Changes (- before, + after):',

  'tui.keys_dashboard': '? keys  h hour  d day  w week  Tab column  Enter open  : command  q quit',
  'tui.range_hour': 'Last hour',
  'tui.range_shorter': 'A shorter time',
  'tui.range_longer': 'A longer time',
  'tui.next_top': 'The column to the right',
  'tui.previous_top': 'The column to the left',
  'tui.open_spender': 'Open the user, the token, or the log of the model',
  'tui.failures': 'Failures',
  'tui.calls': '{{count}} call{{count, s}}',
  'tui.tops': 'Who spent most: {{range}}',
  'tui.tops_cut': 'so many calls that only those since {{time}} were looked through',

  'tui.groups': 'Groups',
  'tui.group_name': 'Group',
  'tui.group_ratio': 'Ratio',
  'tui.group_description': 'Users may choose it as',
  'tui.group_description_hint': 'Blank for a group that users cannot choose themselves',
  'tui.group_search': 'Search groups',
  'tui.group_add': 'Add group',
  'tui.group_edit': 'Group {{name}}',
  'tui.group_name_required': 'Please enter the name of the group',
  'tui.group_name_taken': 'There is a group of this name',
  'tui.group_remove': 'Remove the group {{name}}?',
  'tui.group_remove_text': 'Users, tokens and channels that have it keep its name.',
  'tui.prices_unset': '{{count}} on offer without a price',
  'tui.price_units_hint': 'Such as web_search=25 image=0.04, in dollars. There are: {{units}}',
  'tui.price_steps_hint':
    'Such as 200000: prompt=5 completion=15; 500000: prompt=8. Holds above so many prompt tokens.',
  'tui.price_tiers_hint':
    'Such as batch=0.5 priority=2: what the bill is multiplied by when the tier was served.',
  'tui.price_no_unit': 'There is no unit {{name}}',
  'tui.price_remove': 'Remove every price of {{model}}?',
  'tui.prices_reset': 'Reset all prices to the defaults',
  'tui.prices_reset_title': 'Reset all prices?',
  'tui.prices_reset_text': 'Every price of your own is lost.',
}
