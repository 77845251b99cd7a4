import type { ChannelRow } from '../../../db/tables/channels'

/** A channel without its key: keys are written, never read back. */
export type ChannelView = Omit<ChannelRow, 'key_sealed' | 'key_hash'>

/** What the sealed key of a channel is bound to. */
export const CHANNEL_KEY_PURPOSE = 'channel-key'

export function toChannelView(row: ChannelRow): ChannelView {
  const { key_sealed: _sealed, key_hash: _hash, ...shown } = row
  return shown
}
