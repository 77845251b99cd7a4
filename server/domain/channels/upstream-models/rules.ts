/** What is done by itself about models that an upstream lists, or lists no more. */
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { matchesPattern } from '../../prices/sources/margin'
import { settingFields, withSetting } from '../setting'
import { GONE_RULES, NEW_RULES, RENAMED_RULES } from './rule-names'

type NewRule = (typeof NEW_RULES)[number]
type GoneRule = (typeof GONE_RULES)[number]
type RenamedRule = (typeof RENAMED_RULES)[number]

export interface ModelRules {
  readonly new: NewRule
  readonly gone: GoneRule
  readonly renamed: RenamedRule
  /** Patterns, in which `*` stands for any text; empty for every name. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  /** Whether the schedule asks the channel at all. */
  readonly walk: boolean
}

const Patterns = Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 200 })

function oneOf<const Name extends string>(names: readonly Name[]) {
  return Type.Optional(Type.Union(names.map((name) => Type.Literal(name))))
}

/** What a channel sets for itself; what is absent is as the options say. */
export const ChannelModelRules = Type.Object(
  {
    new: oneOf(NEW_RULES),
    gone: oneOf(GONE_RULES),
    renamed: oneOf(RENAMED_RULES),
    include: Type.Optional(Patterns),
    exclude: Type.Optional(Patterns),
    walk: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type ChannelModelRules = Static<typeof ChannelModelRules>

const FIELD = 'upstream_models'

export function isChannelModelRules(value: unknown): value is ChannelModelRules {
  return Value.Check(ChannelModelRules, value)
}

/** Of the text of a channel's settings; none where they cannot be read. */
export function channelModelRules(setting: string): ChannelModelRules {
  const found = settingFields(setting)?.[FIELD]
  return isChannelModelRules(found) ? found : {}
}

/** The settings with other rules, as a form has them; none of them leaves no trace. */
export function withModelRules(
  setting: string,
  rules: { readonly [Name in keyof ChannelModelRules]?: unknown },
): string {
  const isBare = Object.values(rules).every((value) => value === undefined)
  return withSetting(setting, FIELD, isBare ? undefined : rules)
}

/** As the options have them. */
export interface SiteModelRules {
  readonly UpstreamModelsNew: NewRule
  readonly UpstreamModelsGone: GoneRule
  readonly UpstreamModelsRenamed: RenamedRule
  readonly UpstreamModelsInclude: readonly string[]
  readonly UpstreamModelsExclude: readonly string[]
}

export function modelRules(setting: string, site: SiteModelRules): ModelRules {
  const own = channelModelRules(setting)
  return {
    new: own.new ?? site.UpstreamModelsNew,
    gone: own.gone ?? site.UpstreamModelsGone,
    renamed: own.renamed ?? site.UpstreamModelsRenamed,
    include: own.include ?? site.UpstreamModelsInclude,
    exclude: own.exclude ?? site.UpstreamModelsExclude,
    walk: own.walk ?? true,
  }
}

/** Whether the rules are about a model of this name at all. */
export function concerns({ include, exclude }: ModelRules, model: string): boolean {
  const fits = (pattern: string) => matchesPattern(pattern, model)
  return (include.length === 0 || include.some(fits)) && !exclude.some(fits)
}
