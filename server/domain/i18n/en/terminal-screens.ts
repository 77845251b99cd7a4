import type { Dict } from '../dict'
import type { zhTerminalScreens } from '../zh/terminal-screens'

export const enTerminalScreens: Dict<typeof zhTerminalScreens> = {
  'tui.time_hint': 'e.g. 2026-12-31 or 2026-12-31 23:59:59',
  'tui.time_invalid': 'No such time; e.g. 2026-12-31 23:59:59',
  'tui.number_invalid': '{{name}} has to be a whole number',
  'tui.changes': 'Changes (- before, + after):',

  'tui.keys_dashboard': '? keys  h hour  d day  w week  Tab column  Enter open  : command  q quit',
  'tui.range_hour': 'Last hour',
  'tui.next_top': 'The column to the right',
  'tui.previous_top': 'The column to the left',
  'tui.open_spender': 'Open the user, the token, or the log of the model',
  'tui.failures': 'Failures',
  'tui.calls': '{{count}} calls',
  'tui.tops': 'Who spent most: {{range}}',
  'tui.tops_cut': 'so many calls that only those since {{time}} were looked through',
}
