import type { Traits } from '../../../../domain/channel-types/channel-type'
import { capabilitiesOf } from '../../../../domain/models/capabilities'
import { isEffort, nearestEffort } from '../../../../domain/models/effort'
import type { Effort, Json, JsonObject, Thinking } from '../../../wire/chat'
import { hasTwoEfforts } from './models'

export interface ThinkingContext {
  readonly traits: Traits
  readonly model: string
  readonly losses: Set<string>
}

/** Budgets in text units up to which an effort level is meant. */
const LOW_BUDGET = 4096
const MEDIUM_BUDGET = 16_384

/** How much the model shall think, in the field that this upstream has for it. */
export function encodeThinking(
  thinking: Thinking | undefined,
  context: ThinkingContext,
): JsonObject {
  if (thinking === undefined) return {}
  const { traits, model } = context
  if (traits.thinkingField === 'object') return { reasoning: reasoningObject(thinking) }
  const isCoarse = hasTwoEfforts(traits, model)
  if (!isCoarse && !takesEffortOnly(model)) {
    // A model that never thinks has nothing to switch off.
    if (thinking.mode !== 'off') context.losses.add('thinking')
    return {}
  }
  const effort = effortOf(thinking)
  if (effort === undefined) return {}
  if (isCoarse) return { reasoning_effort: coarseEffort(effort, context.losses) }
  return { reasoning_effort: fittingEffort(effort, context) }
}

/** In a word that the model knows; what becomes of another one is named. */
export function fittingEffort(
  requested: Effort,
  { model, losses }: Pick<ThinkingContext, 'model' | 'losses'>,
): Effort {
  const { efforts } = capabilitiesOf(model)
  const fitting = efforts === undefined ? requested : nearestEffort(requested, efforts)
  if (fitting !== requested)
    losses.add(requested === 'none' ? 'thinking.disabled' : `effort:${fitting}`)
  return fitting
}

/** OpenAI's own models; other makers' take other fields by those who serve them. */
function takesEffortOnly(model: string): boolean {
  const { thinking } = capabilitiesOf(model)
  return thinking?.size === 1 && thinking.has('effort')
}

/** The word of a body that passes through, where OpenAI itself would refuse it. */
export function refusedEffort(
  word: Json | undefined,
  { traits, model }: Pick<ThinkingContext, 'traits' | 'model'>,
): Effort | undefined {
  if (!traits.isOpenaiService || typeof word !== 'string' || !isEffort(word)) return undefined
  return capabilitiesOf(model).efforts?.includes(word) === false ? word : undefined
}

function reasoningObject(thinking: Thinking): JsonObject {
  switch (thinking.mode) {
    case 'off':
      return { enabled: false }
    case 'adaptive':
      return { enabled: true }
    case 'budget':
      return { max_tokens: thinking.budgetTokens }
    case 'effort':
      return { effort: thinking.effort }
  }
}

/** `undefined` leaves the choice to the model. */
function effortOf(thinking: Thinking): Effort | undefined {
  if (thinking.mode === 'off') return 'none'
  if (thinking.mode === 'effort') return thinking.effort
  if (thinking.mode !== 'budget') return undefined
  if (thinking.budgetTokens <= LOW_BUDGET) return 'low'
  return thinking.budgetTokens <= MEDIUM_BUDGET ? 'medium' : 'high'
}

const HIGH: ReadonlySet<Effort> = new Set<Effort>(['high', 'xhigh', 'max'])

/** For models that know only `low` and `high`. */
function coarseEffort(effort: Effort, losses: Set<string>): Effort {
  if (effort === 'none') losses.add('thinking.disabled')
  return HIGH.has(effort) ? 'high' : 'low'
}
