/** A cache is stored for longer: that is paid for when it is requested. */

import { GatewayError } from '../../domain/errors/gateway-error'
import { Bill } from '../../domain/money/bill'
import { chargeFor } from '../../domain/money/quota'
import { checkModel } from '../call/admission/authorize'
import { bareModel, storageMs } from '../call/bodies/counted-requests'
import { parseAnswer } from '../call/stream/answer'
import { expiryIn, ownedRow } from '../call/vendor-objects/rows'
import { objectOf, textOf, tokensOf } from '../formats/dialects/json-fields'
import type { RelayChannel } from '../ports/ports'
import type { JsonObject } from '../wire/chat'
import { collected, MAX_OBJECT_BYTES } from './forward'
import { storageUsage } from './gemini-ends'
import { type JobOrder, jobOf, openJob, releaseJob } from './job-order'
import { type ObjectRequest, type OwnedRelay, placeOf, responseOf } from './object-request'
import { ask, objectAt, reach } from './reach'
import { settleJob } from './settle-job'

const HOUR_MS = 3_600_000

interface Stored {
  readonly model: string
  readonly tokens: number
  readonly endMs: number
}

export async function prolongCache(ports: OwnedRelay, admitted: ObjectRequest): Promise<Response> {
  const { relay } = ports
  const reached = await reach(ports, admitted)
  const { row, channel } = reached
  const body = await admitted.readBody(admitted.hold)
  const stored = storedIn(await objectAt(relay, admitted, reached))
  const order = await orderOf(ports, admitted, { body, channel, stored })
  await openJob(relay, admitted, order)
  const answer = await ask(ports, admitted, { ...reached, body }).catch(async (error: unknown) => {
    const cause = error instanceof GatewayError ? error : new GatewayError('internal')
    await releaseJob(relay, admitted, { order, channel, error: cause })
    throw error
  })
  const bytes = await collected(answer, MAX_OBJECT_BYTES)
  const expiresAtMs = expiryIn(parseAnswer(bytes.toString())) ?? stored.endMs
  const bill = new Bill(usageUntil(stored, expiresAtMs), order.job.price)
  await settleJob(relay, { owner: row, job: order.job }, bill)
  const { id, kind } = row
  await relay.owned.keep([ownedRow(placeOf(relay, admitted, channel), { id, kind, expiresAtMs })])
  return responseOf(admitted, answer, bytes)
}

function storedIn(cache: JsonObject): Stored {
  const endMs = expiryIn(cache)
  const model = textOf(cache.model)
  const tokens = tokensOf(objectOf(cache.usageMetadata)?.totalTokenCount)
  if (endMs === undefined || model === undefined || tokens === undefined) {
    throw new GatewayError('upstream.invalid_answer')
  }
  return { model: bareModel(model), tokens, endMs }
}

function usageUntil({ tokens, endMs }: Stored, untilMs: number) {
  return storageUsage(tokens, Math.max(0, untilMs - endMs) / HOUR_MS)
}

interface CacheChange {
  readonly body: Buffer
  readonly channel: RelayChannel
  readonly stored: Stored
}

/** Throws `request.*`, `token.model_refused` and `price.missing`. */
async function orderOf(
  { relay }: OwnedRelay,
  admitted: ObjectRequest,
  { body, channel, stored }: CacheChange,
): Promise<JobOrder> {
  const { caller, group, route, startedAtMs: nowMs, pin } = admitted
  const { model } = stored
  const subject = { family: route.family, named: undefined, nowMs, words: undefined }
  const look = await relay.bodies.look(body, subject, caller.user.id)
  const price = relay.directory.price(model, group, caller.user)
  if (price === undefined) throw new GatewayError('price.missing', { model })
  if (pin === undefined) checkModel(caller, model)
  const amount = chargeFor(usageUntil(stored, nowMs + storageMs(look.head, nowMs)), price)
  const sold = { model, price, promptTokens: 0 }
  const job = jobOf(admitted, { kind: 'cached_content', channel, look }, sold)
  return { job, channel, amount, atLeast: amount, tokens: 0 }
}
