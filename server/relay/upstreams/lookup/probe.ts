/**
 * A tiny call to one channel, outside routing and billing, to see whether it works. Each model is
 * asked the kind of question it is for.
 */

import { callsOf } from '../../../domain/calls/model-calls'
import { OPERATION_TRAITS } from '../../../domain/calls/operations'
import type { Operation } from '../../../domain/calls/protocol'
import { gapError } from '../../../domain/channels/gaps'
import { refuseUnrelayed } from '../../../domain/channels/retired-types'
import { GatewayError, UpstreamError } from '../../../domain/errors/gateway-error'
import { scrubbed } from '../../../domain/text/scrub'
import {
  acceptingFirst,
  asVariant,
  dialectOf,
  nameIn,
  rowsFor,
} from '../../call/channel/channel-api'
import { placedModel, placedUrl } from '../../call/channel/place'
import { authorized, type VendorOf } from '../../call/channel/vendor'
import { dressed } from '../../call/encode/encode-body'
import { parseAnswer } from '../../call/stream/answer'
import { AnswerAssembly } from '../../call/stream/assemble'
import { failuresOf } from '../../call/upstream-failure'
import type { Dialect, UpstreamCall, UpstreamTarget } from '../../formats/dialects/dialect'
import { OPERATION_ROWS } from '../../formats/operations'
import { connectionTo } from '../../net/connection-to'
import { exchange, type WholeAnswer } from '../../net/exchange'
import type { Upstream } from '../../net/upstream'
import type { RelayChannel } from '../../ports/ports'
import type { VendorSettings } from '../../ports/vendor-settings'
import { probeSocket } from './socket-probe'

/** A picture is an answer, too. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024
/** Whom tests are made for, to vendors that keep conversations apart. */
const PROBE_OWNER = 'gw-test'

export interface ProbeParts {
  readonly upstream: Upstream
  readonly vendorOf: VendorOf
  readonly settings: VendorSettings
}

/**
 * Throws what a client would have read; returns the operation when the answer is
 * well-formed. Throws
 * `channel.type_not_relayed` or `channel.model_untestable` where there is nothing to ask yet.
 */
export async function probe(
  parts: ProbeParts,
  channel: RelayChannel,
  model: string,
): Promise<Operation> {
  const { dialect, call, target } = questionFor(parts, channel, { model, stream: false })
  if (OPERATION_TRAITS[call.operation].sockets === undefined) {
    const { answer } = await askOne(parts, dialect, { call, target })
    readProbeAnswer(dialect, call, answer)
  } else {
    const { url, headers } = target
    await probeSocket(parts.upstream, {
      request: { url, headers, protocols: [], ...connectionTo(call.channel) },
      api: { dialect, channel: call.channel },
      protocol: dialect.native ?? 'openai',
      upstreamModel: call.upstreamModel,
    })
  }
  return call.operation
}

export interface Recorded {
  readonly operation: Operation
  /** The wire format that it is in. */
  readonly dialect: string
  readonly status: number
  readonly contentType: string
  /** The address, without what stands behind the path. */
  readonly url: string
  readonly text: string
}

/**
 * What a channel answers to the same tiny call, failures too, without its key and what looks like
 * one. Throws as `probe` does.
 */
export async function recordAnswer(
  parts: ProbeParts,
  channel: RelayChannel,
  question: Question,
): Promise<Recorded> {
  const { dialect, call, target } = questionFor(parts, channel, question)
  const { operation } = call
  const isText = OPERATION_ROWS[operation].answers !== 'bytes'
  if (!isText || OPERATION_TRAITS[operation].sockets !== undefined) {
    throw new GatewayError('channel.record_unsupported', { operation })
  }
  const { url, answer } = await askOne(parts, dialect, { call, target })
  const { origin, pathname } = new URL(url)
  return {
    operation,
    dialect: call.channel.type.dialect,
    status: answer.status,
    contentType: String(answer.headers['content-type'] ?? ''),
    url: `${origin}${pathname}`,
    text: scrubbed(answer.text, [channel.key]),
  }
}

interface Question {
  readonly model: string
  readonly stream: boolean
}

interface ReadyQuestion {
  readonly dialect: Dialect
  readonly call: UpstreamCall
  readonly target: UpstreamTarget
}

