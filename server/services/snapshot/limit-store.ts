/** The limits in memory, by their subjects; read again where they change. */
import type { Db } from '../../../db/db'
import { slicesOf } from '../../../db/slices'
import { limitsAfter, limitsById } from '../../../db/tables/limits'
import type { Clock } from '../../clock'
import type { ChangedIds } from '../../domain/changes'
import type { Limit, LimitIndex, LimitSubject } from '../../domain/limits/limit'
import { isWindowId } from '../../domain/plans/subscription-account'
import { LimitBoard } from '../limits/limit-board'

export interface LimitView {
  /** `undefined` when the site has no limit at all. */
  readonly limits: LimitIndex | undefined
}

/** Read in a few milliseconds. */
const SLICE = 500

export class LimitStore {
  readonly #reader: Db['reader']
  readonly #known = new Map<number, Limit>()
  readonly #board = new LimitBoard()

  constructor({ reader, ledger }: Pick<Db, 'reader' | 'ledger'>, clock: Clock) {
    this.#reader = reader
    ledger.onLimits((standings) => {
      const ofLimits = standings.filter(({ limit }) => !isWindowId(limit.id))
      this.#board.note(ofLimits, clock.nowMs())
    })
  }

  async read(ids: ChangedIds): Promise<LimitView> {
    if (ids === 'all') await this.#readAll()
    else await this.#readSome([...ids])
    return { limits: this.#known.size === 0 ? undefined : this.#index() }
  }

  async #readAll(): Promise<void> {
    const gone = new Set(this.#known.keys())
    for (let last = 0, isMore = true; isMore; ) {
      const limits = await limitsAfter(this.#reader, last, SLICE)
      for (const limit of limits) this.#take(limit, gone)
      last = limits.at(-1)?.id ?? last
      isMore = limits.length === SLICE
      if (isMore) await new Promise((resolve) => setImmediate(resolve))
    }
    for (const id of gone) this.#known.delete(id)
  }

  async #readSome(ids: readonly number[]): Promise<void> {
    for await (const slice of slicesOf(ids, SLICE)) {
      const gone = new Set(slice)
      for (const limit of await limitsById(this.#reader, slice)) this.#take(limit, gone)
      for (const id of gone) this.#known.delete(id)
    }
  }

  #take(limit: Limit, gone: Set<number>): void {
    gone.delete(limit.id)
    this.#known.set(limit.id, limit)
  }

  #index(): LimitIndex {
    const bySubject = new Map<string, Limit[]>()
    for (const limit of this.#known.values()) {
      const name = nameOf(limit.subject, limit.key)
      const known = bySubject.get(name)
      if (known === undefined) bySubject.set(name, [limit])
      else known.push(limit)
    }
    const of: LimitIndex['of'] = (subject, key) => bySubject.get(nameOf(subject, key))
    return {
      of,
      spent: (subject, key, nowMs) => {
        const limits = of(subject, key)
        return limits && this.#board.spentOf(limits, nowMs)
      },
    }
  }
}

function nameOf(subject: LimitSubject, key: string | number): string {
  return `${subject}:${key}`
}
