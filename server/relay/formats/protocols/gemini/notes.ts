/** What the pipeline must know of a request, which here stands in its path and its config. */

import {
  invalid,
  isAbsent,
  isObject,
  MAX_TOKENS_LIMIT,
  optionalInteger,
} from '../../../wire/body-fields'
import type { Json, JsonObject } from '../../../wire/chat'
import { refuseDisguisedIn } from '../../../wire/judged-fields'
import type { HeadFacts, HeadNotes, ReadField } from '../protocol'
import { cachesIn } from './cached'
import { readInteraction } from './interactions'
import { camelFields, fieldsAt } from './messages'
import { MODEL_FOLDER } from './model-name'
import { effortOf } from './read-config'

const STREAM = 'streamGenerateContent'
/** How a client asks for events; without it, it wants one list. */
const AS_EVENTS = `${STREAM}?alt=sse`

export function isStreaming(verb: string | undefined): boolean {
  return verb?.startsWith(STREAM) === true
}

/** Throws `request.invalid` for what is refused whichever channel would serve it. */
export function readNotes(field: ReadField, { verb, operation, pathModel }: HeadFacts): HeadNotes {
  if (operation === 'interactions') return readInteraction(field)
  refuseOtherModel(field, pathModel)
  if (operation !== 'chat') return { stream: false, ...cacheNotes(field) }
  const path = 'generationConfig'
  const config = configIn(field)
  const stream = isStreaming(verb)
  const range = { min: 1, max: MAX_TOKENS_LIMIT }
  const choices = optionalInteger(config.candidateCount, `${path}.candidateCount`, { min: 1 })
  return {
    stream,
    asList: stream && verb !== AS_EVENTS,
    maxTokens: optionalInteger(config.maxOutputTokens, `${path}.maxOutputTokens`, range),
    choices: choices ?? 1,
    ...cacheNotes(field),
    ...thinkingNotes(config),
  }
}

/** Most requests name none, and their heads stay as small as they were. */
function cacheNotes(field: ReadField): HeadNotes {
  const notes = cachesIn(field)
  return notes.refs.length === 0 ? {} : notes
}

/** By whose values a request is priced, held for and routed. */
const JUDGED_OF_CONFIG = [
  ...['candidateCount', 'candidate_count', 'maxOutputTokens', 'max_output_tokens'],
  ...['thinkingConfig', 'thinking_config'],
]

function configIn(field: ReadField): JsonObject {
  const sent: Record<string, Json> = {}
  for (const name of ['generationConfig', 'generation_config'] as const) {
    const value = field(name)
    // It comes out of JSON text.
    if (value !== undefined) sent[name] = value as Json
    const held = sent[name]
    if (isObject(held)) refuseDisguisedIn(held, JUDGED_OF_CONFIG, name)
  }
  const { generationConfig } = camelFields(sent, '')
  return isAbsent(generationConfig) ? {} : fieldsAt(generationConfig, 'generationConfig')
}

/** A body may repeat the model's name, but not name another one than is priced. */
function refuseOtherModel(field: ReadField, pathModel: string): void {
  const named = field('model')
  if (typeof named !== 'string' || named === '') return
  if (named === pathModel || named === MODEL_FOLDER + pathModel) return
  throw invalid('model', 'reason.other_model', { model: pathModel })
}

function thinkingNotes({ thinkingConfig }: JsonObject): HeadNotes {
  if (!isObject(thinkingConfig)) return { echo: {} }
  const path = 'generationConfig.thinkingConfig'
  const { thinkingBudget, thinkingLevel, includeThoughts } = camelFields(thinkingConfig, path)
  return {
    asksThinking: thinkingBudget !== 0,
    reasoningEffort: effortOf(thinkingLevel, `${path}.thinkingLevel`),
    echo: includeThoughts === true ? { includeThoughts } : {},
  }
}
