import type { Capabilities, ThinkingKind } from '../../../../domain/models/capability'
import type { ChatRequest, Effort, JsonObject, Thinking } from '../../../wire/chat'
import { isForeign } from '../../chat/signatures'
import type { UpstreamCall } from '../dialect'
import { fittingOutput } from '../fitting'
import { forcesTool } from './encode-tools'
import {
  asksThinking,
  budgetFor,
  defaultMaxTokens,
  MIN_BUDGET,
  MIN_MAX_TOKENS_TO_THINK,
} from './native'

/** Share of the answer's length that an effort level may think. */
const EFFORT_SHARES: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 0.1,
  low: 0.2,
  medium: 0.5,
  high: 0.8,
  xhigh: 0.95,
  max: 0.98,
}

/** Budgets in text units up to which an effort level is meant. */
const LOW_BUDGET = 4096
const MEDIUM_BUDGET = 16_384

export interface ThinkingPlan {
  readonly maxTokens: number
  /** Value of the `thinking` field; `undefined` leaves it out. */
  readonly thinking: JsonObject | undefined
  /** Value of `output_config.effort`; `undefined` leaves it out. */
  readonly effort: Effort | undefined
  readonly isThinking: boolean
}

export interface EncodeContext {
  readonly call: UpstreamCall
  readonly abilities: Capabilities
  readonly losses: Set<string>
}

/** How long the answer may be and how much of it the model may think. */
export function planThinking(request: ChatRequest, context: EncodeContext): ThinkingPlan {
  const { call, abilities, losses } = context
  const limit = fittingOutput(request.maxTokens, call, losses) ?? defaultMaxTokens(call)
  const wish = thinkingRequestOf(request, call)
  const silent = { maxTokens: limit, thinking: undefined, effort: undefined, isThinking: false }
  if (wish === undefined) return silent
  if (wish.mode === 'off') return planSilence(silent, context)
  const silenced = (loss: string): ThinkingPlan => {
    losses.add(loss)
    return silent
  }
  if (abilities.thinking?.size === 0) return silenced('thinking')
  // Anthropic refuses both together; answering without thinking is better than refusing.
  if (forcesTool(request)) return silenced('thinking:tool_choice')
  const fitting = fittedRequest(wish, context)
  if (fitting.mode !== 'adaptive' && lacksSignature(request)) {
    return silenced('thinking:unsigned_history')
  }
  switch (fitting.mode) {
    case 'suffix': {
      // The suffix is an explicit request of whoever chose the model, so it may raise the limit.
      const maxTokens = Math.max(MIN_MAX_TOKENS_TO_THINK, limit)
      return enabled(maxTokens, budgetFor(maxTokens, call.settings.claudeThinkingBudgetShare))
    }
    case 'adaptive':
      return { ...silent, thinking: { type: 'adaptive' }, effort: fitting.effort, isThinking: true }
    default:
      return planBudget(fitting, { limit, isLimited: request.maxTokens !== undefined, losses })
  }
}

type ThinkingRequest = Thinking | { readonly mode: 'suffix' }

/** What the client says wins over what the model's name says. */
function thinkingRequestOf(request: ChatRequest, call: UpstreamCall): ThinkingRequest | undefined {
  const { thinking } = request
  if (thinking?.mode === 'effort' && thinking.effort === 'none') return { mode: 'off' }
  return thinking ?? (asksThinking(call) ? { mode: 'suffix' } : undefined)
}

/** Where thinking cannot be switched off, the least effort comes nearest. */
function planSilence(silent: ThinkingPlan, { abilities, losses }: EncodeContext): ThinkingPlan {
  if (takes(abilities, 'off')) return { ...silent, thinking: { type: 'disabled' } }
  // A model that never thinks has nothing to switch off.
  if (!takes(abilities, 'effort')) return silent
  losses.add('thinking.disabled')
  return { ...silent, effort: 'low' }
}

