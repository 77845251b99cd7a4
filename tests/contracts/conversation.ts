/** One conversation as an application has it with an official SDK, whatever the protocol. */
import type Anthropic from '@anthropic-ai/sdk'
import type OpenAI from 'openai'
import { anthropicClient, openaiClient } from '../support/sdk'
import { cohereTalk } from './cohere-talk'
import { geminiTalk } from './gemini-talk'
import type { Seen, Talk, TalkOptions, ToolSpec } from './talk'

/** A PNG of one pixel. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const WEATHER_AND_TIME: readonly ToolSpec[] = [
  {
    name: 'get_weather',
    description: 'Weather of a city',
    schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
  {
    name: 'get_time',
    description: 'Time of a zone',
    schema: {
      type: 'object',
      properties: { zone: { type: 'string' }, format: { type: 'string', enum: ['12h', '24h'] } },
      required: ['zone'],
    },
  },
]

const MAX_TOKENS = 4096

/** Talk by the protocol's name. */
export const TALKS = {
  openai: openaiTalk,
  claude: claudeTalk,
  gemini: geminiTalk,
  cohere: cohereTalk,
} as const
export type SpokenProtocol = keyof typeof TALKS
export const SPOKEN_PROTOCOLS = [
  'openai',
  'claude',
  'gemini',
  'cohere',
] as const satisfies SpokenProtocol[]

function openaiTalk(options: TalkOptions): Talk {
  const client = openaiClient(options.url, options.key)
  const messages: OpenAI.ChatCompletionMessageParam[] = []
  if (options.system !== undefined) messages.push({ role: 'system', content: options.system })
  let last: OpenAI.ChatCompletionMessage | undefined

  async function send(): Promise<Seen> {
    const body = openaiBody(options, messages)
    const { answer, thinking } = options.stream
      ? await openaiStreamed(client, body)
      : whole(await client.chat.completions.create(body))
    last = answer.choices[0]?.message
    if (last === undefined) throw new Error('an answer without a choice')
    messages.push(last)
    return openaiSeen(answer, thinking)
  }
  return {
    ask(text, image) {
      messages.push({ role: 'user', content: image === undefined ? text : picture(text, image) })
      return send()
    },
    giveResults(results) {
      for (const [index, call] of (last?.tool_calls ?? []).entries()) {
        const content = results[index] ?? ''
        messages.push({ role: 'tool', tool_call_id: call.id, content })
      }
      return send()
    },
  }
}

function picture(text: string, base64: string): OpenAI.ChatCompletionContentPart[] {
  return [
    { type: 'text', text },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } },
  ]
}

type OpenaiBody = OpenAI.ChatCompletionCreateParamsNonStreaming & {
  thinking?: { type: 'enabled'; budget_tokens: number }
}

function openaiBody(
  { model, tools, thinkingTokens }: TalkOptions,
  messages: readonly OpenAI.ChatCompletionMessageParam[],
): OpenaiBody {
  return {
    model,
    messages: [...messages],
    max_tokens: MAX_TOKENS,
    ...(tools && {
      tools: tools.map(({ name, description, schema }) => ({
        type: 'function',
        function: { name, description, parameters: schema },
      })),
    }),
    ...(thinkingTokens !== undefined && {
      thinking: { type: 'enabled', budget_tokens: thinkingTokens },
    }),
  }
}

interface OpenaiAnswer {
  readonly answer: OpenAI.ChatCompletion
  readonly thinking: string
}

function whole(answer: OpenAI.ChatCompletion): OpenaiAnswer {
  return { answer, thinking: reasoningOf(answer.choices[0]?.message) }
}

/** The SDK gathers what it knows; the fields it does not know are gathered here. */
async function openaiStreamed(client: OpenAI, body: OpenaiBody): Promise<OpenaiAnswer> {
  const stream = client.chat.completions.stream({
    ...body,
    stream: true,
    stream_options: { include_usage: true },
  })
  let thinking = ''
  const details: unknown[] = []
  const extras = new Map<number, unknown>()
  stream.on('chunk', (chunk) => {
    const delta = chunk.choices[0]?.delta
    if (delta === undefined) return
    thinking += reasoningOf(delta)
    if ('reasoning_details' in delta && Array.isArray(delta.reasoning_details)) {
      details.push(...delta.reasoning_details)
    }
    for (const call of delta.tool_calls ?? []) {
      if ('extra_content' in call) extras.set(call.index, call.extra_content)
    }
  })
  const answer = await stream.finalChatCompletion()
  const message = answer.choices[0]?.message
  if (message !== undefined) {
    if (details.length > 0) Object.assign(message, { reasoning_details: details })
    for (const [index, extra] of extras) {
      Object.assign(message.tool_calls?.[index] ?? {}, { extra_content: extra })
    }
  }
  return { answer, thinking }
}

