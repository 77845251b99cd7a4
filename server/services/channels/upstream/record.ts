import { GatewayError } from '../../../domain/errors/gateway-error'
import { scrubbed } from '../../../domain/text/scrub'
import { recordAudit } from '../../audit/record'
import type { RecordedAnswer } from '../../channel-ports'
import type { Actor, ServiceDeps } from '../../service-deps'
import { transact } from '../../work'
import { namesIn, typeName } from '../fields'
import { existingChannel } from '../show'

export interface RecordInput {
  readonly id: number
  /** The channel's test model, or its first model, when absent. */
  readonly model?: string | undefined
  readonly stream: boolean
}

export interface Recording extends RecordedAnswer {
  readonly model: string
}

/**
 * What the channel's vendor answers to a tiny call, as it came but for keys and names. A failure
 * is an answer, too. Throws `channel.record_unsupported` and relay errors.
 */
export async function recordChannel(
  deps: ServiceDeps,
  actor: Actor,
  { id, model = '', stream }: RecordInput,
): Promise<Recording> {
  const channel = await existingChannel(deps.db.reader, id)
  if (deps.channelPorts === undefined) {
    throw new GatewayError('channel.test_unsupported', { type: typeName(channel.type) })
  }
  const modelName = model.trim() || channel.test_model || (namesIn(channel.models)[0] ?? '')
  const recorded = await deps.channelPorts.record(id, { model: modelName, stream })
  const after = { model: modelName, ok: recorded.status < 400 }
  await transact(deps, actor, (work) =>
    recordAudit(work, { action: 'channel.test', target: `channel:${id}`, after }),
  )
  const text = scrubbed(recorded.text, [channel.openai_organization])
  return { ...recorded, model: modelName, text }
}
