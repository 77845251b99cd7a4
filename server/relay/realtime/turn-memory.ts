/**
 * What a connection of Responses remembers: clients that let nobody keep their answers go on
 * from them by id all the same, as long as the socket is open. A vendor does this in its own
 * memory; here it makes every channel able to.
 */
import { GatewayError } from '../../domain/errors/gateway-error'
import { itemsIn, itemsOf, joined } from '../call/stored/said-items'
import type { WrittenFields } from '../formats/chat/written-fields'
import type { MemoryHold } from '../wire/memory-budget'
import type { Turn } from './turn-request'

interface Remembered {
  readonly before: Remembered | undefined
  /** Stored by a vendor: what the first of the line goes on with. */
  readonly root: string | undefined
  /** Items of JSON with commas between them. */
  readonly items: string
}

const MOST_BYTES = 32 * 1024 * 1024
const MOST_ANSWERS = 1_000

export class TurnMemory {
  /** What is stored comes out of what the user may have in memory. */
  readonly #open: () => MemoryHold
  #hold: MemoryHold
  readonly #answers = new Map<string, Remembered>()
  #bytes = 0

  constructor(open: () => MemoryHold) {
    this.#open = open
    this.#hold = open()
  }

  /** The request with all that was said before in it, where this connection remembers it. */
  whole({ previous, fields }: Turn): WrittenFields {
    const before = previous === undefined ? undefined : this.#answers.get(previous)
    if (before === undefined) return fields
    const whole = new Map(fields)
    whole.set('input', `[${joined([...itemsBefore(before), itemsIn(fields)])}]`)
    const root = rootOf(before)
    if (root === undefined) whole.delete('previous_response_id')
    else whole.set('previous_response_id', JSON.stringify(root))
    return whole
  }

  /** `output` are the items of the answer. */
  remember(id: string, { previous, fields }: Turn, output: readonly unknown[]): void {
    const before = previous === undefined ? undefined : this.#answers.get(previous)
    const items = joined([itemsIn(fields), itemsOf(output)])
    if (!this.#hasRoom(items.length)) return
    this.#answers.set(id, { before, root: before === undefined ? previous : undefined, items })
  }

  forget(): void {
    this.#answers.clear()
    this.#bytes = 0
    this.#hold.release()
  }

  /** What is not remembered is refused by its id later, and the client says it all again. */
  #hasRoom(bytes: number): boolean {
    const isFull = this.#answers.size >= MOST_ANSWERS || this.#bytes + bytes > MOST_BYTES
    if (isFull) this.#startAnew()
    if (bytes > MOST_BYTES) return false
    try {
      this.#hold.growTo(this.#bytes + bytes)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      this.#startAnew()
      return false
    }
    this.#bytes += bytes
    return true
  }

  #startAnew(): void {
    this.forget()
    this.#hold = this.#open()
  }
}

function itemsBefore(last: Remembered): readonly string[] {
  const found: string[] = []
  for (let at: Remembered | undefined = last; at !== undefined; at = at.before) found.push(at.items)
  return found.reverse()
}

function rootOf(last: Remembered): string | undefined {
  let at = last
  while (at.before !== undefined) at = at.before
  return at.root
}
