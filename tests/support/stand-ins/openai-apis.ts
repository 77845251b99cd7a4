/**
 * OpenAI's two APIs for chats, as strict as its documentation and its own refusals are quoted:
 * chat completions do not know some models and refuse tools beside reasoning, and Responses wants
 * its own fields, pairs of calls and outputs, and reasoning as it was given out. Written from
 * those documents, not recorded. It answers in a loop: it thinks and calls the first tool until
 * it has as many results as `turns`, and then says what it got.
 */
import { type Shape, unknownField } from '../known-fields'
import { json, type RecordedRequest, type Reply, sse } from '../upstream'

type Fields = Readonly<Record<string, unknown>>

const BODY: Shape = {
  model: 'any',
  input: 'any',
  instructions: 'any',
  stream: 'any',
  store: 'any',
  include: 'any',
  tools: [{ type: 'any', name: 'any', description: 'any', parameters: 'any', strict: 'any' }],
  tool_choice: 'any',
  parallel_tool_calls: 'any',
  max_output_tokens: 'any',
  temperature: 'any',
  top_p: 'any',
  reasoning: { effort: 'any', summary: 'any' },
  text: { format: 'any', verbosity: 'any' },
  user: 'any',
  service_tier: 'any',
}

const ONLY_RESPONSES = /codex|-pro/
const REASONS = /^(gpt-[5-9]|o\d|codex)/
const NEWER = /^gpt-(5\.[4-9]|6)/
const REASONS_BY_DEFAULT = /^gpt-(5\.[6-9]|6)/

export interface OpenaiApis {
  readonly reply: (request: RecordedRequest) => Reply
  /** What it has given out as encrypted reasoning, in order. */
  readonly issued: readonly string[]
}

export interface OpenaiApisOptions {
  /** Times that it calls a tool before it answers. */
  readonly turns?: number
  /** The organization is not verified, and gets no summaries. */
  readonly isUnverified?: boolean
  /** Forgets what it has issued: the key is of another organization. */
  readonly knowsNoReasoning?: boolean
}

export function openaiApis(options: OpenaiApisOptions = {}): OpenaiApis {
  const issued: string[] = []
  const reply = (request: RecordedRequest): Reply => {
    const body = Object(request.json) as Fields
    if (request.path.includes('chat/completions')) return chat(body)
    if (!request.path.includes('/responses')) return refused(404, 'no such path')
    const refusal = refusalOf(body, issued, options)
    return refusal ?? respond(body, issued, options)
  }
  return { reply, issued }
}

function refused(status: number, message: string, more: object = {}): Reply {
  const type = 'invalid_request_error'
  return json({ error: { message, type, param: null, code: null, ...more } }, { status })
}

function chat(body: Fields): Reply {
  const model = String(body.model)
  if (ONLY_RESPONSES.test(model)) {
    const message = 'This model is only supported in v1/responses and not in v1/chat/completions.'
    return refused(404, message, { param: 'model' })
  }
  const { reasoning_effort: effort = REASONS_BY_DEFAULT.test(model) ? 'medium' : 'none' } = body
  if (NEWER.test(model) && body.tools !== undefined && effort !== 'none') {
    const message =
      `Function tools with reasoning_effort are not supported for ${model} in ` +
      '/v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort ' +
      "to 'none'."
    return refused(400, message, { param: 'reasoning_effort' })
  }
  const usage = { prompt_tokens: 12, completion_tokens: 9, total_tokens: 21 }
  const base = { id: 'chatcmpl-1', created: 1, model, usage }
  const content = 'By chat.'
  if (body.stream !== true) {
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
    return json({ ...base, object: 'chat.completion', choices })
  }
  const choices = [{ index: 0, delta: { role: 'assistant', content }, finish_reason: 'stop' }]
  const chunk = { ...base, object: 'chat.completion.chunk', choices }
  return sse([`data: ${JSON.stringify(chunk)}\n\n`, 'data: [DONE]\n\n'])
}

function refusalOf(
  body: Fields,
  issued: readonly string[],
  { isUnverified = false, knowsNoReasoning = false }: OpenaiApisOptions,
): Reply | undefined {
  const unknown = unknownField(body, BODY)
  if (unknown !== undefined) {
    return refused(400, `Unknown parameter: '${unknown}'.`, { code: 'unknown_parameter' })
  }
  const model = String(body.model)
  if (Number(body.max_output_tokens ?? 16) < 16) {
    return refused(400, "Invalid 'max_output_tokens': integer below minimum value. Expected >= 16")
  }
  for (const name of ['temperature', 'top_p']) {
    if (REASONS.test(model) && body[name] !== undefined) {
      return refused(400, `Unsupported parameter: '${name}'`, { param: name })
    }
  }
  if (!REASONS.test(model) && body.include !== undefined) {
    return refused(400, 'Encrypted content is not supported with this model.')
  }
  if (isUnverified && Object(body.reasoning).summary !== undefined) {
    const message = 'Your organization must be verified to generate reasoning summaries.'
    return refused(400, message, { param: 'reasoning.summary', code: 'unsupported_value' })
  }
  return refusedInput(itemsOf(body), knowsNoReasoning ? [] : issued)
}

