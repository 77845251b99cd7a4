/**
 * What a user asks of things that an upstream keeps: found by their owner, asked for where they
 * are, passed as they come. What costs money is held for before and billed at its end.
 */
import { OWNED_FAMILY_ROWS } from '../../domain/objects/objects'
import type { OwnedAct } from '../../domain/objects/routes'
import { counted, enter } from '../call/enter'
import { PROTOCOL_CODECS } from '../formats/protocols'
import { createOwned } from './create'
import { listOwned } from './list'
import { prolongCache } from './prolong-cache'
import { reachOwned } from './reach'
import { createConversation, keepsConversations } from './stored/conversations'
import { uploadFile } from './upload-file'
import { openUpload } from './upload-session'
import { type OwnedInput, type OwnedRelay, type OwnedVisit, picked } from './visit'

const ACTS: Readonly<
  Record<OwnedAct, (ports: OwnedRelay, visit: OwnedVisit) => Promise<Response>>
> = {
  create: (ports, visit) => {
    const { family } = visit.route
    if (OWNED_FAMILY_ROWS[family].isUpload) return uploadFile(ports, visit)
    const isHere = family === 'conversations' && keepsConversations(ports.relay, visit)
    return isHere ? createConversation(ports, visit) : createOwned(ports, visit)
  },
  list: listOwned,
  read: reachOwned,
  change: reachOwned,
  prolong: prolongCache,
  delete: reachOwned,
}

/** A token without quota may look at what there is, and no more. */
const SPENDS: ReadonlySet<OwnedAct> = new Set<OwnedAct>(['create', 'prolong'])

/** Answers the client, or throws the `GatewayError` that the edge renders. */
export async function ownedCall(ports: OwnedRelay, input: OwnedInput): Promise<Response> {
  const { relay } = ports
  const visit = await visitOf(ports, input)
  const { act } = input.route
  try {
    if (act !== 'create' || visit.upload !== undefined) return await ACTS[act](ports, visit)
    return await counted(relay, visit.caller, () => ACTS[act](ports, visit))
  } finally {
    visit.hold.release()
  }
}

async function visitOf({ relay, uploads }: OwnedRelay, input: OwnedInput): Promise<OwnedVisit> {
  const { headers, route } = input
  const { protocol, isUpload } = OWNED_FAMILY_ROWS[route.family]
  const upload = isUpload && openUpload(uploads, input.query, relay.clock.nowMs())
  // Google's own clients send no key with the parts of a file: the address stands for it.
  const credential = upload?.credential ?? input.credential
  const entered = await enter(relay, { ...input, credential, creates: SPENDS.has(route.act) })
  return {
    ...input,
    ...entered,
    hold: relay.budget.open(entered.caller.user.id),
    vendorHeaders: picked(headers, PROTOCOL_CODECS[protocol].vendorHeaders),
    upload,
  }
}
