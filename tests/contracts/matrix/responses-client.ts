import { eventsIn, expectWhole } from '../../relay/responses-wire'
import { type Fields, MAX_TOKENS, type MatrixClient, type Question, type Told } from './client'

function body({ model, stream, text, image, ...question }: Question): object {
  const { system, tools, thinks, schema, before = [], more } = question
  const image_url = `data:image/png;base64,${image}`
  const content = [
    { type: 'input_text', text },
    ...(image === undefined ? [] : [{ type: 'input_image', detail: 'auto', image_url }]),
  ]
  return {
    model,
    input: [...before, ...(text === '' ? [] : [{ role: 'user', content }])],
    max_output_tokens: MAX_TOKENS,
    store: false,
    stream,
    ...(system !== undefined && { instructions: system }),
    ...(tools && {
      tools: tools.map(({ name, description, schema: parameters }) => ({
        type: 'function',
        name,
        description,
        parameters,
        strict: false,
      })),
    }),
    ...(thinks && { reasoning: { effort: 'medium', summary: 'auto' } }),
    ...(schema && { text: { format: { type: 'json_schema', name: 'verdict', schema } } }),
    ...more,
  }
}

const CUTS: Readonly<Record<string, Told['stop']>> = {
  max_output_tokens: 'length',
  content_filter: 'refused',
}

function readWhole({ status, output, usage, incomplete_details: cut }: Fields): Told {
  const items: readonly Fields[] = output
  const texts = (type: string, field: string) =>
    items
      .filter((item) => item.type === type)
      .flatMap((item) => item[field].map(({ text }: Fields) => text))
      .join('')
  const calls = items.filter(({ type }) => type === 'function_call')
  if (status !== 'completed' && status !== 'incomplete') throw new Error(`it is ${status}`)
  const ended = calls.length > 0 ? 'tools' : 'end'
  const stop = status === 'completed' ? ended : CUTS[cut.reason]
  if (stop === undefined) throw new Error(`cut by ${cut.reason}`)
  return {
    text: texts('message', 'content'),
    thinking: texts('reasoning', 'summary'),
    calls: calls.map((call) => ({ name: call.name, input: JSON.parse(call.arguments) })),
    stop,
    usage: {
      prompt: usage.input_tokens,
      cacheRead: usage.input_tokens_details.cached_tokens,
      cacheWrite: usage.input_tokens_details.cache_write_tokens ?? 0,
      completion: usage.output_tokens,
      reasoning: usage.output_tokens_details.reasoning_tokens,
    },
    turn: output,
  }
}

export const responsesClient: MatrixClient = {
  path: () => '/v1/responses',
  body,
  userTurn: (content) => ({ role: 'user', content }),
  results: (items, texts) =>
    (items as readonly Fields[])
      .filter(({ type }) => type === 'function_call')
      .map(({ call_id }, at) => ({ type: 'function_call_output', call_id, output: texts[at] })),
  readWhole,
  readStream: (text) => readWhole(expectWhole(eventsIn(text)).response),
  showsCacheWrites: true,
}
