/** Looks at a running gateway until it has come to rest. */
import { readFileSync } from 'node:fs'
import { type Books, readBooks, readUsers, type Start } from './books'
import type { Site } from './site'

const LONGEST_MS = 30_000
const POLL_MS = 25
/** What is counted for a bill is counted by a thread of low priority, on a machine that is full. */
const LONGEST_SETTLEMENT_MS = 300_000
/** Every look at the books is a program that takes a core from the gateway. */
const LOOK_MS = 500

/** Looks again until `condition` holds; false when it did not within `longestMs`. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  longestMs = LONGEST_MS,
  pollMs = POLL_MS,
): Promise<boolean> {
  const endsAt = performance.now() + longestMs
  while (!(await condition())) {
    if (performance.now() > endsAt) return false
    await Bun.sleep(pollMs)
  }
  return true
}

/**
 * The books once no credits are held, or as they are after five minutes. They are read by
 * several programs at once, each at its own time: only what is read after the last settlement
 * fits together.
 */
export async function settledWithin(site: Site, before: Pick<Start, 'users'>): Promise<Books> {
  const isSettled = async () => {
    const users = await readUsers(site)
    return before.users.remaining - users.remaining === users.used - before.users.used
  }
  await until(isSettled, LONGEST_SETTLEMENT_MS, LOOK_MS)
  return await readBooks(site)
}

/** Megabytes; 0 for a process that is gone or a system without /proc. */
export function rssMb(pid: number): number {
  try {
    const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Math.round(Number(line?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}
