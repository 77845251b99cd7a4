/**
 * What a user asks of things that an upstream stores: found by their owner, fetched where they
 * are, passed as they come. What costs money is held for before and billed at its end.
 */
import { OWNED_FAMILY_ROWS } from '../../domain/objects/objects'
import type { OwnedAct } from '../../domain/objects/routes'
import { counted, enter } from '../call/admission/enter'
import { PROTOCOL_CODECS } from '../formats/protocols'
import { createOwned } from './create'
import { listOwned } from './list'
import { type ObjectRequest, type OwnedInput, type OwnedRelay, picked } from './object-request'
import { prolongCache } from './prolong-cache'
import { reachOwned } from './reach'
import { createConversation, keepsConversations } from './stored/conversations'
import { uploadFile } from './upload-file'
import { openUpload } from './upload-session'

const ACTS: Readonly<
  Record<OwnedAct, (ports: OwnedRelay, admitted: ObjectRequest) => Promise<Response>>
> = {
  create: (ports, admitted) => {
    const { family } = admitted.route
    if (OWNED_FAMILY_ROWS[family].isUpload) return uploadFile(ports, admitted)
    const isHere = family === 'conversations' && keepsConversations(ports.relay, admitted)
    return isHere ? createConversation(ports, admitted) : createOwned(ports, admitted)
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
  const admitted = await objectRequestOf(ports, input)
  const { act } = input.route
  try {
    if (act !== 'create' || admitted.upload !== undefined) return await ACTS[act](ports, admitted)
    return await counted(relay, admitted.caller, () => ACTS[act](ports, admitted))
  } finally {
    admitted.hold.release()
  }
}

async function objectRequestOf(
  { relay, uploads }: OwnedRelay,
  input: OwnedInput,
): Promise<ObjectRequest> {
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
