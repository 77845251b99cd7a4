import { allChannels, type ChannelRow, findChannel } from '../../../../db/tables/channels'
import { channelTypeById } from '../../../domain/channel-types'
import { readKeys } from '../../../domain/channels/keys'
import { recordOf } from '../../../domain/json/records'
import { channelTypeNamed } from '../../../domain/manifest/channel-section'
import { refuse } from '../../../domain/manifest/fields'
import type { PlannedItem, StoredItem } from '../../../domain/manifest/plan'
import type { Values } from '../../../domain/manifest/section'
import { channelFields } from '../../../domain/nouns/channel'
import type { Field, Fields } from '../../../domain/nouns/noun'
import { CHANNEL_STATUS } from '../../../domain/status'
import { createChannels } from '../../channels/create'
import { CHANNEL_CHECKS, keysOf, namesIn, otherOf, typeOf } from '../../channels/fields'
import { addChannelKeys, removeChannelKey } from '../../channels/keys/keys'
import { openSetting } from '../../channels/proxy'
import { removeChannel } from '../../channels/remove'
import { type SetChannelInput, setChannel } from '../../channels/set'
import { CHANNEL_KEY_PURPOSE, storedKey } from '../../channels/view'
import type { Sealer } from '../../seal'
import type { Actor, ServiceDeps } from '../../service-deps'
import type { FieldPlace, SectionStore } from '../section-store'

const ROWS: Fields = channelFields

/** A column as files have it. */
function shown({ holds, column }: Field, stored: unknown): unknown {
  if (holds === 'object') return recordOf(String(stored))
  return column?.kind === 'list' ? namesIn(String(stored)) : (stored ?? '')
}

/** As requests have it. */
function columnText(value: unknown): unknown {
  if (Array.isArray(value)) return value.join(',')
  if (typeof value !== 'object' || value === null) return value
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value)
}

function openKeys(sealer: Sealer, row: ChannelRow): readonly string[] {
  const several = readKeys(row.keys).map(({ sealed }) => sealer.open(sealed, CHANNEL_KEY_PURPOSE))
  return several.length > 0 ? several : [storedKey(sealer, row)].filter((key) => key !== '')
}

function valuesOf(sealer: Sealer, row: ChannelRow): Values {
  const columns = { ...row, setting: openSetting(sealer, row) }
  const settable = Object.entries(ROWS).flatMap(([name, field]) =>
    field.sets === true && field.computed !== true
      ? [[name, shown(field, Reflect.get(columns, name))] as const]
      : [],
  )
  // What the gateway itself has switched off, or root has frozen, is no wish of anybody.
  const status = row.frozen_until === 0 ? row.status : row.frozen_from
  return {
    ...Object.fromEntries(settable),
    type: channelTypeById(row.type)?.name ?? String(row.type),
    key: openKeys(sealer, row),
    enabled: status !== CHANNEL_STATUS.disabled,
    auto_ban: row.auto_ban === 1,
  }
}

function normal(value: unknown, { field, values }: FieldPlace): unknown {
  const type = typeOf(channelTypeNamed(values.type)?.id ?? channelFields.type.starts)
  if (field === 'key') return [...new Set(keysIn(value).flatMap((key) => keysOf(key, type)))]
  if (field === 'other') return otherOf(String(value), type)
  const row = ROWS[field]
  const check: unknown = Reflect.get(CHANNEL_CHECKS, field)
  if (row === undefined || field === 'type' || typeof check !== 'function') return value
  return shown(row, check(columnText(value)))
}

/** What a request would say of these values. */
function inputOf(values: Values): Omit<SetChannelInput, 'id'> {
  const { type, enabled, auto_ban, ...columns } = values
  const texts = Object.entries(columns).map(([name, value]) => [name, columnText(value)] as const)
  return {
    ...Object.fromEntries(texts),
    ...(type !== undefined && { type: channelTypeNamed(type)?.id }),
    ...(typeof auto_ban === 'boolean' && { auto_ban }),
    ...(typeof enabled === 'boolean' && {
      status: enabled ? CHANNEL_STATUS.enabled : CHANNEL_STATUS.disabled,
    }),
  }
}

function keysIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

async function create(deps: ServiceDeps, actor: Actor, { name, values }: PlannedItem) {
  const { key: _, ...columns } = values
  const { status, models = '', ...input } = inputOf(columns)
  const [key, ...others] = keysIn(values.key)
  if (key === undefined) return refuse('key', 'reason.required')
  const [made] = await createChannels(deps, actor, { ...input, name, key, models })
  if (made === undefined) return
  for (const keys of others) await addChannelKeys(deps, actor, { id: made.id, keys })
  if (status === CHANNEL_STATUS.disabled) await setChannel(deps, actor, { id: made.id, status })
}

async function change(deps: ServiceDeps, actor: Actor, { stored, changes, values }: PlannedItem) {
  const id = stored?.id ?? 0
  const changed = Object.fromEntries(changes.map(({ field, after }) => [field, after] as const))
  const { key, ...others } = changed
  const keys = keysIn(values.key)
  const hasOne = keys.length === 1 && values.key_mode === ''
  const isAboutKeys = key !== undefined || changed.key_mode === ''
  if (isAboutKeys && !hasOne) await exchangeKeys(deps, actor, { id, keys })
  const replacing = isAboutKeys && hasOne ? { key: keys[0] ?? '', key_mode: '' } : {}
  if (Object.keys({ ...others, ...replacing }).length === 0) return
  await setChannel(deps, actor, { id, ...inputOf(others), ...replacing })
}

interface KeyExchange {
  readonly id: number
  readonly keys: readonly string[]
}

/** Keys that stay keep their weights, and what they rest for. */
async function exchangeKeys(deps: ServiceDeps, actor: Actor, { id, keys: wanted }: KeyExchange) {
  for (const keys of wanted) await addChannelKeys(deps, actor, { id, keys })
  const row = await findChannel(deps.db.reader, id)
  for (const key of readKeys(row?.keys ?? '')) {
    const text = deps.sealer.open(key.sealed, CHANNEL_KEY_PURPOSE)
    if (!wanted.includes(text)) await removeChannelKey(deps, actor, { id, key: key.id })
  }
}

export const channelStore: SectionStore = {
  read: async ({ db, sealer }) => {
    const items = new Map<string, StoredItem>()
    for (const row of await allChannels(db.lists)) {
      const isAmbiguous = items.has(row.name)
      items.set(row.name, { values: valuesOf(sealer, row), id: row.id, isAmbiguous })
    }
    return items
  },
  normal,
  write: async (deps, actor, items) => {
    for (const item of items) {
      await (item.action === 'create' ? create : change)(deps, actor, item)
    }
  },
  remove: async (deps, actor, items) => {
    for (const { stored } of items) await removeChannel(deps, actor, stored?.id ?? 0)
  },
  targets: (_, { id = 0 }) => [`channel:${id}`],
}
