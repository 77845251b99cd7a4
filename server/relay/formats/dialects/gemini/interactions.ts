/** What Google's interactions tell of consumption, in names of their own. */
import { type Usage, usage } from '../../../../domain/money/usage'
import type { JsonObject } from '../../../wire/chat'
import { objectOf, objectsOf, textOf, tokensOf } from '../json-fields'
import { readUsage } from './usage'

/** The event that ends a stream. */
export const INTERACTION_END = '"interaction.completed"'

/** `undefined` for an answer that reports nothing. */
export function interactionUsage({ usage: reported }: JsonObject): Usage | undefined {
  const counts = objectOf(reported)
  if (counts?.total_tokens === undefined && counts?.total_input_tokens === undefined)
    return undefined
  // The same counts as elsewhere at Google's, under other names.
  const read = readUsage({
    usageMetadata: {
      promptTokenCount: counts.total_input_tokens ?? 0,
      cachedContentTokenCount: counts.total_cached_tokens ?? 0,
      candidatesTokenCount: counts.total_output_tokens ?? 0,
      thoughtsTokenCount: counts.total_thought_tokens ?? 0,
      toolUsePromptTokenCount: counts.total_tool_use_tokens ?? 0,
      promptTokensDetails: byModality(counts.input_tokens_by_modality),
      cacheTokensDetails: byModality(counts.cached_tokens_by_modality),
      candidatesTokensDetails: byModality(counts.output_tokens_by_modality),
    },
  })
  return read && usage({ ...read, webSearches: searchesIn(counts) })
}

/** The event that ends a stream has the whole interaction. */
export function usageInEvent({ interaction }: JsonObject): Usage | undefined {
  const whole = objectOf(interaction)
  return whole && interactionUsage(whole)
}

export function isInteractionOver({ event_type: type }: JsonObject): boolean {
  return type === 'interaction.completed'
}

/** Of an event, or of a whole answer. */
export function interactionText({ delta, steps }: JsonObject): string {
  const piece = objectOf(delta)
  if (piece !== undefined) return textOf(piece.text) ?? textOf(piece.arguments) ?? ''
  return objectsOf(steps)
    .flatMap((step) => objectsOf(step.content))
    .map((part) => textOf(part.text) ?? '')
    .join('')
}

function byModality(details: JsonObject[string] | undefined) {
  return objectsOf(details).map(({ modality, tokens, token_count: count }) => ({
    modality: textOf(modality)?.toUpperCase() ?? '',
    tokenCount: tokens ?? count ?? 0,
  }))
}

function searchesIn({ grounding_tool_count: tools }: JsonObject): number {
  return objectsOf(tools)
    .filter(({ type }) => textOf(type)?.includes('search') === true)
    .reduce((sum, { count }) => sum + (tokensOf(count) ?? 0), 0)
}
