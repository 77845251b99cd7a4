/** What a model name says about the fields that OpenAI's API takes for it. */
import type { Traits } from '../../../../domain/channel-types/channel-type'
import type { UpstreamCall } from '../dialect'

export type EffortSuffix = 'high' | 'medium' | 'low'

export function isOSeries(model: string): boolean {
  return /^o\d/.test(model)
}

/** Models that think at one of two levels, and take their limits in newer fields. */
export function hasTwoEfforts({ twoEffortModels }: Traits, model: string): boolean {
  return twoEffortModels !== '' && model.startsWith(twoEffortModels)
}

/** Names whose limit travels as `max_completion_tokens`. */
export function renamesMaxTokens(traits: Traits, model: string): boolean {
  return (
    (traits.isOpenaiService && /^(o\d|gpt-([5-9]|\d\d)|codex-mini)/.test(model)) ||
    hasTwoEfforts(traits, model)
  )
}

/** Models that take instructions from a "developer" and not from the "system". */
export function wantsDeveloperRole({ isOpenaiService }: Traits, model: string): boolean {
  return isOpenaiService && /^(o1$|o1-20|o[3-9])/.test(model)
}

/** `o3-mini-high` asks for o3-mini at high effort; no upstream knows the long name. */
export function splitEffort(call: Pick<UpstreamCall, 'channel' | 'upstreamModel'>): {
  readonly model: string
  readonly effort?: EffortSuffix
} {
  const model = call.upstreamModel
  const { traits } = call.channel.type
  const takesSuffix = (traits.isOpenaiService && isOSeries(model)) || hasTwoEfforts(traits, model)
  const match = takesSuffix ? /^(.+)-(high|medium|low)$/.exec(model) : null
  const suffix = match?.[2]
  if (match?.[1] === undefined || suffix === undefined) return { model }
  return { model: match[1], effort: suffix === 'high' || suffix === 'low' ? suffix : 'medium' }
}
