/** The streams and signals of this process. */
import { once } from 'node:events'
import { EXIT, type ExitCode } from '../exit'
import { paged } from './pager'
import type { Size, Streams } from './printer'

function size(): Size | undefined {
  const { isTTY, columns, rows } = process.stdout
  return isTTY === true && columns > 0 ? { columns, rows } : undefined
}

const out = (text: string) => void process.stdout.write(text)

/** Lines on the screen, that of the prompt behind the last end of line among them. */
function heightOf(text: string, columns: number): number {
  const heights = text.split('\n').map((line) => Math.ceil(Bun.stringWidth(line) / columns) || 1)
  return heights.reduce((sum, height) => sum + height, 0)
}

export const streams: Streams = {
  out,
  size,
  page(text) {
    const screen = size()
    const isLong = screen !== undefined && heightOf(text, screen.columns) > screen.rows
    if (!isLong || !paged(text, process.env)) out(text)
  },
  err: (text) => void process.stderr.write(text),
  outIsTerminal: process.stdout.isTTY === true,
  errIsTerminal: process.stderr.isTTY === true,
  drained: async () => {
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
  },
}

/** On stderr: stdout belongs to results. */
async function putQuestion(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}

/** Absent when nobody sits there. */
export const ask = process.stdin.isTTY && streams.errIsTerminal ? putQuestion : undefined

/** Whatever comes before it is thrown away. */
export async function stdinEnd(): Promise<void> {
  const reader = Bun.stdin.stream().getReader()
  while (!(await reader.read()).done);
}

const SIGNAL_EXITS = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const

/**
 * Ctrl-C ends the process at once, and a transaction under way with it, unless a command asks
 * for the signal because it has something to bring to its end. The second one ends it anyway.
 */
export function createInterruption() {
  let exitCode: ExitCode | undefined
  let controller: AbortController | undefined
  return {
    /** Exit code of work that was interrupted. */
    exitCode: () => exitCode,
    signal(): AbortSignal {
      if (controller !== undefined) return controller.signal
      const begun = new AbortController()
      controller = begun
      for (const [name, code] of Object.entries(SIGNAL_EXITS)) {
        process.once(name, () => {
          exitCode = code
          begun.abort()
        })
      }
      return begun.signal
    },
  }
}
