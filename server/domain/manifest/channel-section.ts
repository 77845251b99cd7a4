import { CHANNEL_TYPES, channelTypeById, DEFAULT_CHANNEL_TYPE } from '../channel-types'
import type { ChannelTypeRow } from '../channel-types/channel-type'
import { DEFAULT_KEY_MODE } from '../channels/keys'
import { GatewayError } from '../errors/gateway-error'
import { channelFields } from '../nouns/channel'
import { flag, type ManifestField, names, secrets } from './fields'
import { manifestFieldsOf } from './noun-fields'
import type { Section } from './section'

/** By name, whatever its case; ids are taken too. */
export function channelTypeNamed(given: unknown): ChannelTypeRow | undefined {
  const wanted = String(given).trim().toLowerCase()
  return CHANNEL_TYPES.find(
    ({ id, name }) => name.toLowerCase() === wanted || String(id) === wanted,
  )
}

const type: ManifestField = {
  starts: channelTypeById(DEFAULT_CHANNEL_TYPE)?.name,
  read: (field, given) => {
    const known = channelTypeNamed(given)?.name
    if (known !== undefined) return known
    throw new GatewayError('channel.type_unknown', { type: String(given), field })
  },
}

const FIELDS = manifestFieldsOf(channelFields, {
  name: false,
  type,
  key: secrets(),
  group: names(['default']),
  enabled: flag(true),
  auto_ban: flag(true),
})

export const channelSection: Section = {
  fieldsOf: () => FIELDS,
  startsWith: (values) => {
    const row = channelTypeNamed(values.type ?? type.starts)
    if (row === undefined) return {}
    const hasSeveral = Array.isArray(values.key) && values.key.length > 1
    const key_mode = hasSeveral ? DEFAULT_KEY_MODE : ''
    return { key_mode, other: row.defaultOther }
  },
}
