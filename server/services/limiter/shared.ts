/**
 * Events counted by all nodes of a PostgreSQL database together. What is asked while the database
 * answers goes with the next question, so that many callers cost as few questions as one.
 */
import { createHash } from 'node:crypto'
import type { Db } from '../../../db/db'
import {
  countEvents,
  type EventAnswer,
  giveEventBack,
  releaseEvents,
} from '../../../db/postgres/event-counts'
import type { Counted, Limiter, OpenLimiter } from './limiter'
import type { WindowRule } from './window'

interface Asking {
  readonly key: string
  readonly rule: WindowRule
  readonly resolve: (counted: Counted) => void
  readonly reject: (error: unknown) => void
}

/** Everything rejects with `db.unavailable` while the database cannot be asked. */
export function sharedLimiters(db: Db): OpenLimiter {
  let waiting: Asking[] = []
  let isAsking = false

  async function askAll(): Promise<void> {
    while (waiting.length > 0) {
      const asked = waiting
      waiting = []
      const byKey = Map.groupBy(asked, ({ key }) => key)
      try {
        const answers = await countEvents(
          db,
          [...byKey].map(([key, [first, ...more]]) => questionOf(key, first, more.length + 1)),
        )
        for (const answer of answers) tell(db, byKey.get(answer.key) ?? [], answer)
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
    }
    isAsking = false
  }

  const take = (key: string, rule: WindowRule) =>
    new Promise<Counted>((resolve, reject) => {
      waiting.push({ key, rule, resolve, reject })
      if (isAsking) return
      isAsking = true
      setImmediate(() => void askAll())
    })

  return (purpose) => openOne(db, purpose, take)
}

type Take = (key: string, rule: WindowRule) => Promise<Counted>

function openOne(db: Db, purpose: string, take: Take): Limiter {
  // Keys name people and hold secrets: neither is to be read in a table.
  const hashed = (key: string) =>
    createHash('sha256').update(`${purpose}\n${key}`).digest('base64url')
  return {
    take: (key, rule) => take(hashed(key), rule),
    release: async (key, count) => await releaseEvents(db, hashed(key), count),
  }
}

function questionOf(key: string, first: Asking | undefined, wanted: number) {
  const { count: most = 1, windowMs = 1 } = first?.rule ?? {}
  return { key, wanted, most, windowMs }
}

function tell(db: Db, asked: readonly Asking[], answer: EventAnswer): void {
  const { key, counted, begins_at, retry_ms } = answer
  for (const [at, { resolve }] of asked.entries()) {
    if (at >= counted) {
      resolve({ ok: false, retryMs: Math.max(1, retry_ms) })
      continue
    }
    let isTaken = true
    resolve({
      ok: true,
      async giveBack() {
        if (!isTaken) return
        isTaken = false
        await giveEventBack(db, key, begins_at)
      },
    })
  }
}
