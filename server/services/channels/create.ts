import { type ChannelRow, insertChannel } from '../../../db/tables/channels'
import { nowSeconds } from '../../clock'
import { ROLE } from '../../domain/accounts/roles'
import { canRelay } from '../../domain/calls/model-calls'
import { DEFAULT_CHANNEL_TYPE } from '../../domain/channel-types'
import { withMaxInputTokens } from '../../domain/channels/setting'
import { GatewayError } from '../../domain/errors/gateway-error'
import { CHANNEL_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'
import { destinationOf, type Placed, refusePrivateHosts } from './destination'
import {
  baseUrlOf,
  channelNameOf,
  groupsOf,
  keysOf,
  modelsOf,
  organizationOf,
  otherOf,
  priorityOf,
  shortTextOf,
  tagOf,
  typeOf,
  weightOf,
} from './fields'
import { type ChannelJsonFields, jsonFieldOf } from './json-fields'
import { keyColumns, manyKeys } from './keys/stored-keys'
import { settingColumns } from './proxy'
import { rebuildAbilities } from './rebuild-abilities'
import { existingChannel } from './show'
import { type Reached, refuseGap } from './status'
import { CHANNEL_KEY_PURPOSE, type ChannelView, channelFacts, toChannelView } from './view'

export interface CreateChannelInput extends ChannelJsonFields {
  /** Id of the channel type; 1 (OpenAI) when absent. */
  readonly type?: number | undefined
  readonly name: string
  /** One per line makes one channel per line, but for types whose key has several lines. */
  readonly key: string
  /** Comma separated. */
  readonly models: string
  /** Comma separated; "default" when absent. */
  readonly group?: string | undefined
  readonly base_url?: string | undefined
  readonly other?: string | undefined
  readonly openai_organization?: string | undefined
  readonly test_model?: string | undefined
  readonly priority?: number | undefined
  readonly weight?: number | undefined
  readonly auto_ban?: boolean | undefined
  /** Written into `setting`; 0 for no limit. */
  readonly max_input_tokens?: number | undefined
  readonly tag?: string | null | undefined
  /** How one of several keys is chosen: with it all of `key` are of one channel. */
  readonly key_mode?: string | undefined
  /** Id of a channel whose keys are taken over instead of `key`. */
  readonly copy_of?: number | undefined
}

/** Makes one channel per key, all or none; disabled where the type cannot relay yet. */
export async function createChannels(
  deps: ServiceDeps,
  actor: Actor,
  input: CreateChannelInput,
): Promise<ChannelView[]> {
  const source =
    input.copy_of === undefined ? undefined : await existingChannel(deps.db.reader, input.copy_of)
  const place = placeOf(input)
  refuseGap(place)
  const isSamePlace = source !== undefined && destinationOf(place) === destinationOf(source)
  if (!isSamePlace) await refusePrivateHosts(deps, actor, place)
  if (source !== undefined && !isSamePlace && actor.role < ROLE.root) {
    // A key that nobody may read may not be sent elsewhere by copying it either.
    throw new GatewayError('channel.key_empty')
  }
  const allow_private = actor.role >= ROLE.root ? 1 : isSamePlace ? source.allow_private : 0
  const keys = source === undefined ? sealedKeys(deps, input, place.type) : [keyOf(source)]
  const created = await transact(deps, actor, async (work) => {
    const fields = { ...(await fieldsOf(work, input, source)), allow_private }
    const channels: ChannelView[] = []
    for (const key of keys) {
      const row = await insertChannel(work.trx, { ...fields, ...key })
      await rebuildAbilities(work.trx, row)
      await recordAudit(work, {
        action: 'channel.create',
        target: `channel:${row.id}`,
        after: { ...channelFacts(row), copy_of: input.copy_of },
      })
      channels.push(toChannelView(row))
    }
    return channels
  })
  return created
}

function placeOf(input: CreateChannelInput): Placed & Reached {
  return {
    type: typeOf(input.type ?? DEFAULT_CHANNEL_TYPE).id,
    base_url: baseUrlOf(input.base_url ?? ''),
    other: otherOf(input.other ?? '', typeOf(input.type ?? DEFAULT_CHANNEL_TYPE)),
    setting: jsonFieldOf('setting', input.setting ?? ''),
  }
}

type SealedKey = Pick<ChannelRow, 'key_sealed' | 'key_hash' | 'keys' | 'key_mode'>

function keyOf({ key_sealed, key_hash, keys, key_mode }: ChannelRow): SealedKey {
  return { key_sealed, key_hash, keys, key_mode }
}

function sealedKeys(deps: ServiceDeps, input: CreateChannelInput, type: number): SealedKey[] {
  const { sealer, clock } = deps
  const texts = keysOf(input.key, typeOf(type))
  const mode = input.key_mode ?? ''
  if (mode !== '') return [keyColumns(manyKeys(texts, { sealer, nowMs: clock.nowMs() }), mode)]
  return texts.map((key) => ({
    key_sealed: sealer.seal(key, CHANNEL_KEY_PURPOSE),
    key_hash: sealer.keyedHash(key),
    keys: '',
    key_mode: '',
  }))
}

async function fieldsOf(
  { trx, clock, sealer }: Work,
  input: CreateChannelInput,
  source: ChannelRow | undefined,
) {
  const type = typeOf(input.type ?? DEFAULT_CHANNEL_TYPE)
  return {
    type: type.id,
    name: channelNameOf(input.name),
    // What is switched off does not come back into service as a copy of itself.
    status: canRelay(type) && !isOff(source) ? CHANNEL_STATUS.enabled : CHANNEL_STATUS.disabled,
    models: modelsOf(input.models),
    group: await groupsOf(trx, input.group ?? ''),
    base_url: baseUrlOf(input.base_url ?? ''),
    other: otherOf(input.other ?? '', type),
    openai_organization: organizationOf(input.openai_organization ?? ''),
    test_model: shortTextOf('test_model', input.test_model ?? ''),
    priority: priorityOf(input.priority ?? 0),
    weight: weightOf(input.weight ?? 0),
    auto_ban: flag(input.auto_ban ?? true),
    tag: tagOf(input.tag ?? null),
    model_mapping: jsonFieldOf('model_mapping', input.model_mapping ?? ''),
    status_code_mapping: jsonFieldOf('status_code_mapping', input.status_code_mapping ?? ''),
    param_override: jsonFieldOf('param_override', input.param_override ?? ''),
    ...settingColumns(sealer, settingOf(input, ''), source),
    created_time: nowSeconds(clock),
    test_time: 0,
    response_time: 0,
    balance: 0,
    balance_updated_time: 0,
    used_quota: 0,
    other_info: '',
  }
}

/** With the fields that have names of their own in requests. */
export function settingOf(
  { setting, max_input_tokens: tokens }: Pick<CreateChannelInput, 'setting' | 'max_input_tokens'>,
  stored: string,
): string {
  const text = setting ?? stored
  return tokens === undefined ? text : withMaxInputTokens(text, tokens)
}

function isOff(source: ChannelRow | undefined): boolean {
  return source !== undefined && source.status !== CHANNEL_STATUS.enabled
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0
}
