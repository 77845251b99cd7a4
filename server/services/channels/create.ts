import { type ChannelRow, insertChannel } from '../../../db/tables/channels'
import { nowSeconds } from '../../clock'
import { ROLE } from '../../domain/accounts/roles'
import { canRelay } from '../../domain/calls/model-calls'
import { DEFAULT_CHANNEL_TYPE } from '../../domain/channel-types'
import { withMaxInputTokens } from '../../domain/channels/setting'
import { GatewayError } from '../../domain/errors/gateway-error'
import { channelFields } from '../../domain/nouns/channel'
import { startsOf } from '../../domain/nouns/noun-starts'
import { type Input, newColumns } from '../../domain/nouns/noun-stored'
import { CHANNEL_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'
import { destinationOf, type Placed, refusePrivateHosts } from './destination'
import { baseUrlOf, CHANNEL_CHECKS, groupsOf, keysOf, otherOf, tagOf, typeOf } from './fields'
import { jsonFieldOf } from './json-fields'
import { keyColumns, manyKeys } from './keys/stored-keys'
import { settingColumns } from './proxy'
import { rebuildAbilities } from './rebuild-abilities'
import { existingChannel } from './show'
import { type Reached, refuseGap } from './status'
import { CHANNEL_KEY_PURPOSE, type ChannelView, channelFacts, toChannelView } from './view'

type Given = Omit<Input<typeof channelFields>, 'name' | 'key' | 'models' | 'tag'>

/** What is absent is as channels start. */
export interface CreateChannelInput extends Given {
  readonly name: string
  /** One per line makes one channel per line, but for types whose key has several lines. */
  readonly key: string
  readonly models: string
  readonly auto_ban?: boolean | undefined
  readonly tag?: string | null | undefined
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
  const given = { ...input, tag: input.tag ?? '' }
  const created_time = nowSeconds(clock)
  const rules = { checks: CHANNEL_CHECKS, nowSeconds: created_time }
  const { tag, ...columns } = newColumns(channelFields, given, rules)
  const type = typeOf(columns.type)
  return {
    ...startsOf(channelFields),
    ...columns,
    // What is switched off does not come back into service as a copy of itself.
    status: canRelay(type) && !isOff(source) ? CHANNEL_STATUS.enabled : CHANNEL_STATUS.disabled,
    group: await groupsOf(trx, columns.group),
    other: otherOf(columns.other, type),
    auto_ban: flag(input.auto_ban ?? true),
    tag: tagOf(tag),
    ...settingColumns(sealer, settingOf(input, ''), source),
    created_time,
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