function questionFor(
  parts: ProbeParts,
  channel: RelayChannel,
  { model, stream }: Question,
): ReadyQuestion {
  refuseUnrelayed(channel.type)
  if (channel.gap !== undefined) throw gapError(channel.type, channel.gap)
  const upstreamModel = channel.mapModel(model) ?? model
  const [operation] = callsOf(channel.type, upstreamModel)
  if (operation === undefined) throw new GatewayError('channel.model_untestable', { model })
  const placed = placedModel(channel, { requestedModel: model, upstreamModel })
  const chat = { requestedModel: model, upstreamModel, offersTools: false }
  for (const type of acceptingFirst(rowsFor(channel, upstreamModel), chat)) {
    const api = asVariant(channel, type)
    const call: UpstreamCall = {
      channel: api,
      operation,
      stream,
      requestedModel: model,
      upstreamModel: nameIn(type, placed),
      settings: parts.settings,
      clientHeaders: {},
      owner: PROBE_OWNER,
    }
    const dialect = dialectOf(api)
    const target = dialect?.target(call)
    if (dialect !== undefined && target !== undefined) return { dialect, call, target }
  }
  throw new GatewayError('channel.test_unsupported', { type: channel.type.name })
}

async function askOne(
  { upstream, vendorOf }: ProbeParts,
  dialect: Dialect,
  { call, target }: Omit<ReadyQuestion, 'dialect'>,
): Promise<{ readonly url: string; readonly answer: WholeAnswer }> {
  const { channel } = call
  const { type, body } = await questionOf(dialect, call)
  const url = placedUrl(target.url, call)
  const plain = { 'content-type': type, 'user-agent': 'gw', ...target.headers }
  const bare = { ...target, url, headers: plain, body, channel }
  const signed = await authorized(vendorOf, bare)
  const request = { ...target, ...signed, body, ...connectionTo(channel) }
  return { url, answer: await exchange(upstream, request, MAX_ANSWER_BYTES) }
}

interface QuestionBody {
  /** Of the body. */
  readonly type: string
  readonly body: string | Uint8Array
}

/** JSON, or a form for what is about a file. */
async function questionOf(dialect: Dialect, call: UpstreamCall): Promise<QuestionBody> {
  const { question, file } = OPERATION_ROWS[call.operation].probe
  const fields = dressed(question(dialect, call), call)
  if (file === undefined) return { type: 'application/json', body: JSON.stringify(fields) }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  const { field, name, type, bytes } = file()
  form.append(field, new File([bytes], name, { type }))
  const made = new Response(form)
  return { type: made.headers.get('content-type') ?? '', body: await made.bytes() }
}

function readProbeAnswer(dialect: Dialect, call: UpstreamCall, answer: WholeAnswer): void {
  if (answer.status < 200 || answer.status >= 300) {
    const facts = dialect.readError(answer.status, answer.text, answer.headers)
    throw new UpstreamError({ ...facts, status: answer.status })
  }
  const row = OPERATION_ROWS[call.operation]
  if (row.answers === 'bytes') {
    if (answer.text === '') throw new GatewayError('upstream.invalid_answer')
    return
  }
  if (isStream(dialect, answer.headers)) {
    readStream(dialect, call, answer)
    return
  }
  const json = parseAnswer(answer.text)
  const failure = dialect.failureIn?.(json)
  if (failure !== undefined) throw failuresOf(call.channel, answer.headers)(500, failure)
  row.probe.check(dialect, json)
}

function isStream({ stream }: Dialect, headers: WholeAnswer['headers']): boolean {
  return String(headers['content-type']).includes(stream?.contentType ?? 'text/event-stream')
}

/** Some upstreams know no other way to answer. */
function readStream(dialect: Dialect, { channel }: UpstreamCall, answer: WholeAnswer): void {
  if (dialect.chat === undefined) throw new GatewayError('upstream.invalid_answer')
  const failureOf = failuresOf(channel, answer.headers)
  const reader = dialect.chat.streamReader()
  const assembly = new AnswerAssembly(reader, failureOf, { framing: dialect.stream?.framing() })
  assembly.push(Buffer.from(answer.text))
  assembly.finish()
}
