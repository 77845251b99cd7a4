import type { ChatRequest, Effort, JsonObject, Thinking } from '../../chat'
import type { UpstreamCall } from '../dialect'
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

export interface ThinkingPlan {
  readonly maxTokens: number
  /** Value of the `thinking` field; `undefined` leaves it out. */
  readonly thinking: JsonObject | undefined
  readonly isThinking: boolean
}

/** How long the answer may be and how much of it the model may think. */
export function planThinking(
  request: ChatRequest,
  call: UpstreamCall,
  losses: Set<string>,
): ThinkingPlan {
  const asked = request.maxTokens ?? defaultMaxTokens(call)
  const wish = wishOf(request, call)
  const silent: ThinkingPlan = { maxTokens: asked, thinking: undefined, isThinking: false }
  if (wish === undefined) return silent
  if (wish.mode === 'off') return { ...silent, thinking: { type: 'disabled' } }
  const obstacle = obstacleTo(request)
  if (obstacle !== undefined) {
    losses.add(obstacle)
    return silent
  }
  switch (wish.mode) {
    case 'suffix': {
      // The suffix is an explicit wish of whoever chose the model, so it may raise the limit.
      const maxTokens = Math.max(MIN_MAX_TOKENS_TO_THINK, asked)
      return enabled(maxTokens, budgetFor(maxTokens, call.settings.claudeThinkingBudgetShare))
    }
    case 'adaptive':
      return { maxTokens: asked, thinking: { type: 'adaptive' }, isThinking: true }
    default:
      return planBudget(wish, { asked, isLimited: request.maxTokens !== undefined, losses })
  }
}

type Wish = Thinking | { readonly mode: 'suffix' }

/** What the client says wins over what the model's name says. */
function wishOf(request: ChatRequest, call: UpstreamCall): Wish | undefined {
  const { thinking } = request
  if (thinking?.mode === 'effort' && thinking.effort === 'none') return { mode: 'off' }
  return thinking ?? (asksThinking(call) ? { mode: 'suffix' } : undefined)
}

type BudgetWish = Extract<Thinking, { mode: 'budget' | 'effort' }>

/** A limit that the client set is kept and the budget fitted in; a default one may grow. */
function planBudget(
  wanted: BudgetWish,
  limits: { readonly asked: number; readonly isLimited: boolean; readonly losses: Set<string> },
): ThinkingPlan {
  const { asked, isLimited, losses } = limits
  if (wanted.mode === 'budget' && !isLimited) {
    const budget = Math.max(MIN_BUDGET, wanted.budgetTokens)
    return enabled(budget < asked ? asked : budget + asked, budget)
  }
  if (asked <= MIN_BUDGET) {
    losses.add('thinking')
    return { maxTokens: asked, thinking: undefined, isThinking: false }
  }
  if (wanted.mode === 'budget') {
    const budget = Math.min(Math.max(MIN_BUDGET, wanted.budgetTokens), asked - 1)
    return enabled(asked, budget)
  }
  return enabled(asked, budgetFor(asked, EFFORT_SHARES[wanted.effort]))
}

function enabled(maxTokens: number, budget: number): ThinkingPlan {
  return { maxTokens, thinking: { type: 'enabled', budget_tokens: budget }, isThinking: true }
}

/**
 * Anthropic refuses thinking beside a forced tool, and in the middle of tool use when the
 * thoughts that led to the call did not come back signed. Answering without thinking is
 * better than refusing.
 */
function obstacleTo(request: ChatRequest): string | undefined {
  if (forcesTool(request)) return 'thinking:tool_choice'
  const last = request.messages.at(-1)
  const isToolTurn = last?.parts.some((part) => part.type === 'tool_result') ?? false
  if (!isToolTurn) return undefined
  const caller = request.messages.findLast((message) => message.role === 'assistant')
  const isSigned = caller?.parts.some(
    (part) =>
      part.type === 'redacted_thinking' ||
      (part.type === 'thinking' && part.signature !== undefined),
  )
  return isSigned ? undefined : 'thinking:unsigned_history'
}
