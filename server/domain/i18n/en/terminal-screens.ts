import type { Dict } from '../dict'
import type { zhTerminalScreens } from '../zh/terminal-screens'

export const enTerminalScreens: Dict<typeof zhTerminalScreens> = {
  'tui.time_hint': 'e.g. 2026-12-31 or 2026-12-31 23:59:59',
  'tui.time_invalid': 'No such time; e.g. 2026-12-31 23:59:59',
  'tui.number_invalid': '{{name}} has to be a whole number',
  'tui.changes': 'Changes (- before, + after):',
}
