import { type ChannelChange, channelsByIds, updateChannel } from '../../../db/tables/channels'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { groupsOf, modelsOf, priorityOf, tagOf, weightOf } from './fields'
import { jsonFieldOf } from './json-fields'
import { rebuildAbilities } from './rebuild-abilities'
import { partsOf } from './remove-many'
import { existingTag, givenTag } from './tag'
import { toChannelView } from './view'

export interface SetTagInput {
  readonly tag: string
  /** "" dissolves the tag. */
  readonly new_tag?: string | undefined
  /** Blank texts mean unchanged, as the form of the tag has it. */
  readonly model_mapping?: string | undefined
  readonly models?: string | undefined
  readonly groups?: string | undefined
  readonly priority?: number | undefined
  readonly weight?: number | undefined
}

/** Changes every channel of the tag alike; returns how many there are. */
export async function setTag(deps: ServiceDeps, actor: Actor, input: SetTagInput): Promise<number> {
  const channels = await existingTag(deps.db.lists, givenTag(input.tag))
  const change = await changeOf(deps, input)
  if (Object.keys(change).length === 0) return channels.length
  for await (const part of partsOf(channels.map(({ id }) => id))) {
    await transact(deps, actor, async (work) => {
      for (const before of await channelsByIds(work.trx, part)) {
        const after = (await updateChannel(work.trx, before.id, change)) ?? before
        await rebuildAbilities(work.trx, after)
        await recordAudit(work, {
          action: 'channel.set',
          target: `channel:${before.id}`,
          before: toChannelView(before),
          after: toChannelView(after),
        })
      }
    })
  }
  return channels.length
}

async function changeOf(deps: ServiceDeps, input: SetTagInput): Promise<ChannelChange> {
  const change: ChannelChange = {}
  const tag = input.new_tag === undefined ? givenTag(input.tag) : tagOf(input.new_tag)
  if (tag !== givenTag(input.tag)) change.tag = tag
  if (given(input.model_mapping)) {
    change.model_mapping = jsonFieldOf('model_mapping', input.model_mapping)
  }
  if (given(input.models)) change.models = modelsOf(input.models)
  if (given(input.groups)) change.group = await groupsOf(deps.db.reader, input.groups)
  if (input.priority !== undefined) change.priority = priorityOf(input.priority)
  if (input.weight !== undefined) change.weight = weightOf(input.weight)
  return change
}

function given(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== ''
}
