/** The first half of the pipeline: everything that can refuse a call before money moves. */

import { clientOf } from '../../domain/calls/clients'
import type { Operation, ProtocolName } from '../../domain/calls/protocol'
import { withTags } from '../../domain/calls/tags'
import { GatewayError } from '../../domain/errors/gateway-error'
import { type Language, pickLanguage, programLanguage } from '../../domain/i18n/translate'
import type { Price } from '../../domain/money/price'
import { monotonicMs } from '../../domain/time-source'
import { OPERATION_ROWS } from '../formats/operations'
import { PROTOCOL_CODECS } from '../formats/protocols'
import type { FormSource } from '../multipart/form-body'
import type { CallTrace } from '../ports/call-trace'
import type { Caller, Directory } from '../ports/ports'
import { invalid } from '../wire/body-fields'
import type { MemoryHold } from '../wire/memory-budget'
import type { AdmittedRequest } from './admission/admitted-request'
import {
  authorize,
  authorizePerson,
  type Credential,
  checkAddress,
  checkModel,
  checkPin,
  chooseGroup,
  type Person,
} from './admission/authorize'
import { logRejectedRequest } from './admission/log-rejected'
import { callerTags } from './admission/tags-in-header'
import { heldInstead } from './billing/held-token'
import { Call } from './call'
import type { Overhead } from './overhead'
import { conversationInHeaders } from './query/conversation'
import type { Query } from './query/query'
import { readForm } from './query/read-form'
import type { Relay } from './relay'
import { servedQuery } from './route/fallback'
import { withStored } from './stored/read-stored'

export interface RelayInput {
  readonly requestId: string
  readonly protocol: ProtocolName
  readonly operation: Operation
  /** Model named by the path, "" when the path has none. */
  readonly pathModel: string
  /** What stands behind it there, and how a stream is to come: `streamGenerateContent?alt=sse`. */
  readonly verb?: string | undefined
  readonly credential: Credential | Person
  readonly ip: () => string
  /** Where the gateway's own share of the time is measured. */
  readonly overhead?: Overhead
  /** Reads the body within the limits of size and budget; called once the caller is known. */
  readonly readBody: (hold: MemoryHold) => Promise<Buffer>
  /** The body as a form that is read while it comes; `undefined` for one that is none. */
  readonly openForm?: () => FormSource | undefined
  /** For a body that was read before, with the memory that it took. */
  readonly hold?: MemoryHold
  readonly headers: Headers
  /** `undefined` where calls are not traced. */
  readonly trace?: CallTrace | undefined
  /** Called before the answer's last byte is handed over. */
  readonly ending: () => void
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal
}

/** Throws `token.*`, `user.*` or `group.not_allowed`. */
export async function identify(relay: Relay, input: RelayInput): Promise<AdmittedRequest> {
  const startedAtMs = relay.clock.nowMs()
  const beganMs = input.overhead?.beganMs ?? monotonicMs(relay.clock)
  const { directory } = relay
  const pending = directory.settled()
  if (pending !== undefined) await pending
  const { credential } = input
  const ip = input.ip()
  if ('userId' in credential) {
    const person = await authorizePerson(directory, credential)
    const hold = input.hold ?? relay.budget.open(person.user.id)
    const origin = { ip, client: 'console', tags: '' } as const
    return { ...person, token: undefined, pin: undefined, ...origin, startedAtMs, beganMs, hold }
  }
  const { pin } = credential
  let caller: Caller
  try {
    caller = await authorize(directory, credential, startedAtMs)
    checkPin(caller, pin)
    checkAddress(caller, ip)
  } catch (cause) {
    const error = await heldInstead(relay, credential.key, cause)
    throw await logRejectedRequest(relay, { ip, requestId: input.requestId, error })
  }
  const group = chooseGroup(directory, caller)
  const tags = callerTags(caller.token, input.headers)
  const hold = input.hold ?? relay.budget.open(caller.user.id)
  const { user, token } = caller
  const client = clientOf(input.headers)
  return { user, token, group, pin, ip, client, tags, startedAtMs, beganMs, hold }
}

