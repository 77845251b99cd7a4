import type { ChannelRow } from '../../../db/tables/channels'
import { isInUse, readKeys, type StoredKey } from '../../domain/channels/keys'
import { maxInputTokensOf } from '../../domain/channels/setting'
import type { Sealer } from '../seal'
import { shownSetting } from './proxy'

/** A channel without its key and its proxy's password: they are written, never read back. */
export type ChannelView = Omit<ChannelRow, Hidden> & {
  /** A field of its settings; 0 for no limit. */
  readonly max_input_tokens: number
  /** 1 for a channel with one key. */
  readonly key_count: number
  readonly keys_in_use: number
  readonly keys_cooling: number
  /** Epoch seconds until when it is left alone because it has failed; 0 when it is not. */
  readonly cooling_until: number
  readonly cooling_reason: string
}

type Hidden = 'key_sealed' | 'key_hash' | 'proxy_sealed' | 'keys' | 'revived_at'

/** What the sealed key of a channel is bound to. */
export const CHANNEL_KEY_PURPOSE = 'channel-key'

/** Its one key, or the first of several; "" for a channel without any. */
export function storedKey(
  sealer: Pick<Sealer, 'open'>,
  { key_sealed }: Pick<ChannelRow, 'key_sealed'>,
): string {
  return key_sealed === '' ? '' : sealer.open(key_sealed, CHANNEL_KEY_PURPOSE)
}

export function toChannelView(row: ChannelRow): ChannelView {
  const { keys, revived_at: _revived, ...columns } = row
  const { key_sealed: _sealed, key_hash: _hash, proxy_sealed: _proxy, ...shown } = columns
  const stored = readKeys(keys)
  const counted = stored.length === 0 ? { key_count: 1, keys_in_use: 1 } : countsOf(stored)
  const cooling = { keys_cooling: 0, cooling_until: 0, cooling_reason: '' }
  const max_input_tokens = maxInputTokensOf(row.setting)
  return { ...shown, setting: shownSetting(row), max_input_tokens, ...counted, ...cooling }
}

function countsOf(keys: readonly StoredKey[]) {
  return { key_count: keys.length, keys_in_use: keys.filter(isInUse).length }
}

/** For the audit log, which says that a secret has changed and masks what it is. */
export function channelFacts(row: ChannelRow) {
  return { ...toChannelView(row), key: row.key_hash, proxy_password: row.proxy_sealed }
}
