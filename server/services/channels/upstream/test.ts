import { type ChannelRow, updateChannel } from '../../../../db/tables/channels'
import { nowSeconds } from '../../../clock'
import { callsOf } from '../../../domain/calls/model-calls'
import type { Operation } from '../../../domain/calls/protocol'
import { mappedName, modelMapper } from '../../../domain/channels/model-mapping'
import { channelTypeOf } from '../../../domain/channels/routes'
import type { ErrorId } from '../../../domain/errors/catalogue'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { recordAudit } from '../../audit/record'
import type { Actor, ProbeOutcome, ServiceDeps } from '../../service-deps'
import { transact } from '../../work'
import { namesIn, typeName } from '../fields'
import { existingChannel } from '../show'
import { trialOf } from './trial'
import { type DraftInput, draftOf } from './upstream-models'

export interface TestChannelInput {
  readonly id: number
  /** The channel's test model, or its first model, when absent. */
  readonly model?: string | undefined
}

export interface TestedDraft extends ProbeOutcome {
  readonly model: string
}

export interface TestedChannel extends TestedDraft {
  readonly id: number
}

/** The outcome is stored whether it is good or bad; a bad one is an answer, not an error. */
export async function testChannel(
  deps: ServiceDeps,
  actor: Actor,
  input: TestChannelInput,
): Promise<TestedChannel> {
  const channel = await existingChannel(deps.db.reader, input.id)
  const tested = await probeChannel(deps, channel, input.model)
  await transact(deps, actor, async (work) => {
    const { model, ok, tookMs } = tested
    await recordAudit(work, {
      action: 'channel.test',
      target: `channel:${channel.id}`,
      after: { model, ok, response_time: Math.round(tookMs) },
    })
  })
  return tested
}

export interface TestDraftInput extends DraftInput {
  /** The first model of the type, or of the stored channel, that can be called, when absent. */
  readonly model?: string | undefined
  /** Of the stored channel that is being changed. */
  readonly id?: number | undefined
}

/**
 * The same for a channel that is being filled in or changed; nothing is stored. Throws what
 * saving such a channel would.
 */
export async function testDraft(
  deps: ServiceDeps,
  actor: Actor,
  { model = '', id, ...input }: TestDraftInput,
): Promise<TestedDraft> {
  if (deps.probeDraft === undefined) {
    throw new GatewayError('channel.test_unsupported', { type: typeName(input.type) })
  }
  if (id !== undefined) {
    const { before, trial } = await trialOf(deps, actor, { ...input, id })
    const modelName = model.trim() || modelToTest({ ...before, ...trial.place })
    return { ...(await deps.probeDraft(trial, modelName)), model: modelName }
  }
  const draft = await draftOf(deps, actor, input)
  const models = channelTypeOf(draft)?.models.join(',') ?? ''
  const modelName = model.trim() || modelToAsk({ ...draft, models, model_mapping: '' })
  return { ...(await deps.probeDraft(draft, modelName)), model: modelName }
}

/** What decides which model a channel is tested with. */
type Askable = Pick<ChannelRow, 'type' | 'other' | 'models' | 'model_mapping'>

/** The first that can be called: a channel of pictures and words is tested by words. */
function modelToAsk(channel: Askable): string {
  const names = namesIn(channel.models)
  const cheap = names.find((model) => !DEAR.includes(operationOf(channel, model)))
  return cheap ?? names.find((model) => operationOf(channel, model)) ?? names[0] ?? ''
}

function operationOf(channel: Askable, model: string): Operation | undefined {
  const row = channelTypeOf(channel)
  return row && callsOf(row, mappedName(modelMapper(channel.model_mapping), model))[0]
}

/** Nothing at all, or what costs cents each time. */
const DEAR: readonly (Operation | undefined)[] = [undefined, 'images']

/** Whether a test costs so much that a person has to ask for it, or name the model. */
export function isDear(channel: ChannelRow): boolean {
  return channel.test_model === '' && operationOf(channel, modelToAsk(channel)) === 'images'
}

const UNTESTABLE: readonly ErrorId[] = [
  'channel.type_not_relayed',
  'channel.type_retired',
  'channel.base_url_missing',
  'channel.key_invalid',
  'channel.field_invalid',
  'channel.model_untestable',
  'channel.test_unsupported',
]

/** Whether the channel was not called at all, which says nothing about it. */
export function isUntestable({ error }: ProbeOutcome): boolean {
  return error !== undefined && UNTESTABLE.includes(error.id)
}

/** The channel's own model for tests, or the first that can be called. */
export function modelToTest(channel: ChannelRow): string {
  return channel.test_model || modelToAsk(channel)
}

/** Without an entry in the audit log: nobody requested this very channel. */
export async function probeChannel(
  deps: ServiceDeps,
  channel: ChannelRow,
  given = '',
): Promise<TestedChannel> {
  const model = given.trim() || modelToTest(channel)
  if (deps.probe === undefined) {
    throw new GatewayError('channel.test_unsupported', { type: typeName(channel.type) })
  }
  const outcome = await deps.probe(channel.id, model)
  // Nothing was sent, so there is nothing to remember.
  if (isUntestable(outcome)) return { ...outcome, id: channel.id, model }
  // A failure has no response time: a number would look like one of a channel that works.
  const response_time = outcome.ok ? Math.max(1, Math.round(outcome.tookMs)) : 0
  const test_time = nowSeconds(deps.clock)
  await deps.db.transaction((trx) => updateChannel(trx, channel.id, { response_time, test_time }))
  return { ...outcome, id: channel.id, model }
}
