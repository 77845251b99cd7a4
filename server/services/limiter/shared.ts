/**
 * Events counted by all nodes of a PostgreSQL database together. What is asked while the database
 * answers goes with the next question, so that many callers cost as few questions as one. Where
 * there is Valkey it is asked first, and the database about what its share has no room for.
 */
import { createHash } from 'node:crypto'
import type { Db } from '../../../db/db'
import {
  countEvents,
  type EventAnswer,
  giveEventBack,
  releaseEvents,
} from '../../../db/postgres/event-counts'
import {
  type Counted,
  LIMITER_PURPOSES,
  type Limiter,
  type LimiterPurpose,
  type OpenLimiter,
  type SharedQuestion,
} from './limiter'
import type { ValkeyCounts } from './valkey-counts'

interface Asking extends SharedQuestion {
  readonly resolve: (counted: Counted) => void
  readonly reject: (error: unknown) => void
}

/** Everything rejects with `db.unavailable` while the database cannot be asked. */
export function sharedLimiters(db: Db, valkey?: ValkeyCounts): OpenLimiter {
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

  const take = (question: SharedQuestion) =>
    new Promise<Counted>((resolve, reject) => {
      waiting.push({ ...question, resolve, reject })
      if (isAsking) return
      isAsking = true
      setImmediate(() => void askAll())
    })

  return (purpose) => openOne({ db, valkey, take }, purpose)
}

interface Places {
  readonly db: Db
  readonly valkey: ValkeyCounts | undefined
  readonly take: (question: SharedQuestion) => Promise<Counted>
}

function openOne({ db, valkey, take }: Places, purpose: LimiterPurpose): Limiter {
  const { isLent } = LIMITER_PURPOSES[purpose]
  // Keys name people and hold secrets: neither is to be read in a table.
  const hashed = (key: string) =>
    createHash('sha256').update(`${purpose}\n${key}`).digest('base64url')
  return {
    async take(key, rule) {
      const lent = isLent ? Math.floor(rule.count / 2) : 0
      const question = { key: hashed(key), rule, lent }
      const there = lent === 0 ? undefined : await valkey?.take(question)
      if (there?.ok === true) return there
      const here = await take(question)
      if (here.ok || there === undefined) return here
      return { ok: false, retryMs: Math.min(here.retryMs, there.retryMs) }
    },
    async release(key, count) {
      const released = isLent ? await valkey?.release(hashed(key), count) : 0
      const left = count - (released ?? 0)
      if (left > 0) await releaseEvents(db, hashed(key), left)
    },
  }
}

function questionOf(key: string, first: Asking | undefined, wanted: number) {
  const { count: most = 1, windowMs = 1 } = first?.rule ?? {}
  return { key, wanted, most, lent: first?.lent ?? 0, windowMs }
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
