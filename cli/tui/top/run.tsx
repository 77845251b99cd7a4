import { render } from 'ink'
import type { Translate } from '../../words'
import { leavesWithTerminal } from '../leaves-with-terminal'
import { figuresBetween, type Scrape } from './figures'
import { TopScreen } from './TopScreen'

interface TopOrder {
  readonly url: string
  readonly seconds: number
  readonly translate: Translate
  readonly scrape: () => Promise<Scrape>
}

export async function runTop({ url, seconds, translate, scrape }: TopOrder): Promise<void> {
  process.stdin.setRawMode(true)
  let before: Scrape | undefined
  const read = async () => {
    const now = await scrape()
    const figures = before && figuresBetween(before, now)
    before = now
    return figures
  }
  const app = render(<TopScreen {...{ url, seconds, translate, read }} />, {
    alternateScreen: true,
    incrementalRendering: true,
    exitOnCtrlC: true,
    interactive: true,
  })
  await leavesWithTerminal(app)
}
