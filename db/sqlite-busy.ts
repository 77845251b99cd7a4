/**
 * Another process may hold SQLite's write lock for a moment. SQLite's own waiting blocks the
 * thread, so it is kept short and repeated through the event loop instead.
 */
import { SQLiteError } from 'bun:sqlite'

/** What one attempt may block the thread. */
export const BUSY_TIMEOUT_MS = 20
/** With the pauses between them about 10 s in all. */
export const BUSY_ATTEMPTS = 250

const LONGEST_PAUSE_MS = 25

/** Only for work that leaves nothing behind when it fails: a BEGIN, or one bare statement. */
export async function whenNotBusy<T>(run: () => T, attempts: number): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return run()
    } catch (error) {
      if (!isBusy(error) || attempt >= attempts) throw error
    }
    await Bun.sleep(Math.min(attempt, LONGEST_PAUSE_MS))
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && (error.code ?? '').startsWith('SQLITE_BUSY')
}