/** Throws `token.model_refused`, `request.*`, `model.*`, `channel.none` or `price.missing`. */
export async function openCall(
  relay: Relay,
  input: RelayInput,
  admitted: AdmittedRequest,
): Promise<Call> {
  const { directory, bodies } = relay
  const { user, token, group, pin, ip, client, startedAtMs, beganMs } = admitted
  const { operation, verb } = input
  const { passesThrough } = directory.settings()
  const pathModel = input.pathModel || defaultModel(directory, operation, group)
  const { query: read, isBlocked } = await readQuery(relay, { input, admitted, pathModel })
  if (token !== undefined && pin === undefined) checkModel({ token, user }, read.model)
  if (isBlocked) throw new GatewayError('request.sensitive_words')
  const mayServe = pin === undefined && directory.settings().fallbacks !== undefined
  const asker = { group, token, passesThrough }
  const query = mayServe ? servedQuery(directory, asker, read) : read
  const found = priceOf(relay, admitted, { model: query.model, operation })
  const price = OPERATION_ROWS[operation].priced?.(found, query.model) ?? found
  const facts = {
    requestId: input.requestId,
    protocol: input.protocol,
    operation: input.operation,
    verb,
    query,
    user,
    token,
    group,
    price,
    passesThrough,
    ip,
    client,
    session: sessionOf(query, input.headers),
    tags: tagsOf(query, admitted),
    startedAtMs,
    beganMs,
    overhead: input.overhead,
    vendorHeaders: vendorHeaders(
      input,
      'vendorHeaders' in query ? query.vendorHeaders : NO_HEADERS,
    ),
    signal: input.signal,
    hold: admitted.hold,
    ending: input.ending,
    trace: input.trace,
    language: languageOf(relay, input),
  }
  const call = new Call(facts, bodies)
  if (query !== read) call.fallbackOf = read.model
  return call
}

/** Throws `model.not_found`, `channel.none` or `price.missing`. */
export function priceOf(
  relay: Relay,
  { user, group, pin }: AdmittedRequest,
  { model, operation }: { readonly model: string; readonly operation: Operation },
): Price {
  const { directory } = relay
  // Reported before the price: nobody prices a name that was mistyped.
  const isRouted = pin !== undefined || directory.abilities(group, model).length > 0
  if (!isRouted && !OPERATION_ROWS[operation].isFree) throw unrouted(relay, model, group)
  const price = directory.price(model, group, user)
  // A model without a price is not given away.
  if (price === undefined) throw new GatewayError('price.missing', { model })
  return price
}

interface Reading {
  readonly input: RelayInput
  readonly admitted: AdmittedRequest
  /** What a body without a model means. */
  readonly pathModel: string
}

async function readQuery(relay: Relay, { input, admitted, pathModel }: Reading) {
  const { sensitiveWords: words } = relay.directory.settings()
  const { protocol, operation, verb } = input
  const { form } = OPERATION_ROWS[operation]
  const source = form === undefined ? undefined : input.openForm?.()
  if (source !== undefined) {
    const { hold } = admitted
    input.overhead?.reads()
    const query = await readForm(relay, { source, operation, hold, pathModel, words })
    input.overhead?.hasRead()
    return { query, isBlocked: false }
  }
  if (form?.isOnly === true) throw invalid('content-type', 'reason.not_a_form')
  input.overhead?.reads()
  const bytes = await input.readBody(admitted.hold)
  input.overhead?.hasRead()
  const shape = { protocol, operation, verb }
  const read = (sent: Buffer) =>
    relay.bodies.read(sent, { shape, pathModel, words, userId: admitted.user.id })
  const made = read(bytes)
  const reading = made instanceof Promise ? await made : made
  // Known only in protocols whose answers can be stored.
  if (reading.query.keepsState === undefined) return reading
  return await withStored(relay, { reading, read, operation, admitted })
}

/** People at the console read their own language; programs what the operator chose for them. */
export function languageOf(relay: Relay, { credential, headers }: RelayInput): Language {
  const accepted = headers.get('accept-language')
  if ('userId' in credential) return pickLanguage(accepted)
  return programLanguage(relay.directory.settings().errorLanguage, accepted)
}

/** The newest that the group can be served with; "" where a model must be named. */
function defaultModel(directory: Directory, operation: Operation, group: string): string {
  const names = OPERATION_ROWS[operation].defaultModels
  const served = names.find((name) => directory.abilities(group, name).length > 0)
  return served ?? names[0] ?? ''
}

function tagsOf({ tags }: Query, admitted: AdmittedRequest): string {
  return tags === undefined ? admitted.tags : withTags(admitted.tags, tags.text)
}

function sessionOf({ conversation }: Query, headers: Headers): string {
  return (conversation ?? conversationInHeaders(headers))?.session ?? ''
}

/** Only what is switched off for now is worth another try; a wrong name stays wrong. */
function unrouted({ directory }: Relay, model: string, group: string): GatewayError {
  const id = directory.hasModel(group, model) ? 'channel.none' : 'model.not_found'
  return new GatewayError(id, { model, group })
}

const NO_HEADERS = {}

type VendorHeaders = Readonly<Record<string, string>>

/** `fromBody`: what the body says in addition. */
function vendorHeaders(
  { protocol, headers }: RelayInput,
  fromBody: VendorHeaders = NO_HEADERS,
): VendorHeaders {
  const names = PROTOCOL_CODECS[protocol].vendorHeaders
  if (names.length === 0) return NO_HEADERS
  const forwarded: Record<string, string> = {}
  for (const name of names) {
    const value = headers.get(name)
    if (value !== null) forwarded[name] = value
  }
  for (const name in fromBody) {
    forwarded[name] = [forwarded[name], fromBody[name]].filter(Boolean).join(',')
  }
  return forwarded
}
