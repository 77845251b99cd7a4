/** What the steps of the wizard know of a channel that is not saved yet. */

import { callsOf, worthOffering } from '../../../../server/domain/calls/model-calls'
import { channelTypeOf } from '../../../../server/domain/channels/routes'
import type { ChannelValues } from '../drawer/channel-values'

export interface Connected {
  /** What was typed when it was tried; another key is another matter. */
  readonly proof: string
  /** Models that the upstream names; `undefined` where it names none. */
  readonly listed: readonly string[] | undefined
  /** `undefined` for somebody who goes on without a test that passed. */
  readonly passed: { readonly model: string; readonly seconds: number } | undefined
}

type Credentials = Pick<ChannelValues, 'type' | 'key' | 'base_url' | 'other'>

export function proofOf({ type, key, base_url, other }: Credentials): string {
  return JSON.stringify([type, key.trim(), base_url.trim(), other.trim()])
}

/** As many as somebody looks through; of a longer list only what the type usually offers. */
const FEW = 20

export function startingModels(
  values: Credentials,
  listed: readonly string[] | undefined,
): readonly string[] {
  const row = channelTypeOf(values)
  if (row === undefined) return []
  if (listed === undefined) return worthOffering(row, row.models)
  const offered = worthOffering(row, listed)
  return offered.length <= FEW ? offered : offered.filter((name) => row.models.includes(name))
}

/** One that talks and that the account has; "" leaves the choice to the gateway. */
export function modelToTest(values: Credentials, listed: readonly string[] = []): string {
  const row = channelTypeOf(values)
  if (row === undefined) return ''
  const talking = new Set(listed.filter((name) => callsOf(row, name)[0] === 'chat'))
  return row.models.find((name) => talking.has(name)) ?? [...talking][0] ?? ''
}
