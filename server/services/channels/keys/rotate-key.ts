/** A new key in the place of an old one, once an upstream has answered to it. */
import { type ChannelRow, updateChannel } from '../../../../db/tables/channels'
import { forgetCooldowns } from '../../../../db/tables/cooldowns'
import { keyHint, ONLY_KEY, readKeys, type StoredKey } from '../../../domain/channels/keys'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { CHANNEL_STATUS } from '../../../domain/status'
import { recordAudit } from '../../audit/record'
import type { Actor, ServiceDeps } from '../../service-deps'
import { transact, type Work } from '../../work'
import { keysOf, typeName, typeOf } from '../fields'
import { existingChannel } from '../show'
import { moveInside, moveTo } from '../status'
import { modelToTest, type TestedChannel } from '../upstream/test'
import { CHANNEL_KEY_PURPOSE } from '../view'
import { changeKeys } from './change-keys'
import { existingKey } from './keys'
import { replacedKeys } from './stored-keys'

export interface RotateKeyInput {
  readonly id: number
  /** 0 for the only key of a channel. */
  readonly key: number
  /** The new key. */
  readonly text: string
  /** The channel's test model, or its first model, when absent. */
  readonly model?: string | undefined
}

/**
 * The old key stays until the new one has answered: an outcome that is not good has changed
 * nothing. Weight and number stay, and what the old key rested for is over.
 * Throws `channel.key_known` for one that the channel has already.
 */
export async function rotateChannelKey(
  deps: ServiceDeps,
  actor: Actor,
  input: RotateKeyInput,
): Promise<TestedChannel> {
  const { id, key: keyId } = input
  const channel = await existingChannel(deps.db.reader, id)
  const text = newKeyOf(channel, input.text)
  refuseKnown(deps, channel, text)
  const stored = readKeys(channel.keys)
  if (stored.length > 0 || keyId !== ONLY_KEY) existingKey(channel, stored, keyId)
  if (deps.probeDraft === undefined) {
    throw new GatewayError('channel.test_unsupported', { type: typeName(channel.type) })
  }
  const model = input.model?.trim() || modelToTest(channel)
  const outcome = await deps.probeDraft({ channelId: id, key: text }, model)
  const tested = { ...outcome, id, model }
  if (!tested.ok) return tested
  const testResult = { model, response_time: Math.round(tested.tookMs) }
  if (keyId === ONLY_KEY) await replaceOnly(deps, actor, { id, text, testResult })
  else await replaceOne(deps, actor, { id, keyId, text, testResult })
  return tested
}

function newKeyOf({ type }: ChannelRow, given: string): string {
  const [text = '', second] = keysOf(given, typeOf(type))
  if (second === undefined) return text
  throw new GatewayError('channel.field_invalid', { field: 'key', reason: 'reason.one_line' })
}

function refuseKnown({ sealer }: ServiceDeps, channel: ChannelRow, text: string): void {
  const hash = sealer.keyedHash(text)
  const hashes = [channel.key_hash, ...readKeys(channel.keys).map((key) => key.hash)]
  if (!hashes.includes(hash)) return
  throw new GatewayError('channel.key_known', { hint: keyHint(text) })
}

interface Rotation {
  readonly id: number
  readonly text: string
  readonly testResult: { readonly model: string; readonly response_time: number }
}

async function replaceOnly(deps: ServiceDeps, actor: Actor, { id, text, testResult }: Rotation) {
  await transact(deps, actor, async (work) => {
    const before = await existingChannel(work.trx, id)
    // Several by now, so that nobody can say which one is meant.
    if (before.keys !== '') {
      throw new GatewayError('channel.key_not_found', { key: ONLY_KEY, channel: id })
    }
    const old = before.key_sealed && work.sealer.open(before.key_sealed, CHANNEL_KEY_PURPOSE)
    await forgetCooldowns(work.trx, { channelId: id })
    const change = { ...replacedKeys(work, [text], ''), revived_at: work.clock.nowMs() }
    const changed = await updateChannel(work.trx, id, change)
    await recordAudit(work, {
      action: 'channel.key_rotate',
      target: `channel:${id}`,
      before: { hint: old && keyHint(old) },
      after: { hint: keyHint(text), ...testResult },
    })
    await comeBack(work, changed ?? before)
  })
}

/** What the gateway switched off for its key works again; what a person did stays. */
async function comeBack(work: Work, channel: ChannelRow): Promise<void> {
  if (channel.status !== CHANNEL_STATUS.auto_disabled) return
  await moveInside(work, channel, moveTo(true))
}

async function replaceOne(
  deps: ServiceDeps,
  actor: Actor,
  { id, keyId, text, testResult }: Rotation & { readonly keyId: number },
) {
  await changeKeys({ deps, actor, id }, async (work, channel, keys) => {
    const old = existingKey(channel, keys, keyId)
    await forgetCooldowns(work.trx, { channelId: id, keyId })
    const fresh: StoredKey = {
      ...old,
      sealed: work.sealer.seal(text, CHANNEL_KEY_PURPOSE),
      hash: work.sealer.keyedHash(text),
      hint: keyHint(text),
      // Somebody took it out of use on purpose, or an upstream has refused the old one.
      status: old.status === CHANNEL_STATUS.disabled ? old.status : CHANNEL_STATUS.enabled,
      reason: '',
      at: work.clock.nowMs(),
    }
    return {
      keys: keys.map((key) => (key === old ? fresh : key)),
      result: undefined,
      action: 'channel.key_rotate',
      before: { hint: old.hint },
      after: { hint: fresh.hint, ...testResult },
    }
  })
}
