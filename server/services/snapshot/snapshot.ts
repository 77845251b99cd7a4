/**
 * The relay's view of the database: channels, abilities, prices and options in memory, rebuilt
 * when they change here, and within a fraction of a second when another process changes them.
 */
import type { Db } from '../../../db/db'
import { fetchedModelLengths } from '../../../db/tables/model-lengths'
import type { Clock } from '../../clock'
import { ALL_CHANGES, type Changes, merged } from '../../domain/changes'
import { CHANNEL_TYPES } from '../../domain/channel-types'
import { lengthsOf, type ModelLengths, ownLengthsIn } from '../../domain/models/model-lengths'
import type { Price } from '../../domain/money/price'
import type { OptionValues } from '../../domain/options'
import { priceFor } from '../../domain/prices/lookup'
import type { Logger } from '../../log'
import type { Directory, UserRecord } from '../../relay/ports/ports'
import type { Sealer } from '../seal'
import { type CallerCache, createCallerCache } from './callers'
import { ChannelStore, type ChannelView } from './channel-store'
import { LimitStore, type LimitView } from './limit-store'
import { OptionStore, type OptionView } from './option-store'

/** How often other processes' commits are looked for. */
const POLL_MS = 200

export interface Snapshot {
  readonly directory: Directory
  /** Options as they are in force, secrets still sealed. */
  readonly options: () => OptionValues
  readonly stop: () => void
}

interface View extends ChannelView, LimitView, OptionView {
  /** What sources of prices tell, by model. */
  readonly lengths: ReadonlyMap<string, ModelLengths>
}

export interface SnapshotParts {
  readonly db: Db
  readonly sealer: Sealer
  readonly log: Logger
  readonly clock: Clock
}

export async function openSnapshot(parts: SnapshotParts): Promise<Snapshot> {
  const { db, clock } = parts
  const callers = createCallerCache(db, clock)
  const view = await openView(parts)
  let version = db.dataVersion()

  db.bus.subscribe((changes) => {
    callers.forget(changes.get('users'), changes.get('tokens'))
    view.refresh(changes)
  })
  const timer = setInterval(() => {
    const current = db.dataVersion()
    if (current === version) return
    version = current
    callers.forget('all', 'all')
    // Nobody here has seen that change happen, so nobody waits for it.
    view.refresh(ALL_CHANGES, { isAwaited: false })
  }, POLL_MS)
  timer.unref()

  return {
    directory: createDirectory(view.current, view.awaited, callers),
    options: () => view.current().options,
    stop: () => clearInterval(timer),
  }
}

interface LivingView {
  readonly current: () => View
  /** Calls that begin meanwhile wait for this, so that a change holds once it was made. */
  readonly awaited: () => Promise<void> | undefined
  readonly refresh: (changes: Changes, options?: { readonly isAwaited: boolean }) => void
}

async function openView({ db, sealer, log, clock }: SnapshotParts): Promise<LivingView> {
  const channels = new ChannelStore(db, sealer)
  const options = new OptionStore(db, log)
  const limits = new LimitStore(db, clock)
  let view: View = {
    ...(await channels.read('all')),
    ...(await limits.read('all')),
    ...(await options.read()),
    lengths: await fetchedModelLengths(db.reader),
  }
  let loading: Promise<void> | undefined
  let awaited: Promise<void> | undefined
  let stale: Changes = new Map()

  /** Part by part: one that cannot be read keeps none of those before it away. */
  async function* changedParts(changes: Changes): AsyncGenerator<Partial<View>> {
    const ids = changes.get('channels')
    if (ids !== undefined) yield await channels.read(ids)
    const limited = changes.get('limits')
    if (limited !== undefined) yield await limits.read(limited)
    if (changesOptions(changes)) yield await options.read()
    if (changes.has('model_lengths')) yield { lengths: await fetchedModelLengths(db.reader) }
  }

  /** One load at a time; a change during it starts another, and waiters see the last. */
  async function reload(): Promise<void> {
    while (stale.size > 0) {
      const changes = stale
      stale = new Map()
      try {
        for await (const part of changedParts(changes)) view = { ...view, ...part }
      } catch (error) {
        log.error('snapshot could not be read; the last one stays in force', { error })
      }
    }
    loading = undefined
    awaited = undefined
  }

  return {
    current: () => view,
    awaited: () => awaited,
    refresh(changes, { isAwaited } = { isAwaited: true }) {
      const isRead = READ_HERE.some((noun) => changes.has(noun))
      if (!isRead) return
      stale = merged(stale, changes)
      loading ??= reload()
      if (isAwaited) awaited = loading
    },
  }
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
    holdersOf: callers.holdersOf,
    endsOf: callers.endsOf,
    onCallersChanged: callers.onChanged,
    channel: (id) => view().channels.get(id),
    abilities: (group, model) => view().abilities.tiers(group, model),
    hasModel: (group, model) => view().abilities.knows(group, model),
    models: (group) => view().abilities.models(group),
    price: (model, group, user) => priceIn(view(), { model, group, user }),
    modelOwner: (model) => OWNERS.get(model) ?? 'custom',
    modelLengths(model) {
      const { options, lengths } = view()
      return lengthsOf(model, ownLengthsIn(options), lengths.get(model))
    },
    limits: () => view().limits,
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
    .sort((a, b) => Number(a.place.configuredBy !== '') - Number(b.place.configuredBy !== ''))
    .reverse()
    .flatMap(({ name, models }) => models.map((model) => [model, name.toLowerCase()] as const)),
)

const READ_HERE = ['channels', 'limits', 'options', 'prices', 'model_lengths'] as const

/** Prices of single models lie over the options that tell prices. */
function changesOptions(changes: Changes): boolean {
  return changes.has('options') || changes.has('prices')
}
