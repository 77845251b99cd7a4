/**
 * Made after replicate.com/docs/reference/http ("Create a prediction", "Create a prediction using
 * an official model") and the schemas that the pages of the models show.
 */
import { type Shape, unknownField } from '../known-fields'
import { json, type RecordedRequest, type Reply } from '../upstream'

const LLAMA: Shape = {
  prompt: 'any',
  system_prompt: 'any',
  max_tokens: 'any',
  min_tokens: 'any',
  temperature: 'any',
  top_p: 'any',
  top_k: 'any',
  stop_sequences: 'any',
  presence_penalty: 'any',
  frequency_penalty: 'any',
}
const FLUX: Shape = {
  prompt: 'any',
  aspect_ratio: 'any',
  num_outputs: 'any',
  output_format: 'any',
  output_quality: 'any',
  seed: 'any',
  go_fast: 'any',
}
const GPT: Shape = {
  prompt: 'any',
  system_prompt: 'any',
  messages: 'any',
  image_input: 'any',
  max_completion_tokens: 'any',
  reasoning_effort: 'any',
  verbosity: 'any',
}
const INPUTS: Readonly<Record<string, Shape>> = {
  'meta/meta-llama-3-70b-instruct': LLAMA,
  'black-forest-labs/flux-schnell': FLUX,
  'openai/gpt-5-mini': GPT,
}

/** What Replicate answers to a request that is not as it documents it. */
export function refusalByReplicate(request: RecordedRequest, key: string): Reply | undefined {
  const { headers, path, json: body } = request
  if (headers.authorization !== `Bearer ${key}`) {
    return refused(401, 'Unauthenticated', 'You did not pass a valid authentication token')
  }
  const [, model] = /^\/v1\/models\/([^/]+\/[^/]+)\/predictions$/.exec(path) ?? []
  const isVersion = path === '/v1/predictions'
  const inputs = isVersion ? 'any' : INPUTS[model ?? '']
  if (inputs === undefined) return refused(404, 'Not found', 'The requested resource')
  const about: Shape = isVersion ? { version: 'any' } : {}
  const found = unknownField(body, { ...about, input: inputs, webhook: 'any', stream: 'any' })
  if (found !== undefined) return refused(422, 'Input validation failed', `- ${found}: unknown`)
  // Whoever does not wait gets a promise.
  return headers.prefer?.startsWith('wait') ? undefined : json({ status: 'starting', output: null })
}

export function refused(status: number, title: string, detail: string): Reply {
  return json({ title, detail, status }, { status })
}
