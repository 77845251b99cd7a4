import { framesOf } from '../../relay/protocols/wire'
import {
  type Fields,
  MAX_TOKENS,
  type MatrixClient,
  type Question,
  stopOf,
  THINKING_TOKENS,
  type Told,
  type ToldUsage,
} from './client'

function body({ model, stream, text, image, ...question }: Question): object {
  const { system, tools, thinks, schema, before = [], more } = question
  const url = `data:image/png;base64,${image}`
  const content =
    image === undefined
      ? text
      : [
          { type: 'text', text },
          { type: 'image_url', image_url: { url } },
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
    ...(stream && { stream_options: { include_usage: true } }),
    ...(tools && {
      tools: tools.map(({ name, description, schema: parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      })),
    }),
    ...(thinks && { thinking: { type: 'enabled', budget_tokens: THINKING_TOKENS } }),
    ...(schema && {
      response_format: { type: 'json_schema', json_schema: { name: 'verdict', schema } },
    }),
    ...more,
  }
}

const STOPS = {
  stop: 'end',
  tool_calls: 'tools',
  length: 'length',
  content_filter: 'refused',
} as const

function read(message: Fields, reason: unknown, usage: Fields): Told {
  return {
    text: message.content ?? '',
    thinking: message.reasoning_content ?? '',
    calls: (message.tool_calls ?? []).map(({ function: made }: Fields) => ({
      name: made.name,
      input: JSON.parse(made.arguments),
    })),
    stop: stopOf(STOPS, reason),
    usage: usageOf(usage),
    turn: [message],
  }
}

function usageOf(usage: Fields): ToldUsage {
  const { prompt_tokens_details: read, completion_tokens_details: written } = usage
  if (usage.total_tokens !== usage.prompt_tokens + usage.completion_tokens) {
    throw new Error(`a sum is wrong: ${JSON.stringify(usage)}`)
  }
  return {
    prompt: usage.prompt_tokens,
    cacheRead: read?.cached_tokens ?? 0,
    cacheWrite: read?.cache_write_tokens ?? 0,
    completion: usage.completion_tokens,
    reasoning: written?.reasoning_tokens ?? 0,
  }
}

/** The message that the chunks make, as careful clients put it together. */
function readStream(text: string): Told {
  if (!text.endsWith('data: [DONE]\n\n')) throw new Error('the stream has no end')
  const chunks: Fields[] = framesOf(text).map(({ json }) => json)
  const message = { role: 'assistant', content: '', reasoning_content: '' }
  const details: Fields[] = []
  const calls: { id: string; type: string; function: { name: string; arguments: string } }[] = []
  for (const { choices } of chunks) {
    const delta: Fields = choices[0]?.delta ?? {}
    message.content += delta.content ?? ''
    message.reasoning_content += delta.reasoning_content ?? ''
    details.push(...(delta.reasoning_details ?? []))
    for (const { index, function: made, ...call } of delta.tool_calls ?? []) {
      const known = calls[index] ?? { ...call, function: { name: made.name, arguments: '' } }
      known.function.arguments += made.arguments ?? ''
      calls[index] = known
    }
  }
  const whole = {
    ...message,
    ...(details.length > 0 && { reasoning_details: details }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
  const reason = chunks.map(({ choices }) => choices[0]?.finish_reason).findLast(Boolean)
  return read(whole, reason, chunks.findLast(({ usage }) => usage)?.usage ?? {})
}

export const openaiClient: MatrixClient = {
  path: () => '/v1/chat/completions',
  body,
  userTurn: (content) => ({ role: 'user', content }),
  results: ([message], texts) =>
    (message as Fields).tool_calls.map(({ id }: Fields, at: number) => ({
      role: 'tool',
      tool_call_id: id,
      content: texts[at],
    })),
  readWhole: ({ choices, usage }) => read(choices[0].message, choices[0].finish_reason, usage),
  readStream,
  showsCacheWrites: true,
}
