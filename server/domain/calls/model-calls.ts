/**
 * What a model can be asked for, as far as its name and the type of its channel show: the one
 * answer behind every list, picker and price of models, and behind the question of a test.
 */

import type { ChannelTypeRow } from '../channel-types/channel-type'
import { apiVariantsOf } from '../channels/api-variants'
import type { JobFamily } from '../jobs/families'
import { familyOf } from '../jobs/providers'
import { OPERATION_TRAITS, OPERATIONS_OF } from './operations'
import type { DialectName, Operation } from './protocol'

/** What a model is for: an operation, or a family of work that is fetched later. */
export type ModelKind =
  | Exclude<Operation, 'count_tokens' | 'compact' | 'interactions'>
  | JobFamily
  | 'edits'

/** The first pattern that fits decides the kind; everything else talks. */
const KINDS: readonly { readonly kind: ModelKind; readonly pattern: RegExp }[] = [
  { kind: 'rerank', pattern: /rerank/i },
  { kind: 'ocr', pattern: /mistral-(?:ocr|document-ai)/i },
  { kind: 'moderations', pattern: /moderation/i },
  { kind: 'realtime', pattern: /realtime|^gemini-.*(?:live|native-audio)/i },
  { kind: 'embeddings', pattern: /embed|^m3e|bge-|^jina-clip/i },
  { kind: 'transcription', pattern: /^whisper|\/whisper|transcribe|sensevoice|^voxtral-mini-/i },
  { kind: 'speech', pattern: /^tts-|[-/]tts$|-tts-/i },
  { kind: 'images', pattern: /^dall-e|^(?:chat)?gpt-image|^imagen-|\/flux|\/sdxl|instantid/i },
  { kind: 'images', pattern: /titan-image|nova-canvas|^stability\.|\/imagen/i },
  { kind: 'images', pattern: /^cogview|^stable-diffusion|seedream|^grok-2-image|qwen-image/i },
  { kind: 'video', pattern: /^sora-|^veo-|^cogvideo|^kling-|^vidu|^jimeng_|-seedance-/i },
  { kind: 'video', pattern: /^wanx?[\d.]+-(?:[ti]|kf|r)2v|^minimax-hailuo-|^[tis]2v-0\d/i },
  { kind: 'video', pattern: /\/(?:veo|hailuo|seedance|kling|ray)-|-(?:[ti]|kf|r)2v(?:-|$)/i },
  { kind: 'edits', pattern: /-edit-\d+$/ },
  { kind: 'drawing', pattern: /^mj_|^swap_api$/ },
  { kind: 'music', pattern: /^suno_/ },
  {
    kind: 'completions',
    pattern: /^(?:davinci|babbage)-\d+$|^text-(?:davinci|curie|babbage|ada)-\d+$|turbo-instruct/,
  },
]

export function modelKind(model: string): ModelKind {
  return KINDS.find(({ pattern }) => pattern.test(model))?.kind ?? 'chat'
}

const SILENT: readonly ChannelTypeRow['dialect'][] = ['jobs', 'not-yet', 'retired']

/** Whether calls are answered by channels of the type. */
export function answersCalls<Type extends Pick<ChannelTypeRow, 'dialect'>>(
  type: Type,
): type is Type & { readonly dialect: DialectName } {
  return !SILENT.includes(type.dialect)
}

/** Whether anything can go through channels of the type at all. */
export function canRelay(type: Pick<ChannelTypeRow, 'dialect' | 'jobs'>): boolean {
  return answersCalls(type) || type.jobs.length > 0
}

/** Families of work that channels of the type do. */
export function familiesOf({ jobs }: Pick<ChannelTypeRow, 'jobs'>): readonly JobFamily[] {
  return [...new Set(jobs.map(familyOf))]
}

/**
 * What work the model can be asked for through a channel of the type. Who does one kind of work
 * and nothing else does it with every model, whatever its name says.
 */
export function servedBy(type: ChannelTypeRow, upstreamModel: string): readonly JobFamily[] {
  if (type.jobs.length === 0) return []
  const families = familiesOf(type)
  if (!answersCalls(type) && families.length === 1) return families
  const kind = modelKind(upstreamModel)
  return families.filter((family) => family === kind)
}

/** Whether the model can serve anything through a channel of the type. */
export function isServed(type: ChannelTypeRow, upstreamModel: string): boolean {
  return callsOf(type, upstreamModel).length > 0 || servedBy(type, upstreamModel).length > 0
}

/** What channels of the type can be asked for. */
export function offeredOperations(type: ChannelTypeRow): readonly Operation[] {
  return operationsIn(apiVariantsOf(type))
}

function operationsIn(variants: readonly ChannelTypeRow[]): readonly Operation[] {
  const [own = [], ...others] = variants.map(operationsOf)
  return others.length === 0 ? own : [...new Set([...own, ...others.flat()])]
}

/** As they are asked of the vendor first: a test takes the first that fits. */
function operationsOf(type: ChannelTypeRow): readonly Operation[] {
  if (!answersCalls(type)) return []
  const reached = OPERATIONS_OF[type.dialect].filter((one) => reachedAs(type, one) !== undefined)
  const own = reached.filter((operation) => reachedAs(type, operation) === operation)
  return own.length === reached.length ? own : [...new Set([...own, ...reached])]
}

/** What a vendor is asked for it: itself, else the same in another shape. */
export function reachedAs(
  { paths }: Pick<ChannelTypeRow, 'paths'>,
  operation: Operation,
): Operation | undefined {
  if (paths[operation] !== null) return operation
  const { twin } = OPERATION_TRAITS[operation]
  return twin === undefined || paths[twin] === null ? undefined : twin
}

/**
 * What the model can be asked for through a channel of the type; nothing for a model that nobody
 * can call there. `upstreamModel` is the name after model_mapping, because that one answers.
 */
export function callsOf(type: ChannelTypeRow, upstreamModel: string): readonly Operation[] {
  const offered = operationsIn(apiVariantsOf(type, { model: upstreamModel }))
  const kind = modelKind(upstreamModel)
  if (kind !== 'chat') {
    return offered.filter(
      (operation) => (OPERATION_TRAITS[operation].namedFor ?? operation) === kind,
    )
  }
  // A name that says nothing is no reason to hide it: a type for embeddings has only those.
  if (!offered.includes('chat')) return offered
  return offered.filter((operation) => OPERATION_TRAITS[operation].isTalk)
}

/**
 * Those of the names that a channel of the type is worth offering. While nothing goes through the
 * type, its names are kept for the day when something does.
 */
export function worthOffering(type: ChannelTypeRow, models: readonly string[]): readonly string[] {
  return canRelay(type) ? models.filter((model) => isServed(type, model)) : models
}
