/**
 * A tiny call to one channel, outside routing and billing, to see whether it works. Each model is
 * asked the kind of question it is for.
 */
import { GatewayError, UpstreamError } from '../domain/errors/gateway-error'
import { callsOf } from '../domain/model-calls'
import { parseAnswer } from './answer'
import type { Dialect, UpstreamCall, VendorSettings } from './dialects/dialect'
import { exchange } from './exchange'
import { OPERATION_ROWS } from './operations'
import type { RelayChannel } from './ports'
import type { Upstream } from './upstream'

const MAX_ANSWER_BYTES = 1024 * 1024

export interface ProbeParts {
  readonly upstream: Upstream
  readonly dialectOf: (channel: RelayChannel) => Dialect | undefined
  readonly settings: VendorSettings
}

/**
 * Throws what a client would have been told; returns when the answer is well-formed. Throws
 * `channel.type_not_relayed` or `channel.model_untestable` where there is nothing to ask yet.
 */
export async function probe(
  parts: ProbeParts,
  channel: RelayChannel,
  model: string,
): Promise<void> {
  const dialect = parts.dialectOf(channel)
  if (dialect === undefined) {
    throw new GatewayError('channel.type_not_relayed', { type: channel.type.name })
  }
  const upstreamModel = channel.mapModel(model) ?? model
  const [operation] = callsOf(channel.type, upstreamModel)
  if (operation === undefined) throw new GatewayError('channel.model_untestable', { model })
  const call: UpstreamCall = {
    channel,
    operation,
    stream: false,
    requestedModel: model,
    upstreamModel,
    settings: parts.settings,
    clientHeaders: {},
  }
  const target = dialect.target(call)
  if (target === undefined) {
    throw new GatewayError('channel.test_unsupported', { type: channel.type.name })
  }
  const answer = await exchange(
    parts.upstream,
    {
      ...target,
      headers: { 'content-type': 'application/json', 'user-agent': 'gw', ...target.headers },
      body: JSON.stringify(OPERATION_ROWS[operation].probe.question(dialect, call)),
      proxy: channel.proxy,
      allowPrivate: channel.allowPrivate,
    },
    MAX_ANSWER_BYTES,
  )
  readProbeAnswer(dialect, call, answer)
}

function readProbeAnswer(
  dialect: Dialect,
  call: UpstreamCall,
  answer: { readonly status: number; readonly text: string },
): void {
  if (answer.status < 200 || answer.status >= 300) {
    const facts = dialect.readError(answer.status, answer.text)
    throw new UpstreamError({ ...facts, status: answer.status })
  }
  const row = OPERATION_ROWS[call.operation]
  if (row.answers === 'bytes') {
    if (answer.text === '') throw new GatewayError('upstream.invalid_answer')
    return
  }
  const json = parseAnswer(answer.text)
  row.probe.check(dialect, json)
}