function itemsOf({ input }: Fields): readonly Fields[] {
  return Array.isArray(input) ? input : []
}

const TEXTS: Readonly<Record<string, string>> = { assistant: 'output_text' }

function refusedInput(input: readonly Fields[], issued: readonly string[]): Reply | undefined {
  const called = new Set<unknown>()
  const answered = new Set<unknown>()
  for (const [at, item] of input.entries()) {
    const next = input[at + 1]?.type
    if (String(item.call_id ?? '').length > 64) return refused(400, 'call_id: string too long')
    switch (item.type) {
      case 'message': {
        const wanted = TEXTS[String(item.role)] ?? 'input_text'
        const isWrong = (item.content as readonly Fields[]).some(
          (part) => part.text !== undefined && part.type !== wanted,
        )
        if (isWrong) return refused(400, `Invalid value: supported values are: '${wanted}'.`)
        break
      }
      case 'reasoning':
        if (!issued.includes(String(item.encrypted_content))) {
          const message = 'The encrypted content could not be verified.'
          return refused(400, message, { code: 'invalid_encrypted_content' })
        }
        if (next === undefined || next === 'function_call_output') {
          return refused(400, "Item of type 'reasoning' was provided without its following item.")
        }
        break
      case 'function_call':
        called.add(item.call_id)
        break
      case 'function_call_output':
        if (!called.has(item.call_id)) return refused(400, 'No tool call found for this output.')
        answered.add(item.call_id)
        break
      default:
        return refused(400, `Invalid value: '${item.type}'`, { param: `input[${at}].type` })
    }
  }
  if (answered.size < called.size) return refused(400, 'No tool output found for function call.')
  return undefined
}

function respond(body: Fields, issued: string[], { turns = 1 }: OpenaiApisOptions): Reply {
  const outputs = itemsOf(body).filter(({ type }) => type === 'function_call_output')
  const [tool] = (body.tools ?? []) as readonly Fields[]
  const calls = tool !== undefined && outputs.length < turns
  const content = [{ type: 'output_text', text: 'By Responses.', annotations: [], logprobs: [] }]
  const said = calls
    ? {
        id: 'fc_1',
        type: 'function_call',
        call_id: `call_${outputs.length}`,
        name: tool.name,
        arguments: '{"city":"Oslo"}',
        status: 'completed',
      }
    : { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content }
  const output = [...reasoningFor(body, issued), said]
  const usage = {
    input_tokens: 12,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 9,
    output_tokens_details: { reasoning_tokens: 5 },
    total_tokens: 21,
  }
  const response = {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    model: body.model,
    error: null,
  }
  const whole = { ...response, status: 'completed', output, usage }
  return body.stream === true ? sse(streamed(whole)) : json(whole)
}

function reasoningFor(body: Fields, issued: string[]): readonly Fields[] {
  const { effort, summary } = Object(body.reasoning)
  if (!REASONS.test(String(body.model)) || effort === 'none') return []
  const encrypted = `gAAAA${issued.length}`
  issued.push(encrypted)
  const texts = summary === undefined ? [] : [{ type: 'summary_text', text: 'I shall think.' }]
  return [{ id: 'rs_1', type: 'reasoning', summary: texts, encrypted_content: encrypted }]
}

function streamed(whole: { readonly output: readonly Fields[] }): readonly string[] {
  const events: Fields[] = [
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
  ]
  for (const [output_index, item] of whole.output.entries()) {
    const at = { output_index, item_id: item.id }
    const begun = { ...item, arguments: '', summary: [], content: [] }
    events.push({ type: 'response.output_item.added', output_index, item: begun })
    for (const delta of deltasOf(item)) events.push({ ...at, ...delta })
    events.push({ type: 'response.output_item.done', output_index, item })
  }
  events.push({ type: 'response.completed', response: whole })
  return events.map(
    (event, at) =>
      `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: at })}\n\n`,
  )
}

function deltasOf(item: Fields): readonly Fields[] {
  const piece = (type: string, text: unknown, more: object = {}) =>
    [...String(text)].map((delta) => ({ type: `response.${type}.delta`, delta, ...more }))
  if (item.type === 'function_call') return piece('function_call_arguments', item.arguments)
  const [part] = (item.type === 'message' ? item.content : item.summary) as readonly Fields[]
  if (part === undefined) return []
  return item.type === 'message'
    ? piece('output_text', part.text, { content_index: 0 })
    : piece('reasoning_summary_text', part.text, { summary_index: 0 })
}
