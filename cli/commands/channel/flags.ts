import { FIDELITIES, type Fidelity, withFidelity } from '../../../server/domain/calls/fidelity'
import { CHANNEL_TYPES } from '../../../server/domain/channel-types'
import { KEY_MODES } from '../../../server/domain/channels/keys'
import { withKeywords } from '../../../server/domain/channels/setting'
import type { SetChannelInput } from '../../../server/services/channels/set'
import { UsageError } from '../../exit'
import { words } from '../../words'

export const CHANNEL_ARGUMENT = {
  name: 'channel',
  summary: 'id, or a name that is unique',
  completes: 'channel',
} as const

/** Fields that `add` and `set` share. */
export const CHANNEL_FLAGS = {
  type: {
    kind: 'text',
    value: 'TYPE',
    summary:
      'id or part of the name of the channel type or of its region, e.g. gemini or z.ai ' +
      '("channel types" lists them); some cannot relay yet, and their channels stay disabled',
    completes: 'type',
  },
  'base-url': { kind: 'text', value: 'URL', summary: "address (default: the type's own)" },
  key: {
    kind: 'text',
    summary: 'upstream key; "-" reads it from stdin; GW_CHANNEL_KEY in the environment works too',
  },
  'key-mode': {
    kind: 'text',
    choices: KEY_MODES,
    summary: 'how one of several keys is chosen; with it all keys are of one channel',
  },
  models: { kind: 'text', value: 'A,B', summary: 'models the channel offers' },
  group: {
    kind: 'text',
    value: 'A,B',
    summary: 'groups that may use it (default "default")',
    completes: 'group',
  },
  priority: { kind: 'integer', summary: 'higher tiers are tried first (default 0)' },
  weight: { kind: 'integer', summary: 'share of the calls within a tier (default 0)' },
  tag: { kind: 'text', summary: 'label for handling several channels together' },
  'test-model': { kind: 'text', summary: 'model that "channel test" asks' },
  organization: { kind: 'text', summary: 'OpenAI-Organization header' },
  other: {
    kind: 'text',
    summary: 'per type: API version, region, account id or routes; "channel types" shows which',
  },
  'auto-ban': { kind: 'boolean', summary: 'whether failures may disable it (default true)' },
  'model-mapping': { kind: 'text', value: 'JSON', summary: 'model names sent to the upstream' },
  'status-code-mapping': { kind: 'text', value: 'JSON', summary: 'upstream status to ours' },
  'param-override': { kind: 'text', value: 'JSON', summary: 'fields written over every request' },
  setting: {
    kind: 'text',
    value: 'JSON',
    summary:
      'proxy, force_format, thinking_to_content, keep_upstream_model, cut_policy, fidelity, ' +
      'cost_ratio, first_byte_seconds, idle_seconds',
  },
  fidelity: {
    kind: 'text',
    value: 'warn|strict|off',
    summary: 'what the upstream cannot express: named (warn), refused (strict) or dropped (off)',
  },
  'max-input-tokens': {
    kind: 'integer',
    summary: 'longer prompts go to other channels; 0 for no limit',
  },
  'auto-disable-keywords': {
    kind: 'text',
    value: 'A,B',
    summary: 'an error containing one disables the channel, in addition to the site-wide keywords',
  },
} as const

/** Fields whose flags are shorter. */
export const CHANNEL_BODY = { openai_organization: 'organization' } as const

type ChannelFlagValues = Partial<AllFlagValues>

interface AllFlagValues {
  readonly type: string | undefined
  readonly 'base-url': string | undefined
  readonly 'key-mode': string | undefined
  readonly models: string | undefined
  readonly group: string | undefined
  readonly priority: number | undefined
  readonly weight: number | undefined
  readonly tag: string | undefined
  readonly 'test-model': string | undefined
  readonly organization: string | undefined
  readonly other: string | undefined
  readonly 'auto-ban': boolean | undefined
  readonly 'model-mapping': string | undefined
  readonly 'status-code-mapping': string | undefined
  readonly 'param-override': string | undefined
  readonly setting: string | undefined
  readonly fidelity: string | undefined
  readonly 'max-input-tokens': number | undefined
  readonly 'auto-disable-keywords': string | undefined
}

/** Everything but name and key; `stored` are the settings of the channel so far. */
export function channelFields(flags: ChannelFlagValues, stored = ''): Omit<SetChannelInput, 'id'> {
  const named = flags.type === undefined ? undefined : namedType(flags.type)
  return {
    type: named?.type,
    base_url: flags['base-url'] ?? named?.baseUrl,
    key_mode: flags['key-mode'],
    models: flags.models,
    group: flags.group,
    priority: flags.priority,
    weight: flags.weight,
    tag: flags.tag,
    test_model: flags['test-model'],
    openai_organization: flags.organization,
    other: flags.other,
    auto_ban: flags['auto-ban'],
    model_mapping: flags['model-mapping'],
    status_code_mapping: flags['status-code-mapping'],
    param_override: flags['param-override'],
    max_input_tokens: flags['max-input-tokens'],
    setting: settingOf(flags, stored),
  }
}

/** Throws `UsageError`. */
function settingOf(flags: ChannelFlagValues, stored: string): string | undefined {
  const { setting, fidelity, 'auto-disable-keywords': keywords } = flags
  if (fidelity === undefined && keywords === undefined) return setting
  let made = setting ?? stored
  if (fidelity !== undefined) made = withFidelity(made, knownFidelity(fidelity))
  if (keywords !== undefined) made = withKeywords(made, keywords.split(','))
  return made
}

function knownFidelity(given: string): Fidelity {
  const known = FIDELITIES.find((one) => one === given)
  if (known !== undefined) return known
  throw new UsageError(words`--fidelity must be one of ${FIDELITIES.join(', ')}`)
}

interface NamedType {
  readonly type: number
  /** Of the region that was named; absent for the type's own. */
  readonly baseUrl?: string
}

/** By id, part of the name, or what the vendor is called in a region. Throws `UsageError`. */
function namedType(given: string): NamedType {
  if (/^\d{1,6}$/.test(given)) {
    return { type: Number(given) }
  }
  const wanted = given.trim().toLowerCase()
  const types = CHANNEL_TYPES.map(({ id, name }) => ({ type: id, name: name.toLowerCase() }))
  const regions = CHANNEL_TYPES.flatMap(({ id, presets }) =>
    presets.flatMap(({ alias, baseUrl }) =>
      alias === undefined ? [] : [{ type: id, baseUrl, name: alias.toLowerCase() }],
    ),
  )
  const exact = [...types, ...regions].find(({ name }) => name === wanted)
  const partial = types.filter(({ name }) => wanted !== '' && name.includes(wanted))
  const found = exact ?? (partial.length === 1 ? partial[0] : undefined)
  if (found === undefined) {
    const candidates = partial.length > 1 ? partial.map(({ name }) => name).join(', ') : '-'
    throw new UsageError(words`"${given}" names no single channel type (matches: ${candidates})`)
  }
  const { name: _name, ...named } = found
  return named
}
