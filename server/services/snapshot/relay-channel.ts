/** From a channel row to what the relay needs, parsed once so that calls parse nothing. */
import type { RelayChannelRow } from '../../../db/tables/channels'
import { fidelityOf } from '../../domain/calls/fidelity'
import { gapOf } from '../../domain/channels/gaps'
import {
  DEFAULT_KEY_MODE,
  isInUse,
  keyMark,
  readKeys,
  type StoredKey,
} from '../../domain/channels/keys'
import { modelMapper } from '../../domain/channels/model-mapping'
import { channelTypeOf } from '../../domain/channels/routes'
import { keywordsOf, maxInputTokensOf } from '../../domain/channels/setting'
import type { CutPolicy, RelayChannel } from '../../relay/ports/ports'
import type { JsonObject } from '../../relay/wire/chat'
import { openSetting } from '../channels/proxy'
import { CHANNEL_KEY_PURPOSE, storedKey } from '../channels/view'
import type { Sealer } from '../seal'

const CUT_POLICIES: readonly string[] = ['partial', 'drain', 'refund'] satisfies CutPolicy[]

/** `undefined` for a type this version does not know. */
export function relayChannel(row: RelayChannelRow, sealer: Sealer): RelayChannel | undefined {
  const type = channelTypeOf(row)
  if (type === undefined) return undefined
  const setting = readObject(openSetting(sealer, row)) ?? {}
  const override = readObject(row.param_override)
  const stored = readKeys(row.keys)
  const key = storedKey(sealer, row)
  const channel: RelayChannel = {
    id: row.id,
    name: row.name,
    type,
    status: row.status,
    key,
    baseUrl: (row.base_url || type.baseUrl).replace(/\/+$/, ''),
    organization: row.openai_organization,
    other: row.other || type.defaultOther,
    weight: Math.max(0, row.weight),
    priority: row.priority,
    autoBan: row.auto_ban === 1,
    mapModel: modelMapper(row.model_mapping),
    mapStatus: statusMapper(row.status_code_mapping),
    paramOverride:
      override !== undefined && Object.keys(override).length > 0 ? override : undefined,
    proxy: typeof setting.proxy === 'string' ? setting.proxy : '',
    cutPolicy: cutPolicyOf(setting.cut_policy),
    fidelity: fidelityOf(setting.fidelity),
    forceFormat: setting.force_format === true,
    thinkingToContent: setting.thinking_to_content === true,
    keepUpstreamModel: setting.keep_upstream_model === true,
    disableKeywords: keywordsOf(row.setting),
    maxInputTokens: maxInputTokensOf(row.setting) || undefined,
    allowPrivate: row.allow_private === 1,
    gap: gapOf(row, key),
    revivedAtMs: row.revived_at,
    costRatio: positive(setting.cost_ratio),
    firstByteMs: inMs(positive(setting.first_byte_seconds)),
    idleMs: inMs(positive(setting.idle_seconds)),
    createdSeconds: row.created_time,
  }
  return stored.length === 0 ? channel : withKeys(channel, row, { stored, sealer })
}

interface KeysOf {
  readonly stored: readonly StoredKey[]
  readonly sealer: Sealer
}

/** With those in use; the last one of several still has its id. */
function withKeys(
  channel: RelayChannel,
  row: RelayChannelRow,
  { stored, sealer }: KeysOf,
): RelayChannel {
  const list = stored.filter(isInUse).map((one) => {
    const { id, sealed, weight, at } = one
    const key = sealer.open(sealed, CHANNEL_KEY_PURPOSE)
    const revivedAtMs = Math.max(row.revived_at, at)
    return {
      weight,
      channel: { ...channel, key, keyId: id, keyMark: keyMark(row.id, one), revivedAtMs },
    }
  })
  const [first, second] = list
  if (first === undefined) return channel
  if (second === undefined) return first.channel
  const mode = row.key_mode === '' ? DEFAULT_KEY_MODE : row.key_mode
  return { ...channel, key: first.channel.key, keys: { mode, list } }
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined
}

function inMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000
}

function cutPolicyOf(value: unknown): CutPolicy {
  const known = CUT_POLICIES.find((policy) => policy === value)
  return (known as CutPolicy | undefined) ?? 'partial'
}

/** `undefined` for blank text and for anything but an object. */
function readObject(text: string | null): JsonObject | undefined {
  if (text === null || text.trim() === '') return undefined
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as JsonObject) : undefined
  } catch {
    return undefined
  }
}

/** Keys and values may be numbers or digits in text; anything else is left unmapped. */
function statusMapper(text: string): (status: number) => number {
  const mapping = readObject(text)
  if (mapping === undefined) return (status) => status
  const pairs = new Map<number, number>()
  for (const [from, to] of Object.entries(mapping)) {
    const target = typeof to === 'number' || typeof to === 'string' ? Number(to) : Number.NaN
    if (Number.isInteger(target) && target >= 100 && target <= 599) pairs.set(Number(from), target)
  }
  return (status) => pairs.get(status) ?? status
}
