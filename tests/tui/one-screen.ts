/** The terminal screens, opened on one of them. */
import type { Gateway } from '../support/gateway'
import { KEY, openScreens, type ScreenOptions } from './screen-fixture'

interface OneScreenOptions extends ScreenOptions {
  readonly gateway: Gateway
  /** Its command. */
  readonly screen: string
}

export interface OneScreen extends Disposable {
  readonly frame: () => string
  readonly press: (...keys: readonly string[]) => Promise<void>
  readonly type: (text: string) => Promise<void>
  /** Resolves to the picture once it shows all of them. */
  readonly shows: (...texts: readonly string[]) => Promise<string>
  readonly search: (words: string) => Promise<void>
  /** Opens the form of filters, which keys come too early for before it is there. */
  readonly openFilters: () => Promise<void>
}

export async function openScreen(options: OneScreenOptions): Promise<OneScreen> {
  const { gateway, screen, ...others } = options
  const probe = await openScreens(gateway, others)
  const frame = (): string => probe.lines().join('\n')
  await probe.press(':')
  await probe.type(screen)
  await probe.press(KEY.enter)
  return {
    ...probe,
    frame,
    shows: async (...texts) => {
      for (const text of texts) await probe.shows(text)
      return frame()
    },
    search: async (words) => {
      await probe.press('/')
      await probe.shows('Esc cancel')
      await probe.type(words)
      await probe.press(KEY.enter)
    },
    openFilters: async () => {
      await probe.press('f')
      await probe.shows('^S save')
    },
  }
}

/** Lines that are wider than the screen; Chinese characters take two cells. */
export function tooWide(frame: string, columns: number): readonly string[] {
  return frame.split('\n').filter((line) => Bun.stringWidth(line) > columns)
}
