/** What is known of a channel's keys, and which of them rest; never a key. */
import type { ChannelRow } from '../../../../db/tables/channels'
import { type CooldownRow, cooldownsAt } from '../../../../db/tables/cooldowns'
import { type KeyUse, keyUses } from '../../../../db/tables/key-uses'
import { nowSeconds } from '../../../clock'
import {
  isInUse,
  keyHint,
  keyMark,
  ONLY_KEY,
  readKeys,
  type StoredKey,
} from '../../../domain/channels/keys'
import { DAY, HOUR } from '../../../domain/logs/rollups'
import { CHANNEL_STATUS } from '../../../domain/status'
import type { ServiceDeps } from '../../service-deps'
import { existingChannel } from '../show'
import { CHANNEL_KEY_PURPOSE } from '../view'

export interface KeyView {
  /** 0 for the only key of a channel. */
  readonly id: number
  readonly hint: string
  readonly status: number
  readonly weight: number
  /** Per cent of the calls, while all that are in use work. */
  readonly share: number
  readonly reason: string
  /** Epoch seconds of the last change of its state; 0 when nobody knows. */
  readonly changed_time: number
  /** Epoch seconds; 0 when it does not rest. */
  readonly cooling_until: number
  /** "" when it rests for every model. */
  readonly cooling_model: string
  readonly cooling_reason: string
  /** Attempts, the running hour the last of 24; failures that are not the caller's own. */
  readonly calls_24h: number
  readonly failed_24h: number
  /** Per cent of the calls of all keys of the channel. */
  readonly share_24h: number
  readonly calls_7d: number
  readonly failed_7d: number
  readonly share_7d: number
  /** Epoch seconds; 0 when it was not used as far back as counts are stored. */
  readonly used_time: number
}

export interface KeyListView {
  /** "" for a channel with one key. */
  readonly mode: string
  readonly keys: readonly KeyView[]
}

export async function listChannelKeys(deps: ServiceDeps, id: number): Promise<KeyListView> {
  const channel = await existingChannel(deps.db.reader, id)
  const nowMs = deps.clock.nowMs()
  const rows = await cooldownsAt(deps.db.lists, { nowMs, channelIds: [id] })
  const stored = readKeys(channel.keys)
  const keys = stored.length > 0 ? stored : [onlyKey(deps, channel)]
  const uses = await usesOf(deps, id, stored)
  const sum = keys.filter(isInUse).reduce((all, { weight }) => all + weight, 0)
  return {
    mode: stored.length > 0 ? channel.key_mode : '',
    keys: keys.map((key) => ({ ...keyView(key, { sum, rows }), ...useView(uses, key.id) })),
  }
}

type Uses = ReadonlyMap<number, KeyUse>

/** By the key's number. */
async function usesOf(
  { db, clock }: ServiceDeps,
  id: number,
  stored: readonly StoredKey[],
): Promise<Uses> {
  const now = nowSeconds(clock)
  const end = now - (now % HOUR) + HOUR
  const span = { dayFrom: end - DAY, weekFrom: end - 7 * DAY }
  const kind = stored.length === 0 ? 'channel' : 'key'
  const numbers = new Map(
    stored.length === 0
      ? [[String(id), ONLY_KEY]]
      : stored.map((key) => [keyMark(id, key), key.id] as const),
  )
  const found = await keyUses(db.lists, [...numbers.keys()], { kind, ...span })
  return new Map(found.map((use) => [numbers.get(use.subject) ?? ONLY_KEY, use]))
}

const UNUSED = { calls_24h: 0, failed_24h: 0, calls_7d: 0, failed_7d: 0, used_time: 0 } as const

function useView(uses: Uses, key: number) {
  const { calls_24h, failed_24h, calls_7d, failed_7d, used_time } = uses.get(key) ?? UNUSED
  const all = (name: 'calls_24h' | 'calls_7d') =>
    uses.values().reduce((sum, use) => sum + use[name], 0)
  return {
    calls_24h,
    failed_24h,
    share_24h: perCent(calls_24h, all('calls_24h')),
    calls_7d,
    failed_7d,
    share_7d: perCent(calls_7d, all('calls_7d')),
    used_time,
  }
}

function perCent(part: number, total: number): number {
  return total === 0 ? 0 : Math.round((part / total) * 1000) / 10
}

type ShownKey = Omit<StoredKey, 'sealed' | 'hash'>

function onlyKey({ sealer }: ServiceDeps, channel: ChannelRow): ShownKey {
  const { key_sealed, revived_at } = channel
  const hint = key_sealed === '' ? '' : keyHint(sealer.open(key_sealed, CHANNEL_KEY_PURPOSE))
  const { enabled: status } = CHANNEL_STATUS
  return { id: ONLY_KEY, hint, status, weight: 1, reason: '', at: revived_at }
}

interface Around {
  readonly sum: number
  readonly rows: readonly CooldownRow[]
}

function keyView(key: ShownKey, { sum, rows }: Around) {
  const { id, hint, status, weight, reason, at } = key
  const rest = rows.find(({ key_id }) => key_id === id)
  return {
    id,
    hint,
    status,
    weight,
    share: isInUse(key) ? perCent(weight, sum) : 0,
    reason,
    changed_time: Math.floor(at / 1000),
    cooling_until: rest === undefined ? 0 : Math.ceil(rest.until_at / 1000),
    cooling_model: rest?.model ?? '',
    cooling_reason: rest?.reason ?? '',
  }
}
