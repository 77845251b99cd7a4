/**
 * A channel's override on Responses. It is written for chat completions, the vendor's main API, and
 * meets this one for models that have no other; what is in the words of Responses stays as it is.
 */
import type { Json, JsonObject } from '../../../wire/chat'
import { isObject } from '../json-fields'

/** Fields of chat completions for which Responses has none. */
const WITHOUT_PLACE: ReadonlySet<string> = new Set([
  'n',
  'stop',
  'seed',
  'frequency_penalty',
  'presence_penalty',
  'logit_bias',
  'logprobs',
  'modalities',
  'audio',
  'prediction',
  'functions',
  'function_call',
  'web_search_options',
])

type Renamed = (value: Json, body: JsonObject) => JsonObject

const limit: Renamed = (value) => ({ max_output_tokens: value })

/** Parts of an object that the body may have, too. */
function within(name: string, part: JsonObject, body: JsonObject): JsonObject {
  const own = body[name]
  return { [name]: { ...(isObject(own) ? own : {}), ...part } }
}

const RENAMED: Readonly<Record<string, Renamed>> = {
  max_tokens: limit,
  max_completion_tokens: limit,
  reasoning_effort: (effort, body) => within('reasoning', { effort }, body),
  verbosity: (verbosity, body) => within('text', { verbosity }, body),
  response_format: (format, body) => within('text', { format: formatOf(format) }, body),
}

function formatOf(format: Json): Json {
  if (!isObject(format) || !isObject(format.json_schema)) return format
  const { json_schema: schema, ...rest } = format
  return { ...rest, ...schema }
}

export function override(body: JsonObject, fields: JsonObject, losses: Set<string>): JsonObject {
  let made = body
  for (const [name, value] of Object.entries(fields)) {
    if (WITHOUT_PLACE.has(name)) losses.add(`param_override.${name}`)
    else if (value !== undefined) {
      const renamed = RENAMED[name]?.(value, made) ?? { [name]: value }
      made = { ...made, ...renamed }
    }
  }
  return made
}
