import type { Instance } from 'ink'

const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const

/** Resolves when the screens are closed, by the user or because the terminal goes away. */
export async function leavesWithTerminal(app: Instance): Promise<void> {
  const leave = (): void => app.unmount()
  // A terminal that vanishes does not always send SIGHUP; reading it would spin for ever.
  for (const event of ['end', 'close', 'error']) process.stdin.once(event, leave)
  process.stdout.once('error', leave)
  for (const signal of SIGNALS) process.once(signal, leave)
  try {
    await app.waitUntilExit()
  } finally {
    for (const event of ['end', 'close', 'error']) process.stdin.off(event, leave)
    process.stdout.off('error', leave)
    for (const signal of SIGNALS) process.off(signal, leave)
    process.stdin.pause()
  }
}
