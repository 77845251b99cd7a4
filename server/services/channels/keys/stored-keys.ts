/** The keys of a channel as its row has them. */
import type { ChannelChange, ChannelRow } from '../../../../db/tables/channels'
import {
  DEFAULT_KEY_MODE,
  isKeyMode,
  KEY_MODES,
  keyHint,
  MAX_KEYS,
  mainKey,
  readKeys,
  type StoredKey,
  writeKeys,
} from '../../../domain/channels/keys'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { CHANNEL_STATUS } from '../../../domain/status'
import type { Sealer } from '../../seal'
import type { ServiceDeps } from '../../service-deps'
import { CHANNEL_KEY_PURPOSE } from '../view'

interface Making {
  readonly sealer: Sealer
  readonly nowMs: number
}

/** The columns of a channel with these keys, one per line; none twice. */
export function manyKeys(
  texts: readonly string[],
  { sealer, nowMs }: Making,
  before: readonly StoredKey[] = [],
): StoredKey[] {
  const known = new Set(before.map(({ hash }) => hash))
  let last = before.reduce((most, { id }) => Math.max(most, id), 0)
  const made = texts.flatMap((text) => {
    const hash = sealer.keyedHash(text)
    if (known.has(hash)) return []
    last += 1
    const sealed = sealer.seal(text, CHANNEL_KEY_PURPOSE)
    const facts = { status: CHANNEL_STATUS.enabled, weight: 1, reason: '', at: nowMs }
    return [{ id: last, sealed, hash, hint: keyHint(text), ...facts }]
  })
  const all = [...before, ...made]
  if (all.length > MAX_KEYS) {
    throw new GatewayError('value.out_of_range', { field: 'key', min: 1, max: MAX_KEYS })
  }
  return all
}

export type KeyColumns = Pick<ChannelRow, 'keys' | 'key_mode' | 'key_sealed' | 'key_hash'>

/** What is stored of them; the first in use stands for the channel where only one can. */
export function keyColumns(keys: readonly StoredKey[], mode: string): KeyColumns {
  const main = mainKey(keys)
  return {
    keys: writeKeys(keys),
    key_mode: keyModeOf(mode),
    key_sealed: main?.sealed ?? '',
    key_hash: main?.hash ?? '',
  }
}

/** "" takes the usual one. */
export function keyModeOf(given: string) {
  const mode = given.trim() || DEFAULT_KEY_MODE
  if (isKeyMode(mode)) return mode
  throw new GatewayError('channel.field_invalid', {
    field: 'key_mode',
    reason: 'reason.not_a_choice',
    choices: KEY_MODES.join(', '),
  })
}

/** Those of a channel with one key, too, as if it had always had several. */
export function storedKeys(channel: ChannelRow, sealer: Sealer): readonly StoredKey[] {
  const stored = readKeys(channel.keys)
  if (stored.length > 0 || channel.key_sealed === '') return stored
  const text = sealer.open(channel.key_sealed, CHANNEL_KEY_PURPOSE)
  return manyKeys([text], { sealer, nowMs: channel.revived_at })
}

/** Given anew with a form: one key for the channel, or several in the place of those it had. */
export function replacedKeys(
  { sealer, clock }: Pick<ServiceDeps, 'sealer' | 'clock'>,
  texts: readonly string[],
  mode: string,
): ChannelChange {
  const [only, second] = texts
  if (only !== undefined && second === undefined && mode === '') {
    return {
      keys: '',
      key_mode: '',
      key_sealed: sealer.seal(only, CHANNEL_KEY_PURPOSE),
      key_hash: sealer.keyedHash(only),
    }
  }
  return keyColumns(manyKeys(texts, { sealer, nowMs: clock.nowMs() }), mode)
}
