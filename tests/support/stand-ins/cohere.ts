/** Made after docs.cohere.com/v2/reference/chat, /embed and the types of npm cohere-ai 8.1.0. */
import { type Shape, unknownField } from '../known-fields'
import { json, type RecordedRequest, type Reply } from '../upstream'

const CALL: Shape = { id: 'any', type: 'any', function: { name: 'any', arguments: 'any' } }
const BODIES: Readonly<Record<string, Shape>> = {
  '/v2/chat': {
    model: 'any',
    stream: 'any',
    messages: [
      { role: 'any', content: 'any', tool_calls: [CALL], tool_plan: 'any', tool_call_id: 'any' },
    ],
    tools: [{ type: 'any', function: { name: 'any', description: 'any', parameters: 'any' } }],
    strict_tools: 'any',
    tool_choice: 'any',
    documents: 'any',
    citation_options: 'any',
    response_format: { type: 'any', json_schema: 'any' },
    safety_mode: 'any',
    max_tokens: 'any',
    stop_sequences: 'any',
    temperature: 'any',
    seed: 'any',
    frequency_penalty: 'any',
    presence_penalty: 'any',
    k: 'any',
    p: 'any',
    logprobs: 'any',
    thinking: { type: 'any', token_budget: 'any' },
    priority: 'any',
  },
  '/v2/embed': {
    model: 'any',
    texts: 'any',
    input_type: 'any',
    output_dimension: 'any',
    embedding_types: 'any',
    truncate: 'any',
  },
}

/** What Cohere answers to a request that is not as it documents it. */
export function refusalByCohere(request: RecordedRequest, key: string): Reply | undefined {
  if (request.headers.authorization !== `Bearer ${key}`) {
    return json({ id: 'r', message: 'invalid api token' }, { status: 401 })
  }
  const shape = BODIES[request.path]
  if (shape === undefined) return request.method === 'GET' ? undefined : notFound(request.path)
  const found = unknownField(request.json, shape)
  if (found === undefined) return undefined
  return json({ id: 'r', message: `unknown field: parameter '${found}'` }, { status: 422 })
}

function notFound(path: string): Reply {
  return json({ message: `no such endpoint: ${path}` }, { status: 404 })
}
