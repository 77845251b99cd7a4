import { framesOf } from '../../relay/protocols/wire'
import {
  type Fields,
  MAX_TOKENS,
  type MatrixClient,
  type Question,
  stopOf,
  THINKING_TOKENS,
  type Told,
} from './client'

function body({ model, stream, text, image, ...question }: Question): object {
  const { system, tools, thinks, schema, before = [], more } = question
  const source = { type: 'base64', media_type: 'image/png', data: image }
  const content = [
    { type: 'text', text },
    ...(image === undefined ? [] : [{ type: 'image', source }]),
  ]
  return {
    model,
    max_tokens: MAX_TOKENS,
    messages: [...before, ...(text === '' ? [] : [{ role: 'user', content }])],
    stream,
    ...(system !== undefined && { system }),
    ...(tools && {
      tools: tools.map(({ name, description, schema: input_schema }) => ({
        name,
        description,
        input_schema,
      })),
    }),
    ...(thinks && { thinking: { type: 'enabled', budget_tokens: THINKING_TOKENS } }),
    ...(schema && { output_config: { format: { type: 'json_schema', schema } } }),
    ...more,
  }
}

const STOPS = {
  end_turn: 'end',
  stop_sequence: 'end',
  tool_use: 'tools',
  max_tokens: 'length',
  refusal: 'refused',
} as const

function readWhole({ content, stop_reason, usage }: Fields): Told {
  const blocks: readonly Fields[] = content
  const cacheRead = usage.cache_read_input_tokens ?? 0
  const cacheWrite = usage.cache_creation_input_tokens ?? 0
  return {
    text: blocks.map(({ type, text }) => (type === 'text' ? text : '')).join(''),
    thinking: blocks.map(({ thinking = '' }) => thinking).join(''),
    calls: blocks.flatMap(({ type, name, input }) =>
      type === 'tool_use' ? [{ name, input }] : [],
    ),
    stop: stopOf(STOPS, stop_reason),
    usage: {
      prompt: usage.input_tokens + cacheRead + cacheWrite,
      cacheRead,
      cacheWrite,
      completion: usage.output_tokens,
      reasoning: usage.output_tokens_details?.thinking_tokens ?? 0,
    },
    turn: [{ role: 'assistant', content }],
  }
}

function readStream(text: string): Told {
  const events: Fields[] = framesOf(text).map(({ name, json }) => {
    if (json.type !== name) throw new Error(`${json.type} is called ${name}`)
    return json
  })
  if (events.at(-1)?.type !== 'message_stop') throw new Error('the stream has no end')
  const message: Record<string, unknown> = {}
  const blocks: Record<string, string | object>[] = []
  for (const event of events) {
    if (event.type === 'message_start') Object.assign(message, event.message)
    if (event.type === 'content_block_start') blocks[event.index] = { ...event.content_block }
    if (event.type === 'content_block_delta') grow(blocks[event.index] ?? {}, event.delta)
    if (event.type !== 'message_delta') continue
    Object.assign(message, event.delta, { usage: { ...Object(message.usage), ...event.usage } })
  }
  const content = blocks.map(({ json, ...block }) =>
    json === undefined ? block : { ...block, input: JSON.parse(String(json)) },
  )
  return readWhole({ ...message, content })
}

/** A piece is added to the field that it is a piece of. */
function grow(block: Record<string, string | object>, { type: _, ...pieces }: Fields): void {
  for (const [name, piece] of Object.entries(pieces)) {
    const field = name === 'partial_json' ? 'json' : name
    block[field] = `${block[field] ?? ''}${piece}`
  }
}

export const claudeClient: MatrixClient = {
  path: () => '/v1/messages',
  body,
  userTurn: (text) => ({ role: 'user', content: [{ type: 'text', text }] }),
  results: ([message], texts) => {
    const calls = (message as Fields).content.filter(({ type }: Fields) => type === 'tool_use')
    const content = calls.map(({ id }: Fields, at: number) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: texts[at],
    }))
    return [{ role: 'user', content }]
  },
  readWhole,
  readStream,
  showsCacheWrites: true,
}
