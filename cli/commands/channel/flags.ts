import { FIDELITIES, type Fidelity, withFidelity } from '../../../server/domain/calls/fidelity'
import { CHANNEL_TYPES } from '../../../server/domain/channel-types'
import { KEY_MODES } from '../../../server/domain/channels/keys'
import { withKeywords } from '../../../server/domain/channels/setting'
import { channelFields } from '../../../server/domain/nouns/channel'
import type { SetChannelInput } from '../../../server/services/channels/set'
import type { CommandContext } from '../../command/context'
import { nounAliases, nounFlags, nounInput, type OwnFlags } from '../../command/noun-flags'
import { UsageError } from '../../exit'
import { words } from '../../words'

export const CHANNEL_ARGUMENT = {
  name: 'channel',
  summary: 'id, or a name that is unique',
  completes: 'channel',
} as const

/** Where a flag says more than one field. */
const MORE_FLAGS = {
  type: {
    kind: 'text',
    value: 'TYPE',
    summary:
      'id or part of the name of the channel type or of its region, e.g. gemini or z.ai ' +
      '("channel types" lists them); some cannot relay yet, and their channels stay disabled',
    completes: 'type',
  },
  key: {
    kind: 'text',
    summary: 'upstream key; "-" reads it from stdin; GW_CHANNEL_KEY in the environment works too',
  },
  'auto-ban': { kind: 'boolean', summary: 'whether failures may disable it (default true)' },
  fidelity: {
    kind: 'text',
    value: 'warn|strict|off',
    summary: 'what the upstream cannot express: named (warn), refused (strict) or dropped (off)',
  },
  'auto-disable-keywords': {
    kind: 'text',
    value: 'A,B',
    summary: 'an error containing one disables the channel, in addition to the site-wide keywords',
  },
} as const

/** Where the noun alone would say too little. */
const OWN_FLAGS = {
  // The positional argument of `add`, or its flag.
  name: false,
  type: false,
  key: false,
  base_url: { kind: 'text', value: 'URL', summary: "address (default: the type's own)" },
  key_mode: {
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
  test_model: { kind: 'text', summary: 'model that "channel test" asks' },
  openai_organization: {
    name: 'organization',
    kind: 'text',
    summary: 'OpenAI-Organization header',
  },
  other: {
    kind: 'text',
    summary: 'per type: API version, region, account id or routes; "channel types" shows which',
  },
  model_mapping: { kind: 'text', value: 'JSON', summary: 'model names sent to the upstream' },
  status_code_mapping: { kind: 'text', value: 'JSON', summary: 'upstream status to ours' },
  param_override: { kind: 'text', value: 'JSON', summary: 'fields written over every request' },
  setting: {
    kind: 'text',
    value: 'JSON',
    summary:
      'proxy, force_format, thinking_to_content, keep_upstream_model, cut_policy, fidelity, ' +
      'cost_ratio, first_byte_seconds, idle_seconds, upstream_models',
  },
  max_input_tokens: {
    kind: 'integer',
    summary: 'longer prompts go to other channels; 0 for no limit',
  },
} as const satisfies OwnFlags<typeof channelFields>

/** Fields that `add` and `set` share. */
export const CHANNEL_FLAGS = { ...MORE_FLAGS, ...nounFlags(channelFields, OWN_FLAGS) }

/** By the names of the fields, for commands that take a few of them. */
export const FIELD_FLAGS = { ...OWN_FLAGS, type: MORE_FLAGS.type, key: MORE_FLAGS.key }

/** Fields whose flags have other names. */
export const CHANNEL_BODY = nounAliases(channelFields, OWN_FLAGS)

type MoreValues = Partial<{
  readonly type: string | undefined
  readonly 'auto-ban': boolean | undefined
  readonly fidelity: string | undefined
  readonly 'auto-disable-keywords': string | undefined
}>

/** Everything but name and key; `stored` are the settings of the channel so far. */
export function channelInput(
  context: CommandContext,
  flags: Readonly<Record<string, unknown>> & MoreValues,
  stored = '',
): Omit<SetChannelInput, 'id'> {
  const named = flags.type === undefined ? undefined : namedType(flags.type)
  const input = nounInput(context, flags, { rows: channelFields, own: OWN_FLAGS })
  return {
    ...input,
    type: named?.type,
    base_url: input.base_url ?? named?.baseUrl,
    auto_ban: flags['auto-ban'],
    setting: settingOf(flags, input.setting, stored),
  }
}

/** Throws `UsageError`. */
function settingOf(
  { fidelity, 'auto-disable-keywords': keywords }: MoreValues,
  setting: string | undefined,
  stored: string,
): string | undefined {
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
