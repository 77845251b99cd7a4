/**
 * The keys of a channel in a file. Ours name each with its state; the other gateways write
 * several of them into one text, one per line or as a JSON list, and say so in `channel_info`.
 */

import { channelTypeById } from '../../domain/channel-types'
import { splitKeys } from '../../domain/channel-types/key-shape'
import type { StoredKey } from '../../domain/channels/keys'
import type { ExportedChannel } from '../../domain/export-document'
import { isRecord, recordOf } from '../../domain/json/records'
import { CHANNEL_STATUS, channelStatus, statusName } from '../../domain/status'
import { type KeyColumns, keyColumns, manyKeys } from '../channels/keys/stored-keys'
import { CHANNEL_KEY_PURPOSE } from '../channels/view'
import type { Work } from '../work'

interface FoundKey {
  readonly key: string
  readonly status: number
  readonly weight: number
}

/** By which the channel is found again that a row stands for. */
export function mainKeyOf(channel: ExportedChannel): string {
  const [first] = foundKeys(channel)
  const inUse = foundKeys(channel).find(({ status }) => status === CHANNEL_STATUS.enabled)
  return (inUse ?? first)?.key ?? channel.key.trim()
}

/** The columns of the keys that the row has, sealed. */
export function importedKeys({ sealer, clock }: Work, channel: ExportedChannel): KeyColumns {
  const found = foundKeys(channel)
  const key = channel.key.trim()
  if (found.length === 0) {
    const key_hash = key === '' ? '' : sealer.keyedHash(key)
    return { key_sealed: sealer.seal(key, CHANNEL_KEY_PURPOSE), key_hash, keys: '', key_mode: '' }
  }
  const texts = found.map((one) => one.key)
  const states = new Map(found.map(({ key: text, ...state }) => [sealer.keyedHash(text), state]))
  const keys = manyKeys(texts, { sealer, nowMs: clock.nowMs() }).map(
    (made): StoredKey => ({ ...made, ...states.get(made.hash) }),
  )
  return keyColumns(keys, modeOf(channel))
}

/** None for a channel with one key. */
function foundKeys(channel: ExportedChannel): readonly FoundKey[] {
  if (channel.keys.length > 0) return channel.keys
  const info = multiKeysOf(channel)
  const type = channelTypeById(channel.type)
  if (type === undefined) return []
  const texts = listed(channel.key) ?? splitKeys(channel.key, type.keyShape)
  if (texts.length < 2 && info.is_multi_key !== true) return []
  const states = isRecord(info.multi_key_status_list) ? info.multi_key_status_list : {}
  return texts.map((key, index) => ({ key, status: statusOf(states[index]), weight: 1 }))
}

function multiKeysOf({ channel_info: info }: ExportedChannel): Readonly<Record<string, unknown>> {
  if (typeof info === 'string') return recordOf(info)
  return isRecord(info) ? info : {}
}

/** Service accounts, each of several lines, stand in a JSON list. */
function listed(text: string): string[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    if (!Array.isArray(parsed)) return undefined
    return parsed.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  } catch {
    return undefined
  }
}

function statusOf(given: unknown): number {
  const isKnown = typeof given === 'number' && statusName(channelStatus, given) !== undefined
  return isKnown ? given : CHANNEL_STATUS.enabled
}

function modeOf(channel: ExportedChannel): string {
  const { key_mode } = channel
  if (key_mode !== '') return key_mode
  return multiKeysOf(channel).multi_key_mode === 'random' ? 'random' : ''
}