/** Of a model that nothing is known about, its upstream gets what the client wished. */
function takes({ thinking }: Capabilities, kind: ThinkingKind): boolean {
  return thinking === undefined ? kind !== 'effort' : thinking.has(kind)
}

type FittedRequest =
  | { readonly mode: 'suffix' }
  | { readonly mode: 'adaptive'; readonly effort: Effort | undefined }
  | BudgetRequest

/** The request in a form that the model takes. */
function fittedRequest(
  wish: Exclude<ThinkingRequest, { mode: 'off' }>,
  context: EncodeContext,
): FittedRequest {
  const { abilities, losses } = context
  const takesBudget = takes(abilities, 'budget')
  switch (wish.mode) {
    case 'suffix':
      return takesBudget ? wish : { mode: 'adaptive', effort: undefined }
    case 'adaptive':
      if (takes(abilities, 'adaptive')) return { mode: 'adaptive', effort: undefined }
      losses.add('thinking:adaptive')
      return { mode: 'effort', effort: 'high' }
    case 'effort':
      if (!takes(abilities, 'effort')) return wish
      return { mode: 'adaptive', effort: fittingEffort(wish.effort, takesBudget, losses) }
    case 'budget':
      if (takesBudget) return wish
      losses.add('thinking.budget_tokens')
      return { mode: 'adaptive', effort: effortOf(wish.budgetTokens) }
  }
}

/** Anthropic has no "minimal", and the models that still take budgets no "xhigh". */
function fittingEffort(effort: Effort, takesBudget: boolean, losses: Set<string>): Effort {
  const fitting = effort === 'minimal' ? 'low' : effort === 'xhigh' && takesBudget ? 'high' : effort
  if (fitting !== effort) losses.add(`effort:${fitting}`)
  return fitting
}

function effortOf(budgetTokens: number): Effort {
  if (budgetTokens <= LOW_BUDGET) return 'low'
  return budgetTokens <= MEDIUM_BUDGET ? 'medium' : 'high'
}

type BudgetRequest = Extract<Thinking, { mode: 'budget' | 'effort' }>

/** A limit that the client set is kept and the budget fitted in; a default one may grow. */
function planBudget(
  wanted: BudgetRequest,
  limits: { readonly limit: number; readonly isLimited: boolean; readonly losses: Set<string> },
): ThinkingPlan {
  const { limit, isLimited, losses } = limits
  if (wanted.mode === 'budget' && !isLimited) {
    const budget = Math.max(MIN_BUDGET, wanted.budgetTokens)
    return enabled(budget < limit ? limit : budget + limit, budget)
  }
  if (limit <= MIN_BUDGET) {
    losses.add('thinking')
    return { maxTokens: limit, thinking: undefined, effort: undefined, isThinking: false }
  }
  if (wanted.mode === 'budget') {
    const budget = Math.min(Math.max(MIN_BUDGET, wanted.budgetTokens), limit - 1)
    return enabled(limit, budget)
  }
  return enabled(limit, budgetFor(limit, EFFORT_SHARES[wanted.effort]))
}

function enabled(maxTokens: number, budget: number): ThinkingPlan {
  const thinking = { type: 'enabled', budget_tokens: budget }
  return { maxTokens, thinking, effort: undefined, isThinking: true }
}

/**
 * Anthropic refuses thinking with a budget in the middle of tool use when the thoughts that led
 * to the call did not come back signed.
 */
function lacksSignature({ messages }: ChatRequest): boolean {
  const isToolTurn = messages.at(-1)?.parts.some((part) => part.type === 'tool_result') ?? false
  if (!isToolTurn) return false
  const caller = messages.findLast((message) => message.role === 'assistant')
  const isSigned = caller?.parts.some(
    (part) =>
      (part.type === 'redacted_thinking' && !isForeign(part.blob)) ||
      (part.type === 'thinking' && !isForeign(part.signature ?? '')),
  )
  return !isSigned
}
