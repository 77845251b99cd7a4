import { capabilitiesOf } from '../../../../domain/models/capabilities'
import type { ChatRequest, JsonObject, ResponseFormat } from '../../../wire/chat'
import { schemaField } from './encode-tools'
import type { GeminiModel } from './target'
import { thinkingConfig } from './thinking'

const MAX_STOP_SEQUENCES = 5
const MAX_SEED = 2 ** 31 - 1

export function generationConfig(
  request: ChatRequest,
  model: GeminiModel,
  losses: Set<string>,
): JsonObject {
  const stopSequences = request.stop.filter((text) => text !== '')
  if (stopSequences.length > MAX_STOP_SEQUENCES) {
    losses.add('stop')
  }
  const config: JsonObject = {
    temperature: request.temperature,
    topP: request.topP,
    topK: request.topK,
    maxOutputTokens: request.maxTokens,
    stopSequences:
      stopSequences.length > 0 ? stopSequences.slice(0, MAX_STOP_SEQUENCES) : undefined,
    seed: seedOf(request.seed, losses),
    candidateCount:
      request.answers !== undefined && request.answers > 1 ? request.answers : undefined,
    presencePenalty: request.presencePenalty,
    frequencyPenalty: request.frequencyPenalty,
    ...responseFormat(request.responseFormat, model, losses),
    thinkingConfig: thinkingConfig(model, request.thinking, losses),
  }
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined))
}

/** Seeds are 32-bit here; a longer one is not sent rather than changed. */
function seedOf(seed: number | undefined, losses: Set<string>): number | undefined {
  if (seed !== undefined && (!Number.isInteger(seed) || Math.abs(seed) > MAX_SEED)) {
    losses.add('seed')
    return undefined
  }
  return seed
}

function responseFormat(
  format: ResponseFormat | undefined,
  model: GeminiModel,
  losses: Set<string>,
): JsonObject {
  if (format === undefined) {
    return {}
  }
  if (format.type === 'json_object') {
    return { responseMimeType: 'application/json' }
  }
  const fields = { subset: 'responseSchema', full: 'responseJsonSchema' }
  const context = {
    takesJsonSchema: capabilitiesOf(model.name).jsonSchema,
    path: 'response_format.json_schema.schema',
    losses,
  }
  return {
    responseMimeType: 'application/json',
    ...schemaField(format.schema, fields, context),
  }
}
