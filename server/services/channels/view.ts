import type { ChannelRow } from '../../../db/tables/channels'
import { shownSetting } from './proxy'

/** A channel without its key and its proxy's password: they are written, never read back. */
export type ChannelView = Omit<ChannelRow, 'key_sealed' | 'key_hash' | 'proxy_sealed'>

/** What the sealed key of a channel is bound to. */
export const CHANNEL_KEY_PURPOSE = 'channel-key'

export function toChannelView(row: ChannelRow): ChannelView {
  const { key_sealed: _sealed, key_hash: _hash, proxy_sealed: _proxy, ...shown } = row
  return { ...shown, setting: shownSetting(row) }
}

/** For the audit log, which tells that a secret has changed and masks what it is. */
export function channelFacts(row: ChannelRow) {
  return { ...toChannelView(row), key: row.key_hash, proxy_password: row.proxy_sealed }
}