function reasoningOf(holder: object | undefined): string {
  if (holder === undefined || !('reasoning_content' in holder)) return ''
  return typeof holder.reasoning_content === 'string' ? holder.reasoning_content : ''
}

const OPENAI_STOPS: Readonly<Record<string, Seen['stop']>> = {
  stop: 'end',
  tool_calls: 'tools',
  length: 'length',
  content_filter: 'refused',
}

function openaiSeen(answer: OpenAI.ChatCompletion, thinking: string): Seen {
  const [choice] = answer.choices
  const calls = (choice?.message.tool_calls ?? []).map((call) => {
    if (call.type !== 'function') throw new Error(`a tool call of type ${call.type}`)
    const { name, arguments: text } = call.function
    return { id: call.id, name, input: JSON.parse(text) as unknown }
  })
  const stop = OPENAI_STOPS[choice?.finish_reason ?? '']
  if (stop === undefined) throw new Error(`finish_reason ${choice?.finish_reason}`)
  return {
    text: choice?.message.content ?? '',
    thinking,
    calls,
    stop,
    promptTokens: answer.usage?.prompt_tokens ?? -1,
    completionTokens: answer.usage?.completion_tokens ?? -1,
  }
}

function claudeTalk(options: TalkOptions): Talk {
  const client = anthropicClient(options.url, options.key)
  const messages: Anthropic.MessageParam[] = []
  let last: Anthropic.Message | undefined

  async function send(): Promise<Seen> {
    const body = claudeBody(options, messages)
    last = options.stream
      ? await client.messages.stream(body).finalMessage()
      : await client.messages.create(body)
    messages.push({ role: 'assistant', content: last.content })
    return claudeSeen(last)
  }
  return {
    ask(text, image) {
      const content: Anthropic.ContentBlockParam[] = [{ type: 'text', text }]
      if (image !== undefined) content.push(claudePicture(image))
      messages.push({ role: 'user', content })
      return send()
    },
    giveResults(results) {
      const calls = last?.content.filter((block) => block.type === 'tool_use') ?? []
      messages.push({
        role: 'user',
        content: calls.map(({ id }, index) => ({
          type: 'tool_result',
          tool_use_id: id,
          content: results[index] ?? '',
        })),
      })
      return send()
    },
  }
}

function claudePicture(data: string): Anthropic.ImageBlockParam {
  return { type: 'image', source: { type: 'base64', media_type: 'image/png', data } }
}

function claudeBody(
  { model, system, tools, thinkingTokens }: TalkOptions,
  messages: readonly Anthropic.MessageParam[],
): Anthropic.MessageCreateParamsNonStreaming {
  return {
    model,
    max_tokens: MAX_TOKENS,
    messages: [...messages],
    ...(system !== undefined && { system }),
    ...(tools && {
      tools: tools.map(({ name, description, schema }) => ({
        name,
        description,
        input_schema: { ...schema },
      })),
    }),
    ...(thinkingTokens !== undefined && {
      thinking: { type: 'enabled', budget_tokens: thinkingTokens },
    }),
  }
}

const CLAUDE_STOPS: Readonly<Record<string, Seen['stop']>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  tool_use: 'tools',
  max_tokens: 'length',
  refusal: 'refused',
}

function claudeSeen(answer: Anthropic.Message): Seen {
  const stop = CLAUDE_STOPS[answer.stop_reason ?? '']
  if (stop === undefined) throw new Error(`stop_reason ${answer.stop_reason}`)
  return {
    text: answer.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    thinking: answer.content
      .map((block) => (block.type === 'thinking' ? block.thinking : ''))
      .join(''),
    calls: answer.content.flatMap((block) =>
      block.type === 'tool_use' ? [{ id: block.id, name: block.name, input: block.input }] : [],
    ),
    stop,
    promptTokens: answer.usage.input_tokens,
    completionTokens: answer.usage.output_tokens,
  }
}
