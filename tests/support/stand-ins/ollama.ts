/** Made after docs/api.md of github.com/ollama/ollama and the types of npm ollama 0.6.4. */
import { type Shape, unknownField } from '../known-fields'
import { frames, json, type RecordedRequest, type Reply } from '../upstream'

const CALL: Shape = { function: { name: 'any', arguments: 'any' } }
const BODIES: Readonly<Record<string, Shape>> = {
  '/api/chat': {
    model: 'any',
    messages: [
      {
        role: 'any',
        content: 'any',
        thinking: 'any',
        images: 'any',
        tool_calls: [CALL],
        tool_name: 'any',
      },
    ],
    tools: [{ type: 'any', function: { name: 'any', description: 'any', parameters: 'any' } }],
    stream: 'any',
    format: 'any',
    think: 'any',
    keep_alive: 'any',
    options: 'any',
  },
  '/api/embed': {
    model: 'any',
    input: 'any',
    truncate: 'any',
    dimensions: 'any',
    keep_alive: 'any',
    options: 'any',
  },
}

export function refusalByOllama(request: RecordedRequest): Reply | undefined {
  const shape = BODIES[request.path]
  if (shape === undefined) return json('404 page not found', { status: 404 })
  const found = unknownField(request.json, shape)
  return found === undefined
    ? undefined
    : json({ error: `unknown field ${found}` }, { status: 400 })
}

/** Recorded as `data:` lines, sent as the server sends: a line per piece. */
export function ndjson(texts: readonly string[], rest: Reply = {}): Reply {
  const lines = texts.flatMap((text) => frames(text)).map((frame) => frame.replace(/^data: /, ''))
  const chunks = lines.map((line) => Buffer.from(`${line.trim()}\n`))
  return { ...rest, headers: { 'content-type': 'application/x-ndjson', ...rest.headers }, chunks }
}
