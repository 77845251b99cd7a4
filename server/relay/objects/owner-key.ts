/**
 * With which key of a channel something new is made. Keys may be of different accounts, and a
 * request can only name things of one: so a user's things follow each other, and the channel's
 * way of choosing decides where the first of them goes.
 */
import { OWNED_FAMILY_ROWS, type OwnedKind } from '../../domain/objects/objects'
import type { Relay } from '../call/relay'
import { keyByHash, keyForWork } from '../call/route/keys'
import type { OwnedRow, RelayChannel } from '../ports/ports'
import type { ObjectRequest } from './object-request'

/** What later requests may name side by side. */
const NAMED_TOGETHER: readonly OwnedKind[] = [
  'file',
  'upload',
  'conversation',
  'gemini_file',
  'cached_content',
]
/** Of each kind, looked at for one that is at the channel. */
const NEWEST = 20

type Ports = Pick<Relay, 'owned' | 'route'>

export async function keyForOwner(
  relay: Ports,
  { caller, route }: ObjectRequest,
  channel: RelayChannel,
): Promise<RelayChannel> {
  if (channel.keys === undefined) return channel
  const { standsAlone } = OWNED_FAMILY_ROWS[route.family]
  const last = standsAlone ? undefined : await newestAt(relay, caller.user.id, channel)
  const key = last && keyByHash(channel, last.keyHash)
  const isAwake = key !== undefined && relay.route.health.restsUntil(key, '') === 0
  return isAwake ? key : keyForWork(relay.route, channel, '')
}

async function newestAt(
  { owned }: Ports,
  userId: number,
  { id }: RelayChannel,
): Promise<OwnedRow | undefined> {
  const question = { userId, after: undefined, limit: NEWEST, order: 'desc' } as const
  const pages = await Promise.all(NAMED_TOGETHER.map((kind) => owned.page({ ...question, kind })))
  const rows = pages.flatMap((page) => page.find(({ channelId }) => channelId === id) ?? [])
  return rows.toSorted((a, b) => b.createdAtMs - a.createdAtMs)[0]
}
