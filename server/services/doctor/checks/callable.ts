import { allChannels, type ChannelRow } from '../../../../db/tables/channels'
import { CHANNEL_STATUS } from '../../../domain/status'
import { typeName } from '../../channels/fields'
import { relays } from '../../channels/status'
import { uncallableModels } from '../../models/callable'
import type { Check, Finding } from '../check'
import { someOf } from '../list-some'
import type { Patient } from '../patient'

/** What is set up and cannot be called: no list shows it, so somebody has to say why. */
export const callable: Check<Patient> = {
  id: 'callable',
  area: 'channels',
  look: async ({ db }) => {
    const waiting = (await allChannels(db.lists)).filter((channel) => !relays(channel))
    const findings = [...channelFinding(waiting), ...modelFinding(await uncallableModels(db.lists))]
    return findings.length > 0 ? findings : { status: 'ok', text: 'doctor.callable.ok' }
  },
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

function modelFinding(models: readonly string[]): readonly Finding[] {
  if (models.length === 0) return []
  const params = { count: models.length, models: someOf(models) }
  const hint = 'doctor.callable.models_hint'
  return [{ status: 'warn', text: 'doctor.callable.models', hint, params }]
}
