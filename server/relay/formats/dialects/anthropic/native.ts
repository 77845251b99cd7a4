import { capabilitiesOf, refusedAbove } from '../../../../domain/models/capabilities'
import type { Json, JsonObject } from '../../../wire/chat'
import { withPlainTools } from '../../schema/native'
import type { NativeHead, UpstreamCall } from '../dialect'
import { isObject } from '../json-fields'
import { withoutRefusedBetas } from './beta-fields'
import { withoutForeignThoughts } from './foreign-thoughts'

const SUFFIX = '-thinking'
const FALLBACK_MAX_TOKENS = 8192
/** Below this there is no room for the smallest budget and an answer. */
export const MIN_MAX_TOKENS_TO_THINK = 1280
/** Anthropic's own lower bound. */
export const MIN_BUDGET = 1024

/** Whether the model's name asks for thinking; no upstream knows the name with the suffix. */
export function asksThinking(call: UpstreamCall): boolean {
  const { requestedModel, upstreamModel, settings } = call
  if (!settings.claudeThinkingAdapterEnabled) return false
  return requestedModel.endsWith(SUFFIX) || upstreamModel.endsWith(SUFFIX)
}

export function modelWithoutSuffix(call: UpstreamCall): string {
  const { upstreamModel } = call
  const isSuffixed = asksThinking(call) && upstreamModel.endsWith(SUFFIX)
  return isSuffixed ? upstreamModel.slice(0, -SUFFIX.length) : upstreamModel
}

/** Length of an answer when the client set none, which Anthropic does not allow. */
export function defaultMaxTokens(call: UpstreamCall): number {
  const { claudeDefaultMaxTokens: defaults, outputLimits } = call.settings
  const own = defaults[call.requestedModel] ?? defaults[call.upstreamModel]
  if (own !== undefined) return own
  const most = refusedAbove(modelWithoutSuffix(call), outputLimits)
  return Math.min(defaults.default ?? FALLBACK_MAX_TOKENS, most ?? Number.POSITIVE_INFINITY)
}

export function needsPreparing(call: UpstreamCall, head: NativeHead): boolean {
  if (asksThinking(call) || head.mayHoldForeign || head.mayHoldUnfit) return true
  // Its fields stand deep in the body.
  if (call.channel.type.betas !== undefined || head.fields.has(BETAS)) return true
  return call.operation === 'chat' && head.maxTokens === undefined
}

/** Anthropic refuses a budget for thinking that is not below the limit. */
export function limitBody(
  tokens: number,
  fields: ReadonlySet<string>,
  body: () => JsonObject,
): JsonObject {
  const thinking = fields.has('thinking') ? body().thinking : undefined
  if (!isObject(thinking) || typeof thinking.budget_tokens !== 'number') {
    return { max_tokens: tokens }
  }
  if (tokens <= MIN_BUDGET) return { max_tokens: tokens, thinking: { type: 'disabled' } }
  const budget = Math.min(thinking.budget_tokens, tokens - 1)
  return { max_tokens: tokens, thinking: { ...thinking, budget_tokens: budget } }
}

/** The body as Anthropic takes it; the same object when nothing differs. */
export function prepareBody(
  original: JsonObject,
  call: UpstreamCall,
  losses: Set<string>,
): JsonObject {
  const own = withoutRefusedBetas(withoutBetas(original), call, losses)
  const taken = withoutForeign(own, call, losses)
  const body = withFitTools(taken, call, losses)
  const suffixed = asksThinking(call)
  const model = modelWithoutSuffix(call)
  if (call.operation !== 'chat') return suffixed ? { ...body, model } : body
  const limited = isSet(body.max_tokens) ? body : { ...body, max_tokens: defaultMaxTokens(call) }
  if (!suffixed) return limited
  return isSet(body.thinking) ? { ...limited, model } : withThinking({ ...limited, model }, call)
}

/** They are requested in a header, whoever wrote them in the body. */
const BETAS = 'anthropic_beta'

function withoutBetas(body: JsonObject): JsonObject {
  if (body[BETAS] === undefined) return body
  const { [BETAS]: _, ...rest } = body
  return rest
}

/** Vendors that want earlier reasoning back sign nothing and verify nothing. */
function withoutForeign(body: JsonObject, call: UpstreamCall, losses: Set<string>): JsonObject {
  const { wantsReasoningBack } = capabilitiesOf(modelWithoutSuffix(call))
  return withoutForeignThoughts(body, wantsReasoningBack, losses)
}

/** Only where the maker of the model is known to refuse what is changed. */
function withFitTools(body: JsonObject, call: UpstreamCall, losses: Set<string>): JsonObject {
  const { plainArguments } = capabilitiesOf(modelWithoutSuffix(call))
  return plainArguments ? withPlainTools(body, losses) : body
}

/** Thinking excludes tuned sampling, so those fields go. */
function withThinking(body: JsonObject, call: UpstreamCall): JsonObject {
  const { temperature: _, top_p: __, top_k: ___, ...rest } = body
  const { thinking } = capabilitiesOf(modelWithoutSuffix(call))
  if (thinking !== undefined && !thinking.has('budget')) {
    return thinking.has('adaptive') ? { ...rest, thinking: { type: 'adaptive' } } : body
  }
  const requested = typeof body.max_tokens === 'number' ? body.max_tokens : defaultMaxTokens(call)
  const maxTokens = Math.max(MIN_MAX_TOKENS_TO_THINK, requested)
  const budget = budgetFor(maxTokens, call.settings.claudeThinkingBudgetShare)
  return {
    ...rest,
    max_tokens: maxTokens,
    thinking: { type: 'enabled', budget_tokens: budget },
  }
}

/** A share of the answer's length, within Anthropic's bounds: ≥ 1024 and < `maxTokens`. */
export function budgetFor(maxTokens: number, share: number): number {
  const wanted = Math.max(MIN_BUDGET, Math.floor(maxTokens * share))
  return Math.min(wanted, maxTokens - 1)
}

function isSet(value: Json | undefined): boolean {
  return value !== undefined && value !== null
}
