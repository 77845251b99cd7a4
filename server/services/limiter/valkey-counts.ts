/**
 * Events counted in Valkey, as far as this process may. What is asked while it answers goes with
 * the next question. Whatever goes wrong counts an event too many there, and never one too few.
 */
import type { Db } from '../../../db/db'
import { countedEvents } from '../../../db/postgres/event-counts'
import {
  countInValkey,
  giveBackInValkey,
  releaseInValkey,
  type ValkeyAnswer,
  type ValkeyQuestion,
} from '../../../db/valkey/event-counts'
import { ValkeyError } from '../../../db/valkey/valkey-error'
import type { Counted, SharedQuestion } from './limiter'
import type { Permit, ValkeyLink } from './valkey-link'

/** The server does nothing else meanwhile. */
const MOST_AT_ONCE = 1000

interface Asking extends SharedQuestion {
  readonly resolve: (counted: Counted | undefined) => void
}

type Asked = readonly [question: ValkeyQuestion, asking: readonly Asking[]]
type Answered = readonly [asked: Asked, answer: ValkeyAnswer]

export class ValkeyCounts {
  readonly #db: Db
  readonly #link: ValkeyLink
  #waiting: Asking[] = []
  #isAsking = false

  constructor(db: Db, link: ValkeyLink) {
    this.#db = db
    this.#link = link
  }

  /** `undefined` where Valkey cannot say; it was not counted, or is counted in vain. */
  async take(question: SharedQuestion): Promise<Counted | undefined> {
    if (this.#link.permitFor(question.rule.windowMs) === undefined) return undefined
    const told = Promise.withResolvers<Counted | undefined>()
    this.#waiting.push({ ...question, resolve: told.resolve })
    if (!this.#isAsking) {
      this.#isAsking = true
      setImmediate(() => void this.#askAll())
    }
    return await told.promise
  }

  /**
   * Undoes the newest events and resolves with how many there were. When it cannot be said how
   * many, all of them stay counted.
   */
  async release(key: string, count: number): Promise<number> {
    const permit = this.#link.permitFor(0)
    if (permit === undefined) return 0
    const { connection, generation } = permit
    return await releaseInValkey(connection, generation, { key, count }).catch((error: unknown) => {
      this.#failed(permit, error)
      return count
    })
  }

  async #askAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const asked = this.#waiting.splice(0, MOST_AT_ONCE)
      const byWindow = Map.groupBy(asked, ({ rule }) => rule.windowMs)
      await Promise.all([...byWindow].map(([windowMs, some]) => this.#ask(windowMs, some)))
    }
    this.#isAsking = false
  }

  async #ask(windowMs: number, asking: readonly Asking[]): Promise<void> {
    const permit = this.#link.permitFor(windowMs)
    const answers = permit && (await this.#answers(permit, questionsOf(permit, asking)))
    if (permit === undefined || answers === undefined || !this.#link.holds(permit)) {
      for (const { resolve } of asking) resolve(undefined)
      return
    }
    for (const [[{ key }, some], answer] of answers) this.#tell(permit, { key, answer }, some)
  }

  async #answers(
    permit: Permit,
    asked: readonly Asked[],
  ): Promise<readonly Answered[] | undefined> {
    try {
      const first = await countAll(permit, asked)
      const isKnown = ([, { counted }]: Answered) => counted !== undefined
      const unknown = first.filter((each) => !isKnown(each)).map(([each]) => each)
      if (unknown.length === 0) return first
      const seeded = await this.#seeded(permit, unknown)
      return [...first.filter(isKnown), ...(await countAll(permit, seeded))]
    } catch (error) {
      this.#failed(permit, error)
      return undefined
    }
  }

  async #seeded(
    { seedUntil: until = 0 }: Permit,
    asked: readonly Asked[],
  ): Promise<readonly Asked[]> {
    const keys = asked.map(([{ key }]) => key)
    const counted = await countedEvents(this.#db, { keys, until })
    return asked.map(([question, asking]) => {
      return [{ ...question, seed: counted.get(question.key) ?? 0 }, asking]
    })
  }

  #tell(
    permit: Permit,
    { key, answer }: { readonly key: string; readonly answer: ValkeyAnswer },
    asking: readonly Asking[],
  ): void {
    const { counted = 0, endsAt, retryMs } = answer
    for (const [at, { resolve }] of asking.entries()) {
      if (at >= counted) resolve({ ok: false, retryMs: Math.max(1, retryMs) })
      else resolve({ ok: true, giveBack: this.#givingBack(permit, { key, endsAt }) })
    }
  }

  #givingBack(permit: Permit, part: Parameters<typeof giveBackInValkey>[2]): () => Promise<void> {
    let isTaken = true
    return async () => {
      if (!isTaken) return
      isTaken = false
      const { connection, generation } = permit
      if (!this.#link.holds(permit)) return
      await giveBackInValkey(connection, generation, part).catch((error: unknown) =>
        this.#failed(permit, error),
      )
    }
  }

  /** Of a database that does not answer its own counts will say so. */
  #failed(permit: Permit, error: unknown): void {
    if (error instanceof ValkeyError) this.#link.broke(permit, error)
  }
}

async function countAll(
  { connection, generation }: Permit,
  asked: readonly Asked[],
): Promise<readonly Answered[]> {
  const questions = asked.map(([question]) => question)
  const answers = await countInValkey(connection, generation, questions)
  return asked.flatMap((each, at) => {
    const answer = answers[at]
    return answer === undefined ? [] : [[each, answer] as const]
  })
}

/** Each key once. */
function questionsOf({ seedUntil }: Permit, asking: readonly Asking[]): readonly Asked[] {
  const seed = seedUntil !== undefined ? 'asked' : 'needless'
  return [...Map.groupBy(asking, ({ key }) => key).values()].flatMap((some) => {
    const [first] = some
    if (first === undefined) return []
    const { key, lent: most, rule } = first
    return [[{ key, wanted: some.length, most, windowMs: rule.windowMs, seed }, some] as const]
  })
}
