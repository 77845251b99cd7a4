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
  const url = `data:image/png;base64,${image}`
  const content = [
    { type: 'text', text },
    ...(image === undefined ? [] : [{ type: 'image_url', image_url: { url } }]),
  ]
  return {
    model,
    messages: [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      ...before,
      ...(text === '' ? [] : [{ role: 'user', content }]),
    ],
    max_tokens: MAX_TOKENS,
    stream,
    ...(tools && {
      tools: tools.map(({ name, description, schema: parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      })),
    }),
    ...(thinks && { thinking: { type: 'enabled', token_budget: THINKING_TOKENS } }),
    ...(schema && { response_format: { type: 'json_object', json_schema: schema } }),
    ...more,
  }
}

const STOPS = {
  COMPLETE: 'end',
  STOP_SEQUENCE: 'end',
  TOOL_CALL: 'tools',
  MAX_TOKENS: 'length',
  ERROR_TOXIC: 'refused',
} as const

function readWhole({ message, finish_reason, usage }: Fields): Told {
  const content: readonly Fields[] = message.content ?? []
  const told = usage.billed_units
  return {
    text: content.map(({ text = '' }) => text).join('') + (message.tool_plan ?? ''),
    thinking: content.map(({ thinking = '' }) => thinking).join(''),
    calls: (message.tool_calls ?? []).map(({ function: made }: Fields) => ({
      name: made.name,
      input: JSON.parse(made.arguments),
    })),
    stop: stopOf(STOPS, finish_reason),
    usage: {
      prompt: told.input_tokens,
      cacheRead: usage.cached_tokens ?? 0,
      cacheWrite: 0,
      completion: told.output_tokens,
      reasoning: 0,
    },
    turn: [message],
  }
}

type Piece = Record<string, string>

/** The message that the events make; what is begun is ended, and nothing is begun twice. */
function readStream(text: string): Told {
  const frames = framesOf(text.replace(/data: \[DONE\]\n\n$/, ''))
  const events: Fields[] = frames.map(({ name, json }) => {
    if (json.type !== name) throw new Error(`${json.type} is called ${name}`)
    return json
  })
  const last = events.at(-1) ?? {}
  if (last.type !== 'message-end') throw new Error('the stream has no end')
  const content: Piece[] = []
  const calls: Fields[] = []
  const open = new Set<string>()
  let plan = ''
  for (const { type, index, delta } of events) {
    const [, kind, step] = /^(content|tool-call|citation)-(start|end)$/.exec(type) ?? []
    const piece = `${kind} ${index}`
    if (step === 'start' && open.size !== open.add(piece).size - 1) {
      throw new Error(`${piece} begins again`)
    }
    if (step === 'end' && !open.delete(piece)) throw new Error(`${piece} is not open`)
    const told = delta?.message ?? {}
    plan += type === 'tool-plan-delta' ? told.tool_plan : ''
    if (type === 'content-start') content[index] = { ...told.content }
    if (type === 'content-delta') grow(content[index] ?? {}, told.content)
    if (type === 'tool-call-start') calls[index] = told.tool_calls
    if (type === 'tool-call-delta') {
      calls[index]?.function && grow(calls[index].function, told.tool_calls.function)
    }
  }
  if (open.size > 0) throw new Error(`still open: ${[...open]}`)
  return readWhole({
    ...last.delta,
    message: {
      role: 'assistant',
      ...(content.length > 0 && { content }),
      ...(plan !== '' && { tool_plan: plan }),
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  })
}

function grow(piece: Piece, pieces: Fields): void {
  for (const [name, more] of Object.entries(pieces)) piece[name] = `${piece[name] ?? ''}${more}`
}

export const cohereClient: MatrixClient = {
  path: () => '/v2/chat',
  body,
  userTurn: (content) => ({ role: 'user', content }),
  results: ([message], texts) =>
    (message as Fields).tool_calls.map(({ id }: Fields, at: number) => ({
      role: 'tool',
      tool_call_id: id,
      content: [{ type: 'document', document: { data: { found: texts[at] } } }],
    })),
  readWhole,
  readStream,
  showsCacheWrites: false,
  showsReasoning: false,
}
