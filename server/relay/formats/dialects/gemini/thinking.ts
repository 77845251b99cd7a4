/**
 * `thinkingConfig` by model family: 2.5 takes a token budget, 3 and later a level, older ones
 * refuse the field. What a family cannot do is named as a loss and answered by the nearest.
 */
import { capabilitiesOf } from '../../../../domain/models/capabilities'
import type { Effort, JsonObject, Thinking } from '../../../wire/chat'
import type { GeminiModel } from './target'

interface Family {
  readonly name: string
  readonly control: 'none' | 'budget' | 'level'
  readonly isPro: boolean
  /** Budgets the model takes; thinking cannot be switched off when `leastTokens` is above 0. */
  readonly leastTokens: number
  readonly mostTokens: number
}

const EFFORT_TOKENS: Readonly<Record<Exclude<Effort, 'none'>, number>> = {
  minimal: 512,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 32_768,
  max: 32_768,
}

const PRO_LEAST_TOKENS = 128
const LITE_LEAST_TOKENS = 512
const PRO_MOST_TOKENS = 32_768
const MOST_TOKENS = 24_576

function familyOf(name: string): Family {
  const isPro = /-pro\b/.test(name)
  return {
    name,
    control: controlOf(name),
    isPro,
    leastTokens: isPro ? PRO_LEAST_TOKENS : 0,
    mostTokens: isPro ? PRO_MOST_TOKENS : MOST_TOKENS,
  }
}

function controlOf(name: string): Family['control'] {
  const { thinking } = capabilitiesOf(name)
  if (thinking?.size === 0) return 'none'
  return thinking?.has('effort') ? 'level' : 'budget'
}

/** Returns the config to send, `undefined` for the model's own default. */
export function thinkingConfig(
  model: GeminiModel,
  requested: Thinking | undefined,
  losses: Set<string>,
): JsonObject | undefined {
  const thinking = wanted(model, requested, losses)
  if (thinking === undefined) {
    return undefined
  }
  const family = familyOf(model.name)
  if (family.control === 'none') {
    if (!isOff(thinking)) {
      losses.add('thinking')
    }
    return undefined
  }
  return family.control === 'level'
    ? levelConfig(thinking, family, losses)
    : budgetConfig(thinking, family, losses)
}

/** A suffix was priced and routed as such, so it wins over a field that contradicts it. */
function wanted(
  model: GeminiModel,
  requested: Thinking | undefined,
  losses: Set<string>,
): Thinking | undefined {
  const { suffix } = model
  if (suffix === undefined || requested === undefined) {
    return suffix ?? requested
  }
  if (suffix.mode === 'adaptive' && !isOff(requested)) {
    return requested
  }
  if (suffix.mode !== 'off' || !isOff(requested)) {
    losses.add('thinking')
  }
  return suffix
}

function isOff(thinking: Thinking): boolean {
  return thinking.mode === 'off' || (thinking.mode === 'effort' && thinking.effort === 'none')
}

function budgetConfig(thinking: Thinking, family: Family, losses: Set<string>): JsonObject {
  if (isOff(thinking)) {
    if (family.leastTokens > 0) {
      losses.add('thinking')
    }
    return { thinkingBudget: family.leastTokens }
  }
  const tokens = tokensOf(thinking)
  if (tokens === undefined) {
    return { includeThoughts: true, thinkingBudget: -1 }
  }
  const least = family.name.includes('lite') ? LITE_LEAST_TOKENS : family.leastTokens
  const fitting = Math.max(least, Math.min(tokens, family.mostTokens))
  if (fitting !== tokens && thinking.mode === 'budget') {
    losses.add('thinking.budget_tokens')
  }
  return { includeThoughts: true, thinkingBudget: fitting }
}

/** `undefined` when the model shall decide. */
function tokensOf(thinking: Thinking): number | undefined {
  if (thinking.mode === 'budget') {
    return thinking.budgetTokens
  }
  return thinking.mode === 'effort' && thinking.effort !== 'none'
    ? EFFORT_TOKENS[thinking.effort]
    : undefined
}

function levelConfig(thinking: Thinking, family: Family, losses: Set<string>): JsonObject {
  if (isOff(thinking)) {
    losses.add('thinking')
    return { thinkingLevel: family.isPro ? 'low' : 'minimal' }
  }
  const tokens = tokensOf(thinking)
  if (tokens === undefined) {
    return { includeThoughts: true }
  }
  if (thinking.mode === 'budget') {
    losses.add('thinking.budget_tokens')
  }
  return { includeThoughts: true, thinkingLevel: levelFor(tokens, family) }
}

function levelFor(tokens: number, family: Family): string {
  if (tokens <= EFFORT_TOKENS.minimal) {
    return family.isPro ? 'low' : 'minimal'
  }
  if (tokens <= EFFORT_TOKENS.low) {
    return 'low'
  }
  const hasMedium = !family.name.startsWith('gemini-3-pro')
  return tokens <= EFFORT_TOKENS.medium && hasMedium ? 'medium' : 'high'
}
