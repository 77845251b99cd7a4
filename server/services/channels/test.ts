import { type ChannelRow, updateChannel } from '../../../db/tables/channels'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import type { Actor, ProbeOutcome, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { existingChannel } from './show'

export interface TestChannelInput {
  readonly id: number
  /** The channel's test model, or its first model, when absent. */
  readonly model?: string | undefined
}

export interface TestedChannel extends ProbeOutcome {
  readonly id: number
  readonly model: string
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

/** Without an entry in the audit log: nobody asked for this very channel. */
export async function probeChannel(
  deps: ServiceDeps,
  channel: ChannelRow,
  given = '',
): Promise<TestedChannel> {
  const firstModel = channel.models.split(',')[0] ?? ''
  const model = given.trim() || channel.test_model || firstModel
  if (deps.probe === undefined) {
    throw new GatewayError('channel.test_unsupported', { type: channel.type })
  }
  const outcome = await deps.probe(channel.id, model)
  const response_time = Math.round(outcome.tookMs)
  const test_time = nowSeconds(deps.clock)
  await deps.db.transaction((trx) => updateChannel(trx, channel.id, { response_time, test_time }))
  return { ...outcome, id: channel.id, model }
}
