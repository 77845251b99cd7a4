/** Shows the screens until the person leaves, or the terminal goes away. */
import { render } from 'ink'
import type { Clock } from '../../server/clock'
import type { Environment } from '../../server/configuration-values'
import type { Language } from '../../server/domain/i18n/translate'
import type { AdminApi } from '../admin/api'
import type { OwnCommand } from '../runtime/own-commands'
import { App } from './App'
import { leavesWithTerminal } from './leaves-with-terminal'
import { SCREENS } from './screens'

export interface ScreensOrder {
  readonly api: AdminApi
  readonly language: Language
  readonly clock: Clock
  readonly env: Environment
  readonly ownCommands: readonly OwnCommand[]
}

export async function runScreens(order: ScreensOrder): Promise<void> {
  const { api } = order
  // Keys that are typed ahead must not be echoed into the first picture, and the echo of those
  // that came before must not push it aside.
  process.stdin.setRawMode(true)
  process.stdout.write('\r')
  const { data } = await api.call('status.show')
  const site = { perUnit: data.quota_per_unit, inCurrency: data.display_in_currency }
  const app = render(<App {...order} site={site} screens={SCREENS} />, {
    alternateScreen: true,
    incrementalRendering: true,
    exitOnCtrlC: true,
    // Otherwise a variable CI, even an empty one, would make it draw nothing.
    interactive: true,
  })
  await leavesWithTerminal(app)
}
