import { allChannels, type ChannelRow } from '../../../../db/tables/channels'
import { gapOf } from '../../../domain/channels/gaps'
import { mappedName, modelMapper } from '../../../domain/channels/model-mapping'
import { retiredIn, retiredText } from '../../../domain/channels/retired-models'
import { channelTypeOf } from '../../../domain/channels/routes'
import { CHANNEL_STATUS } from '../../../domain/status'
import { uncallableModels } from '../../callable-models'
import { namesIn, typeName } from '../../channels/fields'
import { relaysByType } from '../../channels/status'
import { storedKey } from '../../channels/view'
import type { Check, Finding } from '../check'
import type { Examined } from '../examined'
import { someOf } from '../list-some'

/** What is set up and cannot be called. Lists leave it out, so only this check names it. */
export const callable: Check<Examined> = {
  id: 'callable',
  area: 'channels',
  look: async ({ db, sealer }) => {
    const every = await allChannels(db.lists)
    const opener = sealer()
    const isIncomplete = (channel: ChannelRow) =>
      gapOf(channel, opener && storedKey(opener, channel)) !== undefined
    const findings = [
      ...channelFinding(every.filter((channel) => !relaysByType(channel))),
      ...incompleteFinding(every.filter(isIncomplete)),
      ...modelFinding(await uncallableModels(db.lists)),
      ...retiredFinding(every.filter(({ status }) => status === CHANNEL_STATUS.enabled)),
    ]
    return findings.length > 0 ? findings : { status: 'ok', text: 'doctor.callable.ok' }
  },
}

/** By the names that vendors get: an old one may be mapped to its successor. */
function retiredFinding(channels: readonly ChannelRow[]): readonly Finding[] {
  const lines = channels.flatMap((channel) => {
    const row = channelTypeOf(channel)
    const mapper = modelMapper(channel.model_mapping)
    const models = namesIn(channel.models).map((model) => mappedName(mapper, model))
    const retired = row === undefined ? [] : retiredIn(row, { models, baseUrl: channel.base_url })
    return retired.length === 0 ? [] : [`${channel.name} (${channel.id}): ${retiredText(retired)}`]
  })
  if (lines.length === 0) return []
  const params = { count: lines.length, channels: someOf(lines) }
  const [text, hint] = ['doctor.callable.retired', 'doctor.callable.retired_hint'] as const
  return [{ status: 'warn', text, hint, params }]
}

/** A channel that rests until its type can relay is as it should be. */
function channelFinding(channels: readonly ChannelRow[]): readonly Finding[] {
  if (channels.length === 0) return []
  const names = channels.map(({ id, name, type }) => `${name} (${id}, ${typeName(type)})`)
  const params = { count: channels.length, channels: someOf(names) }
  const text = 'doctor.callable.types'
  const hasEnabled = channels.some(({ status }) => status === CHANNEL_STATUS.enabled)
  if (!hasEnabled) return [{ status: 'ok', text, params }]
  return [{ status: 'warn', text, hint: 'doctor.callable.types_hint', params }]
}

/** Nothing can be sent to their upstreams, whatever their status is. */
function incompleteFinding(channels: readonly ChannelRow[]): readonly Finding[] {
  if (channels.length === 0) return []
  const names = channels.map(({ id, name }) => `${name} (${id})`)
  const params = { count: channels.length, channels: someOf(names) }
  const hint = 'doctor.callable.incomplete_hint'
  return [{ status: 'warn', text: 'doctor.callable.incomplete', hint, params }]
}

function modelFinding(models: readonly string[]): readonly Finding[] {
  if (models.length === 0) return []
  const params = { count: models.length, models: someOf(models) }
  const hint = 'doctor.callable.models_hint'
  return [{ status: 'warn', text: 'doctor.callable.models', hint, params }]
}
