/** The conversation as an application has it with the official SDK of Cohere. */
import type { Cohere } from 'cohere-ai'
import { cohereClient } from '../support/sdk'
import type { Seen, Talk, TalkOptions } from './talk'

const MAX_TOKENS = 4096

type Answer = Pick<Cohere.V2ChatResponse, 'finishReason' | 'message' | 'usage'>

export function cohereTalk(options: TalkOptions): Talk {
  const client = cohereClient(options.url, options.key)
  const messages: Cohere.ChatMessageV2[] = []
  if (options.system !== undefined) messages.push({ role: 'system', content: options.system })
  let last: Answer['message'] | undefined

  async function send(): Promise<Seen> {
    const body = bodyOf(options, messages)
    const answer = options.stream
      ? await collected(await client.chatStream(body))
      : await client.chat(body)
    last = answer.message
    messages.push(last)
    return seen(answer)
  }
  return {
    ask(text, image) {
      messages.push({ role: 'user', content: image === undefined ? text : picture(text, image) })
      return send()
    },
    giveResults(results) {
      for (const [index, { id }] of (last?.toolCalls ?? []).entries()) {
        messages.push({ role: 'tool', toolCallId: id, content: results[index] ?? '' })
      }
      return send()
    },
  }
}

function picture(text: string, base64: string): Cohere.Content[] {
  return [
    { type: 'text', text },
    { type: 'image_url', imageUrl: { url: `data:image/png;base64,${base64}` } },
  ]
}

function bodyOf(
  { model, tools, thinkingTokens }: TalkOptions,
  messages: readonly Cohere.ChatMessageV2[],
): Cohere.V2ChatRequest {
  return {
    model,
    messages: [...messages],
    maxTokens: MAX_TOKENS,
    ...(tools && {
      tools: tools.map(({ name, description, schema }) => ({
        type: 'function',
        function: { name, description, parameters: { ...schema } },
      })),
    }),
    ...(thinkingTokens !== undefined && {
      thinking: { type: 'enabled', tokenBudget: thinkingTokens },
    }),
  }
}

type Part = Cohere.AssistantMessageResponseContentItem

/** The SDK hands out events; applications put the message together themselves. */
async function collected(stream: AsyncIterable<Cohere.V2ChatStreamResponse>): Promise<Answer> {
  const content: Part[] = []
  const toolCalls: Cohere.ToolCallV2[] = []
  let toolPlan = ''
  for await (const event of stream) {
    const index = 'index' in event ? (event.index ?? 0) : 0
    if (event.type === 'content-start') {
      const { type = 'text', text = '', thinking = '' } = event.delta?.message?.content ?? {}
      content[index] = type === 'thinking' ? { type, thinking } : { type: 'text', text }
    } else if (event.type === 'content-delta') {
      grow(content[index] ?? {}, event.delta?.message?.content ?? {})
    } else if (event.type === 'tool-plan-delta') {
      toolPlan += event.delta?.message?.toolPlan ?? ''
    } else if (event.type === 'tool-call-start') {
      const call = event.delta?.message?.toolCalls
      if (call !== undefined) toolCalls[index] = call
    } else if (event.type === 'tool-call-delta') {
      const made = event.delta?.message?.toolCalls?.function ?? {}
      grow(toolCalls[index]?.function ?? {}, made)
    } else if (event.type === 'message-end') {
      const { finishReason = 'ERROR', usage } = event.delta ?? {}
      const said = { ...(content.length > 0 && { content }), ...(toolPlan && { toolPlan }) }
      const called = toolCalls.length > 0 && { toolCalls }
      return { finishReason, usage, message: { role: 'assistant', ...said, ...called } }
    }
  }
  throw new Error('the stream has no end')
}

/** With the fields that the SDK does not know. */
function grow(grown: object, pieces: object): void {
  const fields = new Map<string, unknown>(Object.entries(grown))
  for (const [name, piece] of Object.entries(pieces)) {
    Object.assign(grown, { [name]: `${fields.get(name) ?? ''}${piece}` })
  }
}

const STOPS: Readonly<Record<string, Seen['stop']>> = {
  COMPLETE: 'end',
  STOP_SEQUENCE: 'end',
  TOOL_CALL: 'tools',
  MAX_TOKENS: 'length',
  ERROR_TOXIC: 'refused',
}

function seen({ finishReason, message, usage }: Answer): Seen {
  const stop = STOPS[finishReason]
  if (stop === undefined) throw new Error(`finish_reason ${finishReason}`)
  const { content = [], toolPlan = '', toolCalls = [] } = message
  return {
    text: content.map((part) => (part.type === 'text' ? part.text : '')).join('') + toolPlan,
    thinking: content.map((part) => (part.type === 'thinking' ? part.thinking : '')).join(''),
    calls: toolCalls.map(({ id, function: made }) => ({
      id,
      name: made?.name ?? '',
      input: JSON.parse(made?.arguments ?? '') as unknown,
    })),
    stop,
    promptTokens: usage?.billedUnits?.inputTokens ?? -1,
    completionTokens: usage?.billedUnits?.outputTokens ?? -1,
  }
}
