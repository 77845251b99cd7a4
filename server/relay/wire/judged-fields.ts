/**
 * Top-level names of a request by whose values it is refused, priced, limited or routed. An
 * upstream must find under them what was found here. Some readers match names in any case (Go's
 * also fold the Kelvin sign to k and the long s to s), and of a name that is given twice one
 * reader takes the first value and another the last.
 */
import { invalid } from './body-fields'

/** Whatever reads a request's head is typed by this list: no other name can be read there. */
const JUDGED_FIELDS = [
  'agent',
  'anthropic_beta',
  'background',
  'best_of',
  'cachedContent',
  'cached_content',
  'container',
  'content',
  'contents',
  'conversation',
  'document',
  'documents',
  'enable_thinking',
  'encoding_format',
  'endpoint',
  'file',
  'functions',
  'generateContentRequest',
  'generate_content_request',
  'generationConfig',
  'generation_config',
  'image',
  'images',
  'input',
  'input_file_id',
  'inputs',
  'items',
  'instruction',
  'instructions',
  'max_completion_tokens',
  'max_output_tokens',
  'max_tokens',
  'max_tool_calls',
  'messages',
  'metadata',
  'model',
  'n',
  'output_config',
  'parallel_tool_calls',
  'prediction',
  'previous_interaction_id',
  'previous_response_id',
  'prompt',
  'prompt_cache_key',
  'quality',
  'query',
  'reasoning',
  'reasoning_effort',
  'requests',
  'safety_identifier',
  'service_tier',
  'size',
  'speed',
  'store',
  'stream',
  'stream_format',
  'stream_options',
  'suffix',
  'system',
  'systemInstruction',
  'system_instruction',
  'temperature',
  'text',
  'texts',
  'thinking',
  'tool_choice',
  'tools',
  'top_p',
  'training_file',
  'truncation',
  'user',
  'validation_file',
  'web_search_options',
] as const

export type JudgedField = (typeof JUDGED_FIELDS)[number]

const NAMES: ReadonlySet<string> = new Set(JUDGED_FIELDS)
const BY_FOLD: ReadonlyMap<string, JudgedField> = new Map(
  JUDGED_FIELDS.map((name) => [folded(name), name]),
)
export function isJudged(name: string): boolean {
  return NAMES.has(name)
}

/** The same few names come with every request. */
const harmless = new Set<string>()
const MOST_NAMES = 1_000
const MOST_CHARACTERS = 64

/**
 * Throws `request.invalid` for a name that another reader may take for a judged one; `taken` is
 * what it may make of it, where that is known.
 */
export function refuseDisguised(name: string, taken: string = name): void {
  if (taken === name && (NAMES.has(name) || harmless.has(name))) return
  const meant = BY_FOLD.get(folded(taken))
  if (meant !== undefined) throw invalid(name, 'reason.write_as', { name: meant })
  if (taken === name && harmless.size < MOST_NAMES && name.length <= MOST_CHARACTERS) {
    harmless.add(name)
  }
}

/** The same inside an object, of which only `judged` are looked at. */
export function refuseDisguisedIn(object: object, judged: readonly string[], path: string): void {
  for (const name of Object.keys(object)) {
    for (const own of judged) {
      if (name.length !== own.length || name === own || folded(name) !== folded(own)) continue
      throw invalid(`${path}.${name}`, 'reason.write_as', { name: own })
    }
  }
}

/** Alike for names that differ in case: one way alone leaves the Kelvin sign or the long s. */
function folded(name: string): string {
  return name.toLowerCase().toUpperCase()
}
