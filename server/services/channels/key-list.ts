/** What is known of a channel's keys, and which of them rest; never a key. */
import type { ChannelRow } from '../../../db/tables/channels'
import { type CooldownRow, cooldownsAt } from '../../../db/tables/cooldowns'
import { isInUse, keyHint, ONLY_KEY, readKeys, type StoredKey } from '../../domain/channel-keys'
import { CHANNEL_STATUS } from '../../domain/status'
import type { ServiceDeps } from '../service-deps'
import { existingChannel } from './show'
import { CHANNEL_KEY_PURPOSE } from './view'

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
  const sum = keys.filter(isInUse).reduce((all, { weight }) => all + weight, 0)
  return {
    mode: stored.length > 0 ? channel.key_mode : '',
    keys: keys.map((key) => keyView(key, { sum, rows })),
  }
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

function keyView(key: ShownKey, { sum, rows }: Around): KeyView {
  const { id, hint, status, weight, reason, at } = key
  const rest = rows.find(({ key_id }) => key_id === id)
  return {
    id,
    hint,
    status,
    weight,
    share: isInUse(key) ? Math.round((weight / sum) * 1000) / 10 : 0,
    reason,
    changed_time: Math.floor(at / 1000),
    cooling_until: rest === undefined ? 0 : Math.ceil(rest.until_at / 1000),
    cooling_model: rest?.model ?? '',
    cooling_reason: rest?.reason ?? '',
  }
}
