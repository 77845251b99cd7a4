/**
 * What a user asks of things that an upstream keeps: found by their owner, asked for where they
 * are, passed as they come. What costs money is held for before and billed at its end.
 */
import { OWNED_FAMILY_ROWS, type OwnedAct } from '../../domain/owned'
import { counted, enter } from '../call/enter'
import { PROTOCOL_CODECS } from '../protocols'
import type { Relay } from '../relay'
import { createOwned } from './create'
import { listOwned } from './list'
import { reachOwned } from './reach'
import type { OwnedInput, OwnedRelay, OwnedVisit } from './visit'

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
  const visit = await visitOf(relay, input)
  const { act } = input.route
  try {
    if (act !== 'create') return await ACTS[act](ports, visit)
    return await counted(relay, visit.caller, () => ACTS[act](ports, visit))
  } finally {
    visit.hold.release()
  }
}

async function visitOf(relay: Relay, input: OwnedInput): Promise<OwnedVisit> {
  const { headers, route } = input
  const entered = await enter(relay, { ...input, creates: route.act === 'create' })
  const { protocol } = OWNED_FAMILY_ROWS[route.family]
  const names = PROTOCOL_CODECS[protocol].vendorHeaders
  const told = names.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return {
    ...input,
    ...entered,
    hold: relay.budget.open(entered.caller.user.id),
    vendorHeaders: Object.fromEntries(told),
  }
}
