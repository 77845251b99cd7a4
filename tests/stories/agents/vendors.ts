/** What vendors of the four formats answer when a model calls one tool, or says something. */
import { type RecordedRequest, type Reply, sse } from '../../support/upstream'

export interface ToolCall {
  readonly name: string
  /** An object; a text for tools that take one. */
  readonly input: object | string
}

export interface Vendor {
  readonly type: number
  readonly model: string
  /** Credits of one answer: 1,000 tokens read and 100 written, at the vendor's list price. */
  readonly credits: number
  /** How a question looks that brings a result. */
  readonly hasResult: RegExp
  readonly call: (call: ToolCall) => string
  readonly text: (text: string) => string
}

function event(type: string, more: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
}

function google(part: object): string {
  const candidates = [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }]
  const usageMetadata = { promptTokenCount: 1000, candidatesTokenCount: 100, totalTokenCount: 1100 }
  return `data: ${JSON.stringify({ candidates, usageMetadata })}\r\n\r\n`
}

function chunk(delta: object, finish_reason: string): string {
  const about = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' }
  const choices = [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason }]
  const usage = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 }
  const last = { ...about, choices: [], usage }
  return [{ ...about, choices }, last]
    .map((one) => `data: ${JSON.stringify(one)}\n\n`)
    .concat('data: [DONE]\n\n')
    .join('')
}

function message(content_block: object, delta: Readonly<Record<string, string>>): string {
  const stop_reason = delta.type === 'text_delta' ? 'end_turn' : 'tool_use'
  const usage = { input_tokens: 1000, output_tokens: 100 }
  const about = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [] }
  return [
    event('message_start', { message: { ...about, stop_reason: null, usage } }),
    event('content_block_start', { index: 0, content_block }),
    event('content_block_delta', { index: 0, delta }),
    event('content_block_stop', { index: 0 }),
    event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage }),
    event('message_stop', {}),
  ].join('')
}

/** The item of an answer, which is streamed in one piece. */
function response(item: object): string {
  const about = { id: 'resp_1', object: 'response', created_at: 1, model: 'm' }
  const begun = { ...about, status: 'in_progress', output: [] }
  const usage = {
    ...{ input_tokens: 1000, output_tokens: 100, total_tokens: 1100 },
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  }
  const done = { ...about, status: 'completed', output: [item], usage }
  const place = { output_index: 0, item }
  return [
    event('response.created', { sequence_number: 0, response: begun }),
    event('response.output_item.added', { sequence_number: 1, ...place }),
    event('response.output_item.done', { sequence_number: 2, ...place }),
    event('response.completed', { sequence_number: 3, response: done }),
  ].join('')
}

/** A function's arguments; a tool of free text has one, as everywhere but at OpenAI itself. */
function argumentsOf({ input }: ToolCall): object {
  return typeof input === 'string' ? { input } : input
}

export type VendorName = 'gemini' | 'openai' | 'responses' | 'anthropic'

/** $ a million tokens, read and written: 0.30 and 2.50, 2.50 and 10, 1.25 and 10, 3 and 15. */
export const VENDORS: Readonly<Record<VendorName, Vendor>> = {
  gemini: {
    type: 24,
    model: 'gemini-2.5-flash',
    credits: 275,
    hasResult: /"functionResponse":/,
    call: (call) =>
      google({
        functionCall: { name: call.name, args: argumentsOf(call) },
        thoughtSignature: 'CiQ=',
      }),
    text: (text) => google({ text }),
  },
  openai: {
    // With chats alone: who speaks anything else is translated.
    type: 43,
    model: 'gpt-4o',
    credits: 1750,
    hasResult: /"role":"tool"/,
    call: (call) => {
      const made = { name: call.name, arguments: JSON.stringify(argumentsOf(call)) }
      const tool_calls = [{ index: 0, id: 'call_1', type: 'function', function: made }]
      return chunk({ tool_calls }, 'tool_calls')
    },
    text: (content) => chunk({ content }, 'stop'),
  },
  responses: {
    type: 1,
    model: 'gpt-5-codex',
    credits: 1125,
    hasResult: /"type":"function_call_output"/,
    call: (call) => {
      const made = {
        call_id: 'call_1',
        name: call.name,
        arguments: JSON.stringify(argumentsOf(call)),
      }
      return response({ id: 'fc_1', type: 'function_call', status: 'completed', ...made })
    },
    text: (text) => {
      const content = [{ type: 'output_text', text, annotations: [] }]
      const about = { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed' }
      return response({ ...about, content })
    },
  },
  anthropic: {
    type: 14,
    model: 'claude-sonnet-4-6',
    credits: 2250,
    hasResult: /"type":"tool_result"/,
    call: (call) =>
      message(
        { type: 'tool_use', id: 'toolu_1', name: call.name, input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(argumentsOf(call)) },
      ),
    text: (text) => message({ type: 'text', text: '' }, { type: 'text_delta', text }),
  },
}

/** What an agent may write a file by: the first that it offers is called. */
export type Writing = readonly ToolCall[]

/** Calls one of the tools, and says that it is done when the result is there. */
export function working(vendor: Vendor, tools: Writing) {
  return ({ bodyText }: RecordedRequest): Reply => {
    const offered = tools.find(({ name }) => bodyText.includes(`"name":"${name}"`))
    const isDone = vendor.hasResult.test(bodyText) || offered === undefined
    return sse([isDone ? vendor.text('Done.') : vendor.call(offered)])
  }
}
