/** The screens in this process, on a real gateway: keys go in, frames come out. */
import { PassThrough } from 'node:stream'
import { render } from 'ink'
import { type AdminApi, openAdminApi } from '../../cli/admin/api'
import { httpTransport } from '../../cli/admin/http'
import { App } from '../../cli/tui/App'
import type { Screen } from '../../cli/tui/screen'
import { SCREENS } from '../../cli/tui/screens'
import { systemClock } from '../../server/clock'
import type { Language } from '../../server/domain/i18n/translate'
import { type ApiCaller, apiClient } from '../support/api'
import type { Gateway } from '../support/gateway'
import { pause, waitUntil } from '../support/wait-until'

export interface ScreenOptions {
  /** Those of the program when absent. */
  readonly screens?: readonly Screen[]
  readonly columns?: number
  readonly rows?: number
  readonly language?: Language
  readonly as?: 'root' | 'admin'
}

export interface ScreenProbe {
  readonly api: AdminApi
  readonly lines: () => readonly string[]
  readonly press: (...keys: readonly string[]) => Promise<void>
  readonly type: (text: string) => Promise<void>
  readonly shows: (text: string) => Promise<void>
  readonly hides: (text: string) => Promise<void>
  [Symbol.dispose](): void
}

/** What a person needs at least; a lone Escape is told from other keys by a pause. */
const BETWEEN_KEYS_MS = 4
const LONE_ESCAPE_MS = 60

export const KEY = {
  enter: '\r',
  esc: '\u001b',
  tab: '\t',
  down: '\u001b[B',
  up: '\u001b[A',
  right: '\u001b[C',
  left: '\u001b[D',
  save: '\u0013',
  erase: '\u007f',
  /** Everything before the caret. */
  clear: '\u0015',
} as const

export async function openScreens(
  gateway: Gateway,
  options: ScreenOptions = {},
): Promise<ScreenProbe> {
  const { columns = 80, rows = 24, language = 'en', as = 'root', screens = SCREENS } = options
  const caller: ApiCaller = await apiClient(gateway).as(as)
  const credential = { cookie: caller.cookie }
  const transport = httpTransport({ url: gateway.url, userId: caller.id, credential })
  const api = await openAdminApi(transport, language)
  const stdout = Object.assign(new PassThrough(), { columns, rows, isTTY: true as const })
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true as const,
    setRawMode: () => stdin,
    ref: () => stdin,
    unref: () => stdin,
  })
  let frame = ''
  stdout.on('data', (chunk: Buffer) => {
    frame = chunk.toString()
  })
  const app = render(
    <App
      api={api}
      language={language}
      clock={systemClock}
      env={{}}
      site={{ perUnit: 500_000, inCurrency: true }}
      screens={screens}
    />,
    { stdout, stdin, debug: true, exitOnCtrlC: false, patchConsole: false, interactive: true },
  )
  const lines = (): readonly string[] => Bun.stripANSI(frame).split('\n')
  const screen = (): string => lines().join('\n')
  const shows = async (text: string): Promise<void> => {
    await waitUntil(`the screen shows ${text}`, () => screen().includes(text)).catch((cause) => {
      throw new Error(`no "${text}" on the screen:\n${screen()}`, { cause })
    })
  }
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      stdin.write(key)
      await app.waitUntilRenderFlush()
      await pause(key === KEY.esc ? LONE_ESCAPE_MS : BETWEEN_KEYS_MS)
    }
  }
  return {
    api,
    lines,
    press,
    type: async (text) => await press(...text),
    shows,
    hides: async (text) => {
      await waitUntil(`the screen hides ${text}`, () => !screen().includes(text))
    },
    [Symbol.dispose]() {
      app.unmount()
    },
  }
}
