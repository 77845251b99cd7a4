/** A real pseudo terminal with a screen, and the program that runs in it. */
import { Terminal as Screen } from '@xterm/headless'
import { cliCommand, cliEnv } from './cli'
import { waitUntil, within } from './wait-until'

export interface TerminalOptions {
  readonly columns: number
  readonly rows: number
  readonly dataDir?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface TerminalProgram {
  /** Lines as a person sees them, without blanks at the end. */
  readonly lines: () => readonly string[]
  /** Everything that it has written so far. */
  readonly written: () => string
  readonly press: (...keys: readonly string[]) => void
  /** Resolves when the screen shows it. */
  readonly shows: (text: string) => Promise<void>
  readonly kill: (signal: NodeJS.Signals) => void
  readonly resize: (columns: number, rows: number) => void
  /** Takes the terminal away, as a line that breaks. */
  readonly vanish: () => void
  /** Code of the program, or the number of its signal and 128. */
  readonly exited: () => Promise<number>
  /** Whether the program draws on the screen that is thrown away afterwards. */
  readonly isOnAlternateScreen: () => boolean
  /**
   * Resolves when the screen and the cursor of before are back. What a program writes last may
   * be read after its end.
   */
  readonly givesBack: () => Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export function runInTerminal(
  args: readonly string[],
  { columns, rows, dataDir, env }: TerminalOptions,
): TerminalProgram {
  const screen = new Screen({ cols: columns, rows, allowProposedApi: true })
  let written = ''
  const child = Bun.spawn(cliCommand(args, { dataDir }), {
    env: cliEnv({ TERM: 'xterm-256color', ...env }),
    terminal: {
      cols: columns,
      rows,
      data: (_terminal, bytes) => {
        written += new TextDecoder().decode(bytes)
        screen.write(bytes)
      },
    },
  })
  const { terminal } = child
  const lines = (): readonly string[] => {
    const { active } = screen.buffer
    return Array.from({ length: screen.rows }, (_, at) =>
      (active.getLine(active.viewportY + at)?.translateToString(true) ?? '').trimEnd(),
    )
  }
  const isOnAlternateScreen = (): boolean => screen.buffer.active.type === 'alternate'
  const isCursorHidden = (): boolean =>
    written.lastIndexOf('\u001b[?25l') > written.lastIndexOf('\u001b[?25h')
  return {
    lines,
    written: () => written,
    press: (...keys) => {
      for (const key of keys) terminal?.write(key)
    },
    async shows(text) {
      try {
        await waitUntil(
          `the terminal shows ${text}`,
          () => lines().join('\n').includes(text),
          20_000,
        )
      } catch (cause) {
        throw new Error(`no "${text}" on the screen:\n${lines().join('\n')}`, { cause })
      }
    },
    kill: (signal) => child.kill(signal),
    resize(width, height) {
      terminal?.resize(width, height)
      screen.resize(width, height)
      // The terminal is not the controlling one, so nobody else tells.
      child.kill('SIGWINCH')
    },
    vanish: () => terminal?.close(),
    exited: async () => await within('end of the program', child.exited, 20_000),
    isOnAlternateScreen,
    async givesBack() {
      const isBack = () => !isOnAlternateScreen() && !isCursorHidden()
      await waitUntil('the terminal is given back', isBack, 20_000)
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.exited
      terminal?.close()
      screen.dispose()
    },
  }
}
