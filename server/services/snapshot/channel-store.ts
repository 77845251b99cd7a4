/**
 * The relay's channels in memory. They are read in slices, between which calls go on, and only
 * a row that differs from what is known is opened and parsed again.
 */
import type { Db } from '../../../db/db'
import { slicesOf } from '../../../db/slices'
import {
  type RelayChannelRow,
  relayChannelsAfter,
  relayChannelsById,
} from '../../../db/tables/channels'
import type { ChangedIds } from '../../domain/changes'
import type { RelayChannel } from '../../relay/ports/ports'
import type { Sealer } from '../seal'
import { type AbilityMap, AbilityMapBuilder, type ChannelEntry, channelEntry } from './abilities'
import { relayChannel } from './relay-channel'

/** Rows of one slice; opened and parsed in a few milliseconds. */
const SLICE = 50

export interface ChannelView {
  readonly channels: ReadonlyMap<number, RelayChannel>
  readonly abilities: AbilityMap
}

interface Known {
  readonly row: RelayChannelRow
  /** `undefined` for a channel of a type that this version does not know. */
  readonly entry: ChannelEntry | undefined
}

export class ChannelStore {
  readonly #db: Pick<Db, 'reader'>
  readonly #sealer: Sealer
  readonly #known = new Map<number, Known>()
  /** `undefined` when what is known has changed since; a read that failed half-way counts, too. */
  #view: ChannelView | undefined

  constructor(db: Pick<Db, 'reader'>, sealer: Sealer) {
    this.#db = db
    this.#sealer = sealer
  }

  /** The same view as before when nothing that a call needs has changed. */
  async read(ids: ChangedIds): Promise<ChannelView> {
    if (ids === 'all') await this.#readAll()
    else await this.#readSome([...ids])
    this.#view ??= await this.#build()
    return this.#view
  }

  async #readAll(): Promise<void> {
    const gone = new Set(this.#known.keys())
    for (let last = 0, isMore = true; isMore; ) {
      const rows = await relayChannelsAfter(this.#db.reader, last, SLICE)
      for (const row of rows) {
        gone.delete(row.id)
        this.#take(row)
      }
      last = rows.at(-1)?.id ?? last
      isMore = rows.length === SLICE
      if (isMore) await nextTurn()
    }
    this.#drop(gone)
  }

  async #readSome(ids: readonly number[]): Promise<void> {
    for await (const slice of slicesOf(ids, SLICE)) {
      const gone = new Set(slice)
      for (const row of await relayChannelsById(this.#db.reader, slice)) {
        gone.delete(row.id)
        this.#take(row)
      }
      this.#drop(gone)
    }
  }

  #take(row: RelayChannelRow): void {
    const before = this.#known.get(row.id)
    if (before !== undefined && isSame(before.row, row)) return
    this.#known.set(row.id, { row, entry: entryOf(row, this.#sealer) })
    this.#view = undefined
  }

  #drop(ids: ReadonlySet<number>): void {
    for (const id of ids) if (this.#known.delete(id)) this.#view = undefined
  }

  async #build(): Promise<ChannelView> {
    // New ones are known last, whatever their id is.
    const sorted = [...this.#known.values()].sort((a, b) => a.row.id - b.row.id)
    const channels = new Map<number, RelayChannel>()
    const abilities = new AbilityMapBuilder()
    for await (const slice of slicesOf(sorted, SLICE)) {
      for (const { entry } of slice) {
        if (entry === undefined) continue
        channels.set(entry.channel.id, entry.channel)
        abilities.add(entry)
      }
    }
    return { channels, abilities: abilities.map() }
  }
}

/** Lets the loop do what waits, such as passing bytes on. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function isSame(a: RelayChannelRow, b: RelayChannelRow): boolean {
  const columns = Object.keys(a) as (keyof RelayChannelRow)[]
  return columns.every((column) => a[column] === b[column])
}

function entryOf(row: RelayChannelRow, sealer: Sealer): ChannelEntry | undefined {
  const channel = relayChannel(row, sealer)
  if (channel === undefined) return undefined
  return channelEntry(channel, { groups: listOf(row.group), models: listOf(row.models) })
}

function listOf(text: string): string[] {
  return [...new Set(text.split(',').map((entry) => entry.trim()))].filter((entry) => entry !== '')
}
