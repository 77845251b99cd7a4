/** What has to be filled in before a request can be sent to a channel's upstream at all. */

import { canRelay } from '../calls/model-calls'
import type { ChannelTypeRow } from '../channel-types/channel-type'
import { readKey } from '../channel-types/key-shape'
import { GatewayError } from '../errors/gateway-error'
import { otherProblem } from './other-field'
import { channelTypeOf } from './routes'

export type ChannelGap = 'address' | 'other' | 'key'

interface Filled {
  readonly type: number
  readonly other: string
  /** "" for the type's own. */
  readonly base_url: string
}

/** Whether channels of the type work only with an address of their own. */
export function needsAddress(row: Pick<ChannelTypeRow, 'baseUrl' | 'dialect' | 'jobs'>): boolean {
  return row.baseUrl === '' && canRelay(row)
}

/**
 * `undefined` for a channel whose upstream can be called. Stored keys are sealed: without `key` the
 * rest alone is looked at.
 */
export function gapOf(channel: Filled, key?: string): ChannelGap | undefined {
  const row = channelTypeOf(channel)
  if (row === undefined || !canRelay(row)) return undefined
  if (needsAddress(row) && channel.base_url.trim() === '') return 'address'
  if (key !== undefined && readKey(key, row.keyShape) === undefined) return 'key'
  const problem = otherProblem(row, channel.other)?.reason
  return problem === 'reason.account_id' || problem === 'reason.routes' ? 'other' : undefined
}

/** What a form says of it. */
export function gapError({ keyHint, otherField }: ChannelTypeRow, gap: ChannelGap): GatewayError {
  if (gap === 'address') return new GatewayError('channel.base_url_missing')
  if (gap === 'key') return new GatewayError('channel.key_invalid', { format: keyHint })
  const reason = otherField === 'routes' ? 'reason.routes' : 'reason.account_id'
  return new GatewayError('channel.field_invalid', { field: 'other', reason })
}
