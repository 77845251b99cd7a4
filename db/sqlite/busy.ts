/**
 * Another process may hold SQLite's write lock for a moment. SQLite's own waiting blocks the
 * thread, so it is short and repeated through the event loop instead.
 */
import { SQLiteError } from 'bun:sqlite'
import { GatewayError } from '../../server/domain/errors/gateway-error'

/** What one attempt may block the thread. */
export const BUSY_TIMEOUT_MS = 20
const LONGEST_PAUSE_MS = 25
/** Of one attempt and the pause after it, about. */
const ATTEMPT_MS = 40
const BUSY_WAIT_MS = 10_000

/** How many attempts take about as long. */
export function attemptsWithin(waitMs = BUSY_WAIT_MS): number {
  return Math.max(1, Math.round(waitMs / ATTEMPT_MS))
}

export const BUSY_ATTEMPTS = attemptsWithin()

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

/** A lock, a full or failing disk, a file that may not be written: what can pass by itself. */
const PASSING = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|PROTOCOL|NOMEM)/

/** What a failed statement means to its caller: `db.unavailable` when it may pass. */
export function failureOf(error: unknown): unknown {
  if (!(error instanceof SQLiteError) || !PASSING.test(error.code ?? '')) return error
  return new GatewayError('db.unavailable', {}, { cause: error })
}
