/** What lists show of channel types: whole rows are ten times as much, for forms alone. */

import { canRelay } from '../calls/model-calls'
import { CHANNEL_TYPES } from '../channel-types'
import type { ChannelTypeRow } from '../channel-types/channel-type'
import { needsAddress } from './gaps'

export interface ChannelTypeFacts
  extends Pick<ChannelTypeRow, 'id' | 'name' | 'chineseName' | 'successor' | 'reportsBalance'> {
  /** Whether anything can go through its channels. */
  readonly isRelayed: boolean
  /** Whether its channels work only with an address of their own. */
  readonly needsAddress: boolean
}

/** By id, to be written into the console when it is built. */
export function channelTypeFacts(): Readonly<Record<number, ChannelTypeFacts>> {
  const facts = CHANNEL_TYPES.map(
    (row): ChannelTypeFacts => ({
      id: row.id,
      name: row.name,
      chineseName: row.chineseName,
      successor: row.successor,
      reportsBalance: row.reportsBalance,
      isRelayed: canRelay(row),
      needsAddress: needsAddress(row),
    }),
  )
  return Object.fromEntries(facts.map((one) => [one.id, one]))
}
