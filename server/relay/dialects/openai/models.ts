/** What a model name tells about the fields that OpenAI's API takes for it. */
import type { UpstreamCall } from '../dialect'

export type EffortSuffix = 'high' | 'medium' | 'low'

const OPENAI = 1
const AZURE = 3
export const OPENROUTER = 20
export const VOLCENGINE = 45
const XAI = 48

/** OpenAI's own service, under either roof. */
export function isOpenaiService(typeId: number): boolean {
  return typeId === OPENAI || typeId === AZURE
}

export function isOSeries(model: string): boolean {
  return /^o\d/.test(model)
}

export function isGrokMini(typeId: number, model: string): boolean {
  return typeId === XAI && model.startsWith('grok-3-mini')
}

/** Names whose limit travels as `max_completion_tokens`. */
export function renamesMaxTokens(typeId: number, model: string): boolean {
  return (isOpenaiService(typeId) && /^(o\d|gpt-5)/.test(model)) || isGrokMini(typeId, model)
}

/** Models that take instructions from a "developer" and not from the "system". */
export function wantsDeveloperRole(typeId: number, model: string): boolean {
  return isOpenaiService(typeId) && /^(o1$|o1-20|o[3-9])/.test(model)
}

/** `o3-mini-high` asks for o3-mini at high effort; no upstream knows the long name. */
export function splitEffort(call: Pick<UpstreamCall, 'channel' | 'upstreamModel'>): {
  readonly model: string
  readonly effort?: EffortSuffix
} {
  const model = call.upstreamModel
  const typeId = call.channel.type.id
  const takesSuffix = (isOpenaiService(typeId) && isOSeries(model)) || isGrokMini(typeId, model)
  const match = takesSuffix ? /^(.+)-(high|medium|low)$/.exec(model) : null
  const suffix = match?.[2]
  if (match?.[1] === undefined || suffix === undefined) return { model }
  return { model: match[1], effort: suffix === 'high' || suffix === 'low' ? suffix : 'medium' }
}
