/** The conversation of `conversation.ts` as an application has it over Responses. */
import type OpenAI from 'openai'
import { openaiClient } from '../support/sdk'
import type { Seen, Talk, TalkOptions } from './talk'

type Item = OpenAI.Responses.ResponseInputItem
type Answer = OpenAI.Responses.Response

/** The application keeps the history: what the model made goes back as it came. */
export function responsesTalk(options: TalkOptions): Talk {
  const client = openaiClient(options.url, options.key)
  const input: Item[] = []
  let last: Answer | undefined

  async function send(): Promise<Seen> {
    const body = bodyOf(options, input)
    last = options.stream
      ? await client.responses.stream(body).finalResponse()
      : await client.responses.create(body)
    input.push(...last.output.map(fedBack))
    return seen(last)
  }
  return {
    ask(text, image) {
      input.push({ role: 'user', content: [{ type: 'input_text', text }, ...pictures(image)] })
      return send()
    },
    giveResults(results) {
      for (const [index, { call_id }] of callsIn(last).entries()) {
        input.push({ type: 'function_call_output', call_id, output: results[index] ?? '' })
      }
      return send()
    },
  }
}

function pictures(image: string | undefined): OpenAI.Responses.ResponseInputImage[] {
  if (image === undefined) return []
  const image_url = `data:image/png;base64,${image}`
  return [{ type: 'input_image', detail: 'auto', image_url }]
}

function bodyOf({ model, system, tools }: TalkOptions, input: readonly Item[]) {
  return {
    model,
    input: [...input],
    max_output_tokens: 4096,
    ...(system !== undefined && { instructions: system }),
    ...(tools && {
      tools: tools.map(({ name, description, schema }) => ({
        type: 'function' as const,
        name,
        description,
        parameters: schema,
        strict: false,
      })),
    }),
  }
}

/** Output is input of the next turn; only these kinds occur here. */
function fedBack(item: OpenAI.Responses.ResponseOutputItem): Item {
  const { type } = item
  if (type === 'message' || type === 'function_call' || type === 'reasoning') return item
  throw new Error(`an item of type ${type}`)
}

function callsIn(answer: Answer | undefined): OpenAI.Responses.ResponseFunctionToolCall[] {
  return answer?.output.filter((item) => item.type === 'function_call') ?? []
}

function seen(answer: Answer): Seen {
  const calls = callsIn(answer).map(({ call_id, name, arguments: text }) => ({
    id: call_id,
    name,
    input: JSON.parse(text) as unknown,
  }))
  const thinking = answer.output.flatMap((item) =>
    item.type === 'reasoning' ? item.summary.map(({ text }) => text) : [],
  )
  const isCut = answer.status === 'incomplete'
  if (!isCut && answer.status !== 'completed') throw new Error(`status ${answer.status}`)
  const isRefused = answer.incomplete_details?.reason === 'content_filter'
  return {
    text: answer.output_text,
    thinking: thinking.join(''),
    calls,
    stop: isCut ? (isRefused ? 'refused' : 'length') : calls.length > 0 ? 'tools' : 'end',
    promptTokens: answer.usage?.input_tokens ?? -1,
    completionTokens: answer.usage?.output_tokens ?? -1,
  }
}
