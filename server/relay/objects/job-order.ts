/** Work that is paid for at its end: what it may cost is held before it is begun. */

import type { Operation } from '../../domain/calls/protocol'
import { CALL_ROUTES } from '../../domain/calls/routes'
import { GatewayError } from '../../domain/errors/gateway-error'
import { holdFor, leastHoldFor } from '../../domain/ledger/hold'
import { termsOf } from '../../domain/ledger/hold-terms'
import type { ReserveOrder } from '../../domain/ledger/orders'
import { BATCH_TIER } from '../../domain/money/batch-bill'
import { noCharge } from '../../domain/money/bill'
import type { Price } from '../../domain/money/price'
import { priceInForce } from '../../domain/money/price-in-force'
import { chargeFor } from '../../domain/money/quota'
import { NO_USAGE } from '../../domain/money/usage'
import { LONGEST_JOB_MS, type OwnedJob } from '../../domain/objects/job'
import type { OwnedJobKind } from '../../domain/objects/objects'
import { OWNED_FAMILY_ROWS } from '../../domain/objects/objects'
import { checkModel } from '../call/admission/authorize'
import { queuedLimits } from '../call/billing/limited'
import { refusalOf } from '../call/billing/reserve'
import { BatchCount, type BatchInput, lineParams } from '../call/bodies/batch-input'
import type { Look } from '../call/bodies/look'
import type { Relay } from '../call/relay'
import { homeOf, servesModel } from '../call/route/home'
import { countOf, parseObject } from '../formats/dialects/json-fields'
import type { RelayChannel } from '../ports/ports'
import { invalid } from '../wire/body-fields'
import { collected, eachLine, forward, MAX_OBJECT_BYTES } from './forward'
import { cacheUsage } from './gemini-ends'
import type { ObjectRequest } from './object-request'
import { settleJob } from './settle-job'

export interface JobOrder {
  readonly job: OwnedJob
  readonly amount: number
  readonly atLeast: number
  /** Of what is read and what may be written. */
  readonly tokens: number
  /** Of the channel that does it. */
  readonly channel: RelayChannel
}

interface Wanted {
  readonly kind: OwnedJobKind
  readonly channel: RelayChannel
  readonly look: Look
}

/** Work on nothing but text that is read. One that is not named here holds more, never less. */
const READING: readonly Operation[] = ['embeddings', 'embed_v2', 'moderations']
const READING_ENDPOINTS: ReadonlySet<string> = new Set(
  CALL_ROUTES.filter(({ operation }) => READING.includes(operation)).map(({ path }) => path),
)

/** What is trained is sold under a name of its own, since no call reports what it costs. */
const TRAINING = 'training/'
/** How often OpenAI reads the examples that nobody set a number for. */
const USUAL_EPOCHS = 3

/** Throws `request.*`, `token.model_refused`, `model.*`, `price.missing` and `owned.*`. */
export async function orderOf(
  relay: Relay,
  admitted: ObjectRequest,
  wanted: Wanted,
): Promise<JobOrder> {
  const { directory } = relay
  const { caller, group, pin } = admitted
  const { kind, channel } = wanted
  const isTraining = kind === 'fine_tuning_job'
  const input = isTraining
    ? await readTraining(relay, wanted)
    : (wanted.look.batch ?? (await readBatch(relay, admitted, wanted)))
  if (input.isBlocked) throw new GatewayError('request.sensitive_words')
  const { model } = input
  if (pin === undefined) {
    checkModel(caller, model)
    if (!servesModel(directory, channel, { group, model })) {
      throw new GatewayError('model.not_offered', { model })
    }
  }
  const upstreamModel = channel.mapModel(model) ?? model
  if (upstreamModel !== model) throw invalid('model', 'reason.model_renamed', { model })
  const home = await homeOf(relay, caller.user.id, input.refs)
  if (home !== undefined && home.channel.id !== channel.id) {
    throw new GatewayError('owned.apart', { id: input.refs[0]?.id ?? '', other: model })
  }
  const sold = isTraining ? TRAINING + model : model
  const price = directory.price(sold, group, caller.user)
  if (price === undefined) throw new GatewayError('price.missing', { model: sold })
  const job = jobOf(admitted, wanted, { model: sold, price, promptTokens: input.promptTokens })
  return { job, channel, ...heldFor(relay, input, price) }
}

interface Sold {
  readonly model: string
  readonly price: Price
  readonly promptTokens: number
}

export function jobOf(
  admitted: ObjectRequest,
  { kind, channel, look }: Wanted,
  sold: Sold,
): OwnedJob {
  const { caller, group, client, tags, ip, requestId, route, startedAtMs } = admitted
  return {
    kind,
    callId: requestId,
    protocol: OWNED_FAMILY_ROWS[route.family].protocol,
    upstreamModel: sold.model,
    ...sold,
    group,
    username: caller.user.username,
    tokenName: caller.token.name,
    ip,
    client,
    tags,
    isStream: false,
    startedAtMs,
    deadlineMs: startedAtMs + LONGEST_JOB_MS[kind],
    endpoint: look.head.endpoint ?? '',
    untranslated: [],
    tried: [channel.id],
  }
}

