import { channelTypeById } from '../../domain/channel-types'
import type { ChannelTypeRow } from '../../domain/channel-types/channel-type'
import { isDocument, readKey, splitKeys } from '../../domain/channel-types/key-shape'
import { otherProblem } from '../../domain/channels/other-field'
import { MAX_ROUTES_CHARACTERS } from '../../domain/channels/routes'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { channelFields } from '../../domain/nouns/channel'
import type { Checks } from '../../domain/nouns/noun-stored'
import { visibleLine } from '../../domain/text/visible-text'
import { groupRatios } from '../options/current'
import type { Queries } from '../service-deps'
import { jsonFieldOf } from './json-fields'

const MAX_NAME = 100
const MAX_MODEL = 255
const MAX_TEXT = 500
const MIN_PRIORITY = -999
const MAX_PRIORITY = 1_000_000
const MAX_WEIGHT = 1_000_000

export function typeOf(given: number): ChannelTypeRow {
  const row = channelTypeById(given)
  if (row === undefined) {
    throw new GatewayError('channel.type_unknown', { type: given })
  }
  return row
}

/** For messages; the number itself where no type has it. */
export function typeName(type: number): string {
  return channelTypeById(type)?.name ?? String(type)
}

export function channelNameOf(given: string): string {
  const name = given.trim()
  if (name === '') {
    throw new GatewayError('channel.name_or_key_empty')
  }
  if ([...name].length > MAX_NAME) {
    throw new GatewayError('value.too_long', { field: 'name', max: MAX_NAME })
  }
  return visibleLine('name', name)
}

/** One key per channel to make. */
export function keysOf(given: string, { keyShape, keyHint }: ChannelTypeRow): string[] {
  const keys = splitKeys(given, keyShape)
  if (keys.length === 0) {
    throw new GatewayError('channel.name_or_key_empty')
  }
  if (keys.some((key) => !isDocument(key, keyShape) && !isHeaderText(key))) {
    throw new GatewayError('channel.field_invalid', { field: 'key', reason: NO_HEADER_TEXT })
  }
  if (keys.some((key) => readKey(key, keyShape) === undefined)) {
    throw new GatewayError('channel.key_invalid', { format: keyHint })
  }
  return keys
}

/** The text of a reason, for what travels in a header and may hold no control characters. */
const NO_HEADER_TEXT = 'reason.no_header_text'

function isHeaderText(text: string): boolean {
  return /^[\x20-\x7e\x80-\xff]*$/.test(text)
}

/** Sent as a header, so it must be able to be one. */
function organizationOf(given: string): string {
  const text = shortTextOf('openai_organization', given)
  if (!isHeaderText(text)) {
    const field = 'openai_organization'
    throw new GatewayError('channel.field_invalid', { field, reason: NO_HEADER_TEXT })
  }
  return text
}

export function namesIn(given: string): string[] {
  const names = given.split(/[\n,]/).map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

export function modelsOf(given: string): string {
  const models = namesIn(given)
  if (models.length === 0) {
    throw new GatewayError('channel.models_empty')
  }
  if (models.some((model) => model.length > MAX_MODEL)) {
    throw new GatewayError('value.too_long', { field: 'models', max: MAX_MODEL })
  }
  return visibleLine('models', models.join(','))
}

export async function groupsOf(queries: Queries, given: string): Promise<string> {
  const groups = namesIn(given)
  const ratios = await groupRatios(queries)
  const missing = groups.find((group) => !Object.hasOwn(ratios, group))
  if (missing !== undefined) {
    throw new GatewayError('group.not_found', { group: missing })
  }
  return groups.length === 0 ? 'default' : groups.join(',')
}

/** "" takes the default of the type. Trailing slashes go: paths are put behind it. */
export function baseUrlOf(given: string): string {
  const text = given.trim().replace(/\/+$/, '')
  if (text === '') {
    return ''
  }
  // Custom channels have {model} in their address, which a URL parser escapes but takes.
  const url = URL.parse(text)
  const isAddress = url !== null && /^https?:$/.test(url.protocol) && url.hostname !== ''
  // Credentials belong into the key; white space inside is a pasting mistake.
  if (!isAddress || url.username + url.password !== '' || /\s/.test(text)) {
    throw new GatewayError('channel.base_url_invalid')
  }
  return text
}

/** "" takes the default of the type. Throws `channel.field_invalid`. */
export function otherOf(given: string, row: ChannelTypeRow): string {
  const longest = row.otherField === 'routes' ? MAX_ROUTES_CHARACTERS : MAX_TEXT
  const text = shortTextOf('other', given, longest) || row.defaultOther
  const problem = otherProblem(row, text)
  if (problem !== undefined) {
    throw new GatewayError('channel.field_invalid', { field: 'other', ...problem })
  }
  return text
}

export function shortTextOf(field: string, given: string, max = MAX_TEXT): string {
  const text = given.trim()
  if (text.length > max) {
    throw new GatewayError('value.too_long', { field, max })
  }
  // Settings of some types are pasted as JSON, with its line ends.
  visibleLine(field, field === 'other' ? text.replace(/[\t\r\n]/g, ' ') : text)
  return text
}

export function tagOf(given: string | null): string | null {
  const tag = given === null ? '' : shortTextOf('tag', given)
  return tag === '' ? null : tag
}

interface Range {
  readonly field: string
  readonly min: number
  readonly max: number
}

function within(given: number, { field, min, max }: Range): number {
  if (!Number.isSafeInteger(given) || given < min || given > max) {
    throw new GatewayError('value.out_of_range', { field, min, max })
  }
  return given
}

export function priorityOf(given: number): number {
  return within(given, { field: 'priority', min: MIN_PRIORITY, max: MAX_PRIORITY })
}

export function weightOf(given: number): number {
  return within(given, { field: 'weight', min: 0, max: MAX_WEIGHT })
}

const asGiven = <Value>(given: Value): Value => given

/** Rules that only channels have. */
export const CHANNEL_CHECKS: Checks<typeof channelFields> = {
  name: channelNameOf,
  type: (given) => typeOf(given).id,
  models: modelsOf,
  base_url: baseUrlOf,
  openai_organization: organizationOf,
  test_model: (given) => shortTextOf('test_model', given),
  priority: priorityOf,
  weight: weightOf,
  model_mapping: (given) => jsonFieldOf('model_mapping', given),
  status_code_mapping: (given) => jsonFieldOf('status_code_mapping', given),
  param_override: (given) => jsonFieldOf('param_override', given),
  // What depends on more than itself is for who knows the rest of the channel.
  group: asGiven,
  other: asGiven,
  setting: asGiven,
  tag: asGiven,
  key_mode: asGiven,
}
