/** Which of a channel's keys a call is sent with. */

import type { Directory, Random, RelayChannel, RelayKey, RelayKeys } from '../../ports/ports'
import type { Call } from '../call'
import { keyHashOf } from '../vendor-objects/rows'
import { affinityFor, rendezvous } from './affinity'
import type { RouteHealth } from './route-health'

export interface KeyPorts {
  readonly health: RouteHealth
  readonly random: Random
  readonly turns: KeyTurns
}

/** How often each key was chosen here, for the ways of choosing that go by it. */
export class KeyTurns {
  readonly #turns = new Map<number, number>()
  readonly #uses = new Map<string, number>()

  next(channelId: number): number {
    const turn = this.#turns.get(channelId) ?? 0
    this.#turns.set(channelId, turn + 1)
    return turn
  }

  uses(key: RelayChannel): number {
    return this.#uses.get(nameOf(key)) ?? 0
  }

  /** `least` is where a key begins that was not used yet: it must not get all calls at once. */
  used(key: RelayChannel, least: number): void {
    const name = nameOf(key)
    this.#uses.set(name, Math.max(this.#uses.get(name) ?? 0, least) + 1)
  }
}

/** The channel with one of its keys; itself where it has one. */
export function withKey(ports: KeyPorts, call: Call, channel: RelayChannel): RelayChannel {
  const { keys } = channel
  if (keys === undefined) return channel
  return chosenKey(ports, call, keys) ?? keys.list[0]?.channel ?? channel
}

/** For work that is no call, whose later questions go with the same key. Those at rest wait. */
export function keyForWork(ports: KeyPorts, channel: RelayChannel, model: string): RelayChannel {
  const { keys } = channel
  if (keys === undefined) return channel
  const awake = keys.list.filter(({ channel: key }) => ports.health.restsUntil(key, model) === 0)
  return DRAWS[keys.mode](ports, awake.length === 0 ? keys.list : awake) ?? channel
}

/** Another key of the channel, which neither rests nor was tried by this call. */
export function spareKey(
  ports: KeyPorts,
  call: Call,
  { keys }: RelayChannel,
): RelayChannel | undefined {
  if (keys === undefined) return undefined
  const { model } = call.facts.query
  const spare = keys.list.filter(
    ({ channel }) => !wasTried(call, channel) && ports.health.restsUntil(channel, model) === 0,
  )
  return drawn(ports, call, { ...keys, list: spare })
}

function chosenKey(ports: KeyPorts, call: Call, keys: RelayKeys): RelayChannel | undefined {
  const { health } = ports
  if (health.isQuiet) return drawn(ports, call, keys)
  const spare = keys.list[0] && spareKey(ports, call, { ...keys.list[0].channel, keys })
  if (spare !== undefined) return spare
  // All of them rest: whoever may be tried again soonest is.
  const { model } = call.facts.query
  const ends = ({ channel }: RelayKey) => health.restsUntil(channel, model)
  return keys.list.toSorted((a, b) => ends(a) - ends(b))[0]?.channel
}

function drawn(ports: KeyPorts, call: Call, { mode, list }: RelayKeys): RelayChannel | undefined {
  const [first] = list
  if (first === undefined || list.length === 1) return first?.channel
  const affinity = affinityFor(call)
  if (affinity !== undefined) return rendezvous(list, affinity, BY_KEY)?.channel
  return DRAWS[mode](ports, list)
}

const BY_KEY = {
  idOf: ({ channel }: RelayKey) => channel.id * 1009 + (channel.keyId ?? 0),
  weightOf: ({ weight }: RelayKey) => weight,
}

type Draw = (ports: KeyPorts, list: readonly RelayKey[]) => RelayChannel | undefined

const DRAWS: Readonly<Record<RelayKeys['mode'], Draw>> = {
  round_robin: ({ turns }, list) => at(list, turns.next(list[0]?.channel.id ?? 0) % sumOf(list)),
  random: ({ random }, list) => at(list, Math.floor(random.next() * sumOf(list))),
  least_used: ({ turns }, list) => {
    const load = ({ channel, weight }: RelayKey) => turns.uses(channel) / weight
    const [least] = list.toSorted((a, b) => load(a) - load(b))
    const known = list.map(({ channel }) => turns.uses(channel)).filter((uses) => uses > 0)
    const start = known.length === 0 ? 0 : Math.min(...known) - 1
    if (least !== undefined) turns.used(least.channel, start)
    return least?.channel
  },
}

function sumOf(list: readonly RelayKey[]): number {
  return list.reduce((sum, { weight }) => sum + weight, 0)
}

/** Where the shares stand one behind the other. */
function at(list: readonly RelayKey[], place: number): RelayChannel | undefined {
  let remaining = place
  for (const { channel, weight } of list) {
    remaining -= weight
    if (remaining < 0) return channel
  }
  return list.at(-1)?.channel
}

interface MadeThere {
  readonly channelId: number
  readonly keyHash: string
}

/** The channel that made something, with the key that made it; as it is when that key is gone. */
export function channelThatMade(
  directory: Pick<Directory, 'channel'>,
  { channelId, keyHash }: MadeThere,
): RelayChannel | undefined {
  const channel = directory.channel(channelId)
  return channel && keyThatMade(channel, keyHash)
}

/** `undefined` where the channel has that key no more. */
export function keyByHash({ keys }: RelayChannel, keyHash: string): RelayChannel | undefined {
  return keys?.list.find((key) => keyHashOf(key.channel) === keyHash)?.channel
}

function keyThatMade(channel: RelayChannel, keyHash: string): RelayChannel {
  return keyByHash(channel, keyHash) ?? channel
}

export function nameOf({ id, keyId = 0 }: RelayChannel): string {
  return `${id}:${keyId}`
}

function wasTried(call: Call, channel: RelayChannel): boolean {
  return call.triedKeys?.has(nameOf(channel)) === true
}
