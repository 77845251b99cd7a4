/** The terminal screens on a fake terminal, speaking to a real gateway over HTTP as root. */
import { expect } from 'bun:test'
import { render } from 'ink-testing-library'
import { openAdminApi } from '../../cli/admin/api'
import { httpTransport } from '../../cli/admin/http'
import { App } from '../../cli/tui/App'
import { SCREENS } from '../../cli/tui/screens'
import { type Clock, systemClock } from '../../server/clock'
import type { Language } from '../../server/domain/i18n/translate'
import { apiClient } from '../support/api'
import type { Gateway } from '../support/gateway'
import { waitUntil } from '../support/wait-until'

interface ScreenOptions {
  readonly gateway: Gateway
  /** Id of the screen that is shown first. */
  readonly screen: string
  readonly columns?: number
  readonly rows?: number
  readonly language?: Language
  readonly clock?: Clock
}

export interface ShownScreen extends AsyncDisposable {
  /** As it was last drawn, without colours. */
  readonly frame: () => string
  /** Names of keys, or letters one after the other. */
  readonly press: (...keys: readonly string[]) => Promise<void>
  /** Resolves to the frame once it shows all of them. */
  readonly shows: (...texts: readonly string[]) => Promise<string>
  readonly showsNot: (text: string) => Promise<string>
  readonly resize: (columns: number, rows: number) => void
}

const KEYS: Readonly<Record<string, string>> = {
  enter: '\r',
  esc: '\x1b',
  tab: '\t',
  down: '\x1b[B',
  up: '\x1b[A',
  right: '\x1b[C',
  left: '\x1b[D',
  space: ' ',
  'ctrl+s': '\x13',
  'ctrl+u': '\x15',
}

export async function showScreen(options: ScreenOptions): Promise<ShownScreen> {
  const { gateway, screen, columns = 80, rows = 24, language = 'en' } = options
  const { id, cookie } = await apiClient(gateway).as('root')
  const transport = httpTransport({ url: gateway.url, userId: id, credential: { cookie } })
  const api = await openAdminApi(transport, language)
  const { data } = await api.call('status.show')
  const site = { perUnit: data.quota_per_unit, inCurrency: data.display_in_currency }
  const others = SCREENS.filter((other) => other.id !== screen)
  const first = SCREENS.filter((other) => other.id === screen)
  expect(first).toHaveLength(1)
  const { stdin, stdout, lastFrame, unmount } = render(
    <App
      api={api}
      language={language}
      clock={options.clock ?? systemClock}
      env={{}}
      site={site}
      screens={[...first, ...others]}
    />,
  )
  const frame = (): string => Bun.stripANSI(lastFrame() ?? '')
  const resize = (width: number, height: number): void => {
    const size = { columns: { value: width }, rows: { value: height } }
    for (const [name, row] of Object.entries(size)) {
      Object.defineProperty(stdout, name, { ...row, configurable: true })
    }
    stdout.emit('resize')
  }
  const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
  resize(columns, rows)
  return {
    frame,
    resize,
    async press(...keys) {
      for (const key of keys) {
        stdin.write(KEYS[key] ?? key)
        // An escape is told from the beginning of another key by what does not follow it.
        if (key === 'esc') await waitUntil('Esc is read', () => stdin.data === null)
        await settled()
      }
    },
    shows: async (...texts) =>
      await waitForFrame(frame, `${texts.join(', ')} is shown`, (shown) =>
        texts.every((text) => shown.includes(text)),
      ),
    showsNot: async (text) =>
      await waitForFrame(frame, `${text} is gone`, (shown) => !shown.includes(text)),
    async [Symbol.asyncDispose]() {
      unmount()
    },
  }
}

async function waitForFrame(
  frame: () => string,
  what: string,
  isIt: (shown: string) => boolean,
): Promise<string> {
  try {
    return await waitUntil(what, () => (isIt(frame()) ? frame() : undefined), 5000)
  } catch (error) {
    throw new Error(`${what}, in vain:\n${frame()}`, { cause: error })
  }
}

/** Lines that are wider than the screen; Chinese characters take two cells. */
export function tooWide(frame: string, columns: number): readonly string[] {
  return frame.split('\n').filter((line) => Bun.stringWidth(line) > columns)
}
