/**
 * Tells the other nodes on a PostgreSQL database that this one lives, so that what it holds for
 * its calls is left alone. The lock of a SQLite file says so by itself.
 */
import type { Db } from '../../../db/db'
import { beat, forgetSilent, leave } from '../../../db/tables/nodes'
import type { Clock } from '../../clock'
import type { Logger } from '../../log'

/** Several are lost before the others take this node for dead. */
const BEAT_MS = 5_000

export interface HeartbeatParts {
  readonly db: Db
  readonly log: Logger
  readonly clock: Clock
}

export interface Heartbeat {
  /** Nothing is held by this node any more. */
  readonly stop: () => Promise<void>
}

/** Resolves after the first beat: nothing may be held by a node that nobody knows of. */
export async function startHeartbeat({ db, log, clock }: HeartbeatParts): Promise<Heartbeat> {
  if (db.kind === 'sqlite') return { stop: () => Promise.resolve() }
  await beat(db, clock.nowMs())
  let isSilent = false
  let turn: Promise<void> | undefined
  const next = async () => {
    try {
      await beat(db, clock.nowMs())
      await forgetSilent(db, clock.nowMs())
      isSilent = false
    } catch (error) {
      if (!isSilent) log.warn('the other nodes could not be told that this one lives', { error })
      isSilent = true
    } finally {
      turn = undefined
    }
  }
  const timer = setInterval(() => {
    turn ??= next()
  }, BEAT_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await turn
      // A node that cannot say goodbye is missed a minute later.
      await leave(db).catch(() => undefined)
    },
  }
}
