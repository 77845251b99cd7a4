/**
 * What a user asks of things that an upstream keeps: found by their owner, asked for where they
 * are, passed as they come. What costs money is held for before and billed at its end.
 */
import { OWNED_FAMILY_ROWS, type OwnedAct } from '../../domain/owned'
import { monotonicMs } from '../../domain/time-source'
import { authorize, authorizeOwner, checkAddress, checkPin, chooseGroup } from '../call/authorize'
import { PROTOCOL_CODECS } from '../protocols'
import type { Relay } from '../relay'
import { createOwned } from './create'
import { listOwned } from './list'
import { reachOwned } from './reach'
import type { OwnedInput, OwnedRelay, OwnedVisit } from './visit'

/** Names a channel, for administrators. */
const CHANNEL_HEADER = 'x-gw-channel'

const ACTS: Readonly<
  Record<OwnedAct, (ports: OwnedRelay, visit: OwnedVisit) => Promise<Response>>
> = {
  create: createOwned,
  list: listOwned,
  read: reachOwned,
  change: reachOwned,
  delete: reachOwned,
}

/** Answers the client, or throws the `GatewayError` that the edge renders. */
export async function ownedCall(ports: OwnedRelay, input: OwnedInput): Promise<Response> {
  const { relay } = ports
  const visit = await enter(relay, input)
  const { act } = input.route
  try {
    const { requestLimit } = relay.directory.settings()
    // As everywhere, only what makes something counts as a request.
    if (act !== 'create' || requestLimit === undefined) return await ACTS[act](ports, visit)
    const { user } = visit.caller
    const admission = await relay.limits.admit(user.id, requestLimit, monotonicMs(relay.clock))
    try {
      const response = await ACTS[act](ports, visit)
      admission.succeeded(monotonicMs(relay.clock))
      return response
    } catch (error) {
      admission.failed()
      throw error
    }
  } finally {
    visit.hold.release()
  }
}

async function enter(relay: Relay, input: OwnedInput): Promise<OwnedVisit> {
  const { directory, clock } = relay
  const { credential, headers, route } = input
  const startedAtMs = clock.nowMs()
  const pending = directory.settled()
  if (pending !== undefined) await pending
  const admit = route.act === 'create' ? authorize : authorizeOwner
  const caller = await admit(directory, credential, startedAtMs)
  const pin = credential.pin ?? headers.get(CHANNEL_HEADER) ?? undefined
  checkPin(caller, pin)
  checkAddress(caller, input.ip)
  const { protocol } = OWNED_FAMILY_ROWS[route.family]
  const names = PROTOCOL_CODECS[protocol].vendorHeaders
  const told = names.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return {
    ...input,
    caller,
    group: chooseGroup(directory, caller),
    pin,
    startedAtMs,
    hold: relay.budget.open(caller.user.id),
    vendorHeaders: Object.fromEntries(told),
  }
}