/** At the price of what may wait, with each call's own price for every request. */
function heldFor({ directory }: Relay, input: BatchInput, price: Price) {
  const { promptTokens, outputTokens, requests } = input
  const { preConsumedQuota } = directory.settings()
  if (input.storageHours !== undefined) return heldForCache(input, input.storageHours, price)
  const batch = priceInForce(price, { ...NO_USAGE, promptTokens, tier: BATCH_TIER })
  const times = batch.mode === 'per-call' ? requests : 1
  const estimate = { promptTokens, outputTokens, preConsumedQuota }
  return {
    amount: holdFor(estimate, batch) * times,
    atLeast: leastHoldFor(estimate, batch) * times,
    tokens: promptTokens + outputTokens,
  }
}

/** No model reads more at once. */
const MOST_CACHED_TOKENS = 1_048_576

/** Nobody knows how long files are before they are read, so as much as there can be is held. */
function heldForCache({ promptTokens, refs }: BatchInput, hours: number, price: Price) {
  const chargeOf = (tokens: number) => chargeFor(cacheUsage(tokens, hours), price)
  const tokens = refs.length > 0 ? MOST_CACHED_TOKENS : promptTokens
  return { amount: chargeOf(tokens), atLeast: chargeOf(promptTokens), tokens: promptTokens }
}

/** The input file, line by line, as the upstream will read it. */
async function readBatch(
  relay: Relay,
  admitted: ObjectRequest,
  { channel, look }: Wanted,
): Promise<BatchInput> {
  const { input_file_id: id, endpoint = '' } = look.head
  if (id === undefined) throw invalid('input_file_id', 'reason.required')
  const count = new BatchCount('input_file_id', {
    writes: !READING_ENDPOINTS.has(endpoint),
    contains: relay.directory.settings().sensitiveWords?.contains,
  })
  const answer = await forward(relay, {
    channel,
    family: 'files',
    method: 'GET',
    tail: `/${encodeURIComponent(id)}/content`,
    body: null,
    bodyHeaders: {},
    clientHeaders: admitted.vendorHeaders,
  })
  await eachLine(answer, (line, size) => count.add(lineParams(line), size))
  return count.whole()
}

/** What the file's length says: every byte is read several times. */
async function readTraining(relay: Relay, { channel, look }: Wanted): Promise<BatchInput> {
  const { model, training_file: id } = look.head
  if (model === undefined) throw new GatewayError('request.model_missing')
  if (id === undefined) throw invalid('training_file', 'reason.required')
  const answer = await forward(relay, {
    channel,
    family: 'files',
    method: 'GET',
    tail: `/${encodeURIComponent(id)}`,
    body: null,
    bodyHeaders: {},
    clientHeaders: {},
  })
  const file = parseObject((await collected(answer, MAX_OBJECT_BYTES)).toString())
  const bytes = countOf(file?.bytes) ?? 0
  const promptTokens = Math.ceil(bytes / BYTES_PER_TOKEN) * USUAL_EPOCHS
  return { model, requests: 1, promptTokens, outputTokens: 0, refs: [], isBlocked: false }
}

/** Of examples, which are plain text in JSON. */
const BYTES_PER_TOKEN = 4

/** Throws what refuses a call for its balance or a limit. */
export async function openJob(
  relay: Relay,
  { caller, group, requestId, startedAtMs }: ObjectRequest,
  { job, channel, amount, atLeast, tokens }: JobOrder,
): Promise<void> {
  const { directory } = relay
  const payer = { ...caller, group }
  const limits = queuedLimits(directory, payer, channel)
  const order: ReserveOrder = {
    callId: requestId,
    userId: caller.user.id,
    tokenId: caller.token.id,
    amount,
    atLeast,
    model: job.model,
    // Until its upstream has taken it on: a crash before that gives the hold back.
    terms: termsOf('call', startedAtMs),
    ...(limits && { limited: { limits, tokens, leastTokens: job.promptTokens } }),
    expected: { tokens, leastTokens: job.promptTokens },
    group,
    nowMs: startedAtMs,
  }
  const outcome = await relay.ledger.reserve(order)
  if (outcome.kind !== 'reserved') throw refusalOf(relay, payer, { outcome, order })
}

interface Refused {
  readonly order: JobOrder
  readonly channel: RelayChannel
  readonly error: GatewayError
}

/** The upstream did not take it on. */
export async function releaseJob(
  relay: Relay,
  { caller }: ObjectRequest,
  { order, channel, error }: Refused,
): Promise<void> {
  const { job } = order
  const owner = { userId: caller.user.id, tokenId: caller.token.id, channelId: channel.id }
  await settleJob(relay, { owner, job, error }, noCharge(job.price))
}
