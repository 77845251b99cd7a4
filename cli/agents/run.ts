/** A program in the place of this one: its terminal, its signals, its exit code. */
import { constants } from 'node:os'

interface Program {
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
/** What a terminal sends to both by itself: twice would be another key. */
const OF_TERMINAL: ReadonlySet<string> = new Set(['SIGINT', 'SIGQUIT'])
/** As shells count a death by a signal. */
const DEATH = 128

/** Resolves to the exit code, when it has ended. */
export async function runProgram({ command, env }: Program): Promise<number> {
  const child = Bun.spawn([...command], {
    env,
    stdin: 'inherit',
    stdout: 'inherit',
    stderr: 'inherit',
  })
  const forward = (signal: NodeJS.Signals) => {
    if (!(process.stdin.isTTY && OF_TERMINAL.has(signal))) child.kill(signal)
  }
  for (const signal of FORWARDED) process.on(signal, forward)
  try {
    await child.exited
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward)
  }
  const [, signal = 0] =
    Object.entries(constants.signals).find(([name]) => name === child.signalCode) ?? []
  return child.exitCode ?? DEATH + signal
}
