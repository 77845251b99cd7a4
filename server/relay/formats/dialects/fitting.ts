/** Parts of a request that every dialect makes fit its target, each change named. */
import { refusedAbove } from '../../../domain/models/capabilities'
import type { ChatRequest, TextPart } from '../../wire/chat'
import { sha256 } from '../fit/hashes'
import type { UpstreamCall } from './dialect'

/** The answer's length, lowered to what the model can write. */
export function fittingOutput(
  tokens: number | undefined,
  { requestedModel, upstreamModel, settings }: UpstreamCall,
  losses: Set<string>,
): number | undefined {
  const own = settings.outputLimits
  const most = Object.hasOwn(own, requestedModel)
    ? own[requestedModel]
    : refusedAbove(upstreamModel, own)
  if (tokens === undefined || most === undefined || tokens <= most) return tokens
  losses.add(`max_tokens:${most}`)
  return most
}

/** An id that is too long, as its hash: the same user stays the same. */
export function fittingUser(
  user: string | undefined,
  longest: number,
  losses: Set<string>,
): string | undefined {
  if (user === undefined || user.length <= longest) return user
  losses.add('user:hashed')
  return sha256(user).slice(0, longest)
}

/** Fields of the canonical request that neither Messages nor Responses has a place for. */
export function noteUnknown(request: ChatRequest, losses: Set<string>): void {
  if (request.seed !== undefined) losses.add('seed')
  if (request.frequencyPenalty) losses.add('frequency_penalty')
  if (request.presencePenalty) losses.add('presence_penalty')
  if (request.answers !== undefined && request.answers > 1) losses.add('n')
}

/** A line for Anthropic's accounting, which would be a prompt anywhere else and spoil caches. */
const BILLING_HEADER = 'x-anthropic-billing-header:'

export function promptsOf(system: readonly TextPart[], losses: Set<string>): readonly TextPart[] {
  const prompts = system.filter(({ text }) => !text.startsWith(BILLING_HEADER))
  if (prompts.length < system.length) losses.add('system:x-anthropic-billing-header')
  return prompts
}
