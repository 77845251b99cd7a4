/** `generationConfig`: how the answer is to be written. */

import {
  asList,
  asObject,
  asString,
  isAbsent,
  type Leftovers,
  MAX_TOKENS_LIMIT,
  oneOf,
  optionalInteger,
  optionalNumber,
  optionalString,
} from '../../../wire/body-fields'
import type { ChatRequest, Effort, JsonObject, ResponseFormat, Thinking } from '../../../wire/chat'
import { fieldsAt } from './messages'
import { plainSchema } from './read-schema'

const PATH = 'generationConfig'

const KNOWN: ReadonlySet<string> = new Set([
  'temperature',
  'topP',
  'topK',
  'candidateCount',
  'maxOutputTokens',
  'stopSequences',
  'presencePenalty',
  'frequencyPenalty',
  'seed',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  '_responseJsonSchema',
  'responseModalities',
  'thinkingConfig',
])

type Sampling = Pick<
  ChatRequest,
  | 'temperature'
  | 'topP'
  | 'topK'
  | 'answers'
  | 'maxTokens'
  | 'stop'
  | 'presencePenalty'
  | 'frequencyPenalty'
  | 'seed'
  | 'responseFormat'
  | 'thinking'
>

export function readConfig(config: JsonObject, leftovers: Leftovers): Sampling {
  leftovers.putUnknown(config, KNOWN, `${PATH}.`)
  readModalities(config, leftovers)
  const number = (name: string) => optionalNumber(config[name], `${PATH}.${name}`)
  const integer = (name: string, min: number) =>
    optionalInteger(config[name], `${PATH}.${name}`, { min, max: MAX_TOKENS_LIMIT })
  return {
    temperature: optionalNumber(config.temperature, `${PATH}.temperature`, { min: 0 }),
    topP: optionalNumber(config.topP, `${PATH}.topP`, { min: 0, max: 1 }),
    topK: optionalInteger(config.topK, `${PATH}.topK`, { min: 0 }),
    answers: integer('candidateCount', 1),
    maxTokens: integer('maxOutputTokens', 1),
    stop: isAbsent(config.stopSequences)
      ? []
      : asList(config.stopSequences, `${PATH}.stopSequences`).map((item, at) =>
          asString(item, `${PATH}.stopSequences[${at}]`),
        ),
    presencePenalty: number('presencePenalty'),
    frequencyPenalty: number('frequencyPenalty'),
    seed: optionalInteger(config.seed, `${PATH}.seed`),
    responseFormat: readFormat(config, leftovers),
    thinking: readThinking(config),
  }
}

/** Pictures and sound of an answer are Google's own. */
function readModalities(config: JsonObject, leftovers: Leftovers): void {
  if (isAbsent(config.responseModalities)) return
  const kinds = asList(config.responseModalities, `${PATH}.responseModalities`)
  const others = kinds.filter((kind) => kind !== 'TEXT')
  if (others.length > 0) leftovers.put(`${PATH}.responseModalities`, others)
}

function readFormat(config: JsonObject, leftovers: Leftovers): ResponseFormat | undefined {
  const type = optionalString(config.responseMimeType, `${PATH}.responseMimeType`)
  const full = config.responseJsonSchema ?? config._responseJsonSchema
  if (type !== undefined && type !== 'application/json' && type !== 'text/plain') {
    leftovers.put(`${PATH}.responseMimeType`, type)
    return undefined
  }
  if (!isAbsent(full)) {
    return { type: 'json_schema', schema: asObject(full, `${PATH}.responseJsonSchema`) }
  }
  if (!isAbsent(config.responseSchema)) {
    const schema = plainSchema(asObject(config.responseSchema, `${PATH}.responseSchema`))
    return { type: 'json_schema', schema }
  }
  return type === 'application/json' ? { type: 'json_object' } : undefined
}

const LEVELS: Readonly<Record<string, Effort>> = {
  MINIMAL: 'minimal',
  LOW: 'low',
  MEDIUM: 'medium',
  HIGH: 'high',
}

/** Wanting to see thoughts is wanting them. */
function readThinking(config: JsonObject): Thinking | undefined {
  if (isAbsent(config.thinkingConfig)) return undefined
  const path = `${PATH}.thinkingConfig`
  const thinking = fieldsAt(config.thinkingConfig, path)
  const level = effortOf(thinking.thinkingLevel, `${path}.thinkingLevel`)
  if (level !== undefined) return { mode: 'effort', effort: level }
  const budget = optionalInteger(thinking.thinkingBudget, `${path}.thinkingBudget`, { min: -1 })
  if (budget === 0) return { mode: 'off' }
  if (budget !== undefined && budget > 0) return { mode: 'budget', budgetTokens: budget }
  return budget === -1 || thinking.includeThoughts === true ? { mode: 'adaptive' } : undefined
}

/** Written in any case, as Google's own documentation has it. */
export function effortOf(value: JsonObject[string], path: string): Effort | undefined {
  const name = optionalString(value, path)?.toUpperCase()
  if (name === undefined || name === 'THINKING_LEVEL_UNSPECIFIED') return undefined
  return LEVELS[oneOf(name, path, Object.keys(LEVELS))]
}
