/**
 * Whose call may begin next. What a call does until its credits are held is work for this thread
 * and a place in the next commit; of those who want more of it than there is, each gets its turn.
 * Whoever finds room pays for two look-ups and waits for nothing.
 */
import type { Call } from './call'

export interface StartLimits {
  /** Calls that may be beginning at once, of everybody together. */
  readonly total: number
  /** Of one party that is not alone: little for a second one to wait for. */
  readonly each: number
  /** A party that began so many calls on end is alone, and may have all the room. */
  readonly alone: number
}

/** The more calls a commit has, the less each of them costs. */
const LIMITS: StartLimits = { total: 64, each: 16, alone: 1_000 }
/** Parties with nothing under way that are remembered, for they mostly come again. */
const MOST_QUIET = 1_000

class Lane {
  beginning = 0
  readonly #waiting: ((() => void) | undefined)[] = []
  #first = 0

  get isEmpty(): boolean {
    return this.#first === this.#waiting.length
  }

  push(begin: () => void): void {
    this.#waiting.push(begin)
  }

  /** The one that has waited longest. */
  shift(): (() => void) | undefined {
    const begin = this.#waiting[this.#first]
    this.#waiting[this.#first] = undefined
    this.#first += 1
    if (this.isEmpty) {
      this.#waiting.length = 0
      this.#first = 0
    } else if (this.#first >= 1_024) {
      this.#waiting.splice(0, this.#first)
      this.#first = 0
    }
    return begin
  }
}

/** Who shares a turn. */
export function partyOf({ facts }: Call): number {
  return facts.user.id
}

export class FairStarts {
  readonly #limits: StartLimits
  readonly #lanes = new Map<number, Lane>()
  /** Lanes in which somebody waits, in the order of their turns. */
  readonly #turns: Lane[] = []
  #beginning = 0
  #latest: number | undefined
  /** How many calls on end were of the latest party. */
  #onEnd = 0

  constructor(limits: StartLimits = LIMITS) {
    this.#limits = limits
  }

  /** `undefined` where the call may begin at once. Each call has to leave again, once. */
  enter(party: number): Promise<void> | undefined {
    const lane = this.#laneOf(party)
    this.#onEnd = party === this.#latest ? this.#onEnd + 1 : 0
    this.#latest = party
    if (this.#hasRoom(lane) && lane.isEmpty) {
      this.#begin(lane)
      return undefined
    }
    if (lane.isEmpty) this.#turns.push(lane)
    return new Promise((resolve) => lane.push(resolve))
  }

  leave(party: number): void {
    const lane = this.#lanes.get(party)
    if (lane === undefined) return
    lane.beginning -= 1
    this.#beginning -= 1
    if (this.#turns.length > 0) this.#next()
    const isQuiet = lane.beginning === 0 && lane.isEmpty
    if (isQuiet && this.#lanes.size > MOST_QUIET) this.#lanes.delete(party)
  }

  #laneOf(party: number): Lane {
    const known = this.#lanes.get(party)
    if (known !== undefined) return known
    const lane = new Lane()
    this.#lanes.set(party, lane)
    return lane
  }

  #hasRoom({ beginning }: Lane): boolean {
    const { total, each, alone } = this.#limits
    return this.#beginning < total && (beginning < each || this.#onEnd >= alone)
  }

  #begin(lane: Lane): void {
    lane.beginning += 1
    this.#beginning += 1
  }

  /** One of each lane that has room, in turn; a lane waits behind the others afterwards. */
  #next(): void {
    for (;;) {
      const at = this.#turns.findIndex((lane) => this.#hasRoom(lane))
      const [lane] = at === -1 ? [] : this.#turns.splice(at, 1)
      if (lane === undefined) return
      const begin = lane.shift()
      this.#begin(lane)
      if (!lane.isEmpty) this.#turns.push(lane)
      begin?.()
    }
  }
}
