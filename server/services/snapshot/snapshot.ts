/**
 * The relay's view of the database: channels, abilities, prices and options in memory, rebuilt
 * when they change here, and within a fraction of a second when another process changes them.
 */
import type { Db } from '../../../db/open'
import { allChannels } from '../../../db/tables/channels'
import { allOptions } from '../../../db/tables/options'
import type { Clock } from '../../clock'
import { CHANNEL_TYPES } from '../../domain/channel-types'
import { type OptionValues, parseOptions } from '../../domain/options'
import type { Price } from '../../domain/price'
import { type PriceTables, priceFor } from '../../domain/prices/lookup'
import type { Logger } from '../../log'
import type { VendorSettings } from '../../relay/dialects/dialect'
import type { Directory, RelayChannel, RelaySettings, UserRecord } from '../../relay/ports'
import { priceTablesOf } from '../pricing/tables'
import type { Sealer } from '../seal'
import type { ChangedNoun } from '../service-deps'
import { type AbilityMap, buildAbilities, type ChannelEntry } from './abilities'
import { type CallerCache, createCallerCache } from './callers'
import { relayChannel } from './relay-channel'
import { relaySettings, vendorSettings } from './settings'

/** How often other processes' commits are looked for. */
const POLL_MS = 200

export interface Snapshot {
  readonly directory: Directory
  /** Options as they are in force, secrets still sealed. */
  readonly options: () => OptionValues
  readonly changed: (what: ChangedNoun) => void
  readonly stop: () => void
}

interface View {
  readonly channels: ReadonlyMap<number, RelayChannel>
  readonly abilities: AbilityMap
  readonly options: OptionValues
  readonly settings: RelaySettings
  readonly vendors: VendorSettings
  readonly tables: PriceTables
  readonly prices: Map<string, Price | null>
}

export interface SnapshotParts {
  readonly db: Db
  readonly sealer: Sealer
  readonly log: Logger
  readonly clock: Clock
}

export async function openSnapshot(parts: SnapshotParts): Promise<Snapshot> {
  const { db, log } = parts
  const callers = createCallerCache(db, parts.clock)
  let view = await readView(parts)
  let loading: Promise<void> | undefined
  let isStale = false
  let version = db.dataVersion()

  /** One load at a time; a change during it starts another, and waiters see the last. */
  async function reload(): Promise<void> {
    do {
      isStale = false
      try {
        view = await readView(parts)
      } catch (error) {
        log.error('snapshot could not be read; the last one stays in force', { error })
      }
    } while (isStale)
    loading = undefined
  }

  function refresh(): void {
    isStale = true
    loading ??= reload()
  }

  const timer = setInterval(() => {
    const current = db.dataVersion()
    if (current === version) return
    version = current
    callers.forget()
    refresh()
  }, POLL_MS)
  timer.unref()

  return {
    directory: createDirectory(
      () => view,
      () => loading,
      callers,
    ),
    options: () => view.options,
    changed(what) {
      if (what === 'users' || what === 'tokens') callers.forget()
      else refresh()
    },
    stop: () => clearInterval(timer),
  }
}

async function readView({ db, sealer, log }: SnapshotParts): Promise<View> {
  const [rows, stored] = await Promise.all([allChannels(db.reader), allOptions(db.reader)])
  const { values, problems } = parseOptions(stored)
  for (const problem of problems) log.warn('option ignored', { option: problem.key })
  const entries: ChannelEntry[] = []
  for (const row of rows) {
    const channel = relayChannel(row, sealer)
    if (channel === undefined) continue
    entries.push({ channel, groups: listOf(row.group), models: listOf(row.models) })
  }
  return {
    channels: new Map(entries.map(({ channel }) => [channel.id, channel])),
    abilities: buildAbilities(entries),
    options: values,
    settings: relaySettings(values),
    vendors: vendorSettings(values),
    tables: priceTablesOf(values),
    prices: new Map(),
  }
}

function listOf(text: string): string[] {
  return [...new Set(text.split(',').map((entry) => entry.trim()))].filter((entry) => entry !== '')
}

const MAX_REMEMBERED_PRICES = 50_000

interface PriceQuestion {
  readonly model: string
  readonly group: string
  readonly user: UserRecord
}

/** The same price object for the same question, so that arithmetic is prepared once. */
function priceIn(view: View, { model, group, user }: PriceQuestion): Price | undefined {
  const key = `${user.acceptsUnpricedModels ? 1 : 0}:${group}:${model}`
  const known = view.prices.get(key)
  if (known !== undefined) return known ?? undefined
  const price = priceFor({
    model,
    groupRatio: view.options.GroupRatio[group] ?? 1,
    tables: view.tables,
    selfUse: view.options.SelfUseModeEnabled,
    acceptsUnset: user.acceptsUnpricedModels,
  })
  if (view.prices.size >= MAX_REMEMBERED_PRICES) view.prices.clear()
  view.prices.set(key, price ?? null)
  return price
}

function createDirectory(
  view: () => View,
  loading: () => Promise<void> | undefined,
  callers: CallerCache,
): Directory {
  return {
    settled: loading,
    findCaller: callers.find,
    findUser: callers.findUser,
    endsOf: callers.endsOf,
    onCallersChanged: callers.onChanged,
    channel: (id) => view().channels.get(id),
    abilities: (group, model) => view().abilities.tiers(group, model),
    hasModel: (group, model) => view().abilities.knows(group, model),
    models: (group) => view().abilities.models(group),
    price: (model, group, user) => priceIn(view(), { model, group, user }),
    modelOwner: (model) => OWNERS.get(model) ?? 'custom',
    usableGroups: (group) => new Set([...Object.keys(view().options.UserUsableGroups), group]),
    groupExists: (group) => Object.hasOwn(view().options.GroupRatio, group),
    settings: () => view().settings,
    vendorSettings: () => view().vendors,
  }
}

const OWNERS: ReadonlyMap<string, string> = new Map(
  // Reversed, so that the first type in the list that names a model owns it; a cloud with the
  // models of many makers owns only those that no other type names.
  [...CHANNEL_TYPES]
    .sort((a, b) => Number(a.place.toldBy !== '') - Number(b.place.toldBy !== ''))
    .reverse()
    .flatMap(({ name, models }) => models.map((model) => [model, name.toLowerCase()] as const)),
)
