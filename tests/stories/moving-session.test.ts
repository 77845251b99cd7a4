/**
 * One session whose model changes with every question, with thinking and two calls of a tool in
 * each answer. Every vendor checks the whole history as the real one does.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type HistoryProtocol, pathFor } from '../contracts/broken-history'
import { type Gateway, startGateway } from '../support/gateway'
import { type Check, STRICT } from '../support/stand-ins/strict'
import { json, type RecordedRequest, startUpstream, type Upstream } from '../support/upstream'

// biome-ignore lint/suspicious/noExplicitAny: answers of four protocols, looked into by field
type Body = any

/** What the model does in this step: it calls `read` twice, or ends its turn. */
type Act = 'calls' | 'ends'

const ARGUMENTS = ['{"path":"a"}', '{"path":"b"}']

function chatAnswer(act: Act, ids: readonly string[], said: object): object {
  const calls = ids.map((id, at) => ({
    id,
    type: 'function',
    function: { name: 'read', arguments: ARGUMENTS[at] },
  }))
  const message = { role: 'assistant', content: act === 'ends' ? 'Done.' : null, ...said }
  const choice = act === 'calls' ? { ...message, tool_calls: calls } : message
  const finish_reason = act === 'calls' ? 'tool_calls' : 'stop'
  const usage = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 }
  return { id: 'c1', model: 'm', choices: [{ index: 0, message: choice, finish_reason }], usage }
}

function claudeAnswer(act: Act, turn: number): object {
  const thought = { type: 'thinking', thinking: 'Hm.', signature: 'claude-proof' }
  const calls = ARGUMENTS.map((text, at) => ({
    type: 'tool_use',
    id: `toolu_${turn}${at}`,
    name: 'read',
    input: JSON.parse(text),
  }))
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: act === 'calls' ? [thought, ...calls] : [thought, { type: 'text', text: 'Done.' }],
    stop_reason: act === 'calls' ? 'tool_use' : 'end_turn',
    usage: { input_tokens: 5, output_tokens: 5 },
  }
}

function geminiAnswer(act: Act): object {
  const calls = ARGUMENTS.map((text, at) => ({
    functionCall: { name: 'read', args: JSON.parse(text) },
    ...(at === 0 && { thoughtSignature: 'GemProof' }),
  }))
  const said = act === 'calls' ? calls : [{ text: 'Done.', thoughtSignature: 'GemProof' }]
  const content = { role: 'model', parts: [{ text: 'Hm.', thought: true }, ...said] }
  return {
    candidates: [{ content, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 5, totalTokenCount: 10 },
    responseId: 'same-every-time',
  }
}

function responsesAnswer(act: Act, turn: number): object {
  const id = `${turn}${act}`
  const thought = { type: 'reasoning', id: `rs_${id}`, summary: [], encrypted_content: 'gAAAAAB' }
  const calls = ARGUMENTS.map((text, at) => ({
    type: 'function_call',
    id: `fc_${id}${at}`,
    call_id: `call_${turn}${at}`,
    name: 'read',
    arguments: text,
    status: 'completed',
  }))
  const content = [{ type: 'output_text', text: 'Done.', annotations: [] }]
  const said = { type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content }
  return {
    id: `resp_${id}`,
    object: 'response',
    status: 'completed',
    output: [thought, ...(act === 'calls' ? calls : [said])],
    usage: { input_tokens: 5, output_tokens: 5, total_tokens: 10 },
  }
}

interface Vendor {
  readonly type: number
  readonly check: Check
  readonly answer: (act: Act, turn: number) => object
}

const THOUGHT = { reasoning_content: 'Hm.' }
const LISTED = { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] }
const OPENAI: Vendor = {
  type: 1,
  check: STRICT.openai,
  answer: (act, turn) => chatAnswer(act, [`call_${turn}a`, `call_${turn}b`], {}),
}

const VENDORS: Readonly<Record<string, Vendor>> = {
  'claude-sonnet-4-5': { type: 14, check: STRICT.anthropic, answer: claudeAnswer },
  'deepseek-chat': {
    type: 43,
    check: STRICT.deepseek,
    // The same ids in every turn, and in every call.
    answer: (act) => chatAnswer(act, ['call:0', 'call:0'], THOUGHT),
  },
  'gpt-5.1': OPENAI,
  'gpt-5.6': OPENAI,
  'mistral-large-latest': {
    type: 42,
    check: STRICT.mistral,
    answer: (act, turn) => chatAnswer(act, [`aaaaaaa${turn}1`, `aaaaaaa${turn}2`], LISTED),
  },
  'gemini-3-pro-preview': { type: 24, check: STRICT.gemini, answer: geminiAnswer },
}
const JOURNEY = [
  'claude-sonnet-4-5',
  'deepseek-chat',
  'gpt-5.1',
  'mistral-large-latest',
  'gemini-3-pro-preview',
  'claude-sonnet-4-5',
  'gpt-5.6',
  'deepseek-chat',
  'gemini-3-pro-preview',
]

/** A client that brings back what it got, as it got it. */
interface Client {
  readonly body: (history: readonly Body[]) => object
  readonly asks: object
  /** Entries of the history that the answer is. */
  readonly taken: (answer: Body) => readonly Body[]
  readonly calls: (answer: Body) => readonly Body[]
  readonly results: (calls: readonly Body[]) => readonly Body[]
}

const parameters = { type: 'object', properties: { path: { type: 'string' } } }

const CLIENTS: Readonly<Record<HistoryProtocol, Client>> = {
  openai: {
    body: (messages) => ({
      messages,
      tools: [{ type: 'function', function: { name: 'read', parameters } }],
    }),
    asks: { role: 'user', content: 'Go on.' },
    taken: ({ choices }) => [choices[0].message],
    calls: ({ choices }) => choices[0].message.tool_calls ?? [],
    results: (calls) => calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'x' })),
  },
  claude: {
    body: (messages) => ({
      max_tokens: 4000,
      messages,
      thinking: { type: 'enabled', budget_tokens: 2000 },
      tools: [{ name: 'read', input_schema: parameters }],
    }),
    asks: { role: 'user', content: 'Go on.' },
    taken: ({ content }) => [{ role: 'assistant', content }],
    calls: ({ content }) => content.filter((block: Body) => block.type === 'tool_use'),
    results: (calls) => {
      const content = calls.map(({ id }) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: 'x',
      }))
      return [{ role: 'user', content }]
    },
  },
  responses: {
    body: (input) => ({
      input,
      store: false,
      include: ['reasoning.encrypted_content'],
      tools: [{ type: 'function', name: 'read', parameters, strict: false }],
    }),
    asks: { role: 'user', content: 'Go on.' },
    taken: ({ output }) => output,
    calls: ({ output }) => output.filter((item: Body) => item.type === 'function_call'),
    results: (calls) =>
      calls.map(({ call_id }) => ({ type: 'function_call_output', call_id, output: 'x' })),
  },
  gemini: {
    body: (contents) => ({
      contents,
      tools: [{ functionDeclarations: [{ name: 'read', parametersJsonSchema: parameters }] }],
    }),
    asks: { role: 'user', parts: [{ text: 'Go on.' }] },
    taken: ({ candidates }) => [candidates[0].content],
    calls: ({ candidates }) =>
      candidates[0].content.parts.filter((part: Body) => part.functionCall !== undefined),
    results: (calls) => {
      const parts = calls.map(({ functionCall: { id, name } }) => ({
        functionResponse: { ...(id !== undefined && { id }), name, response: { output: 'x' } },
      }))
      return [{ role: 'user', parts }]
    },
  },
}

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  gateway = await startGateway({
    channels: Object.entries(VENDORS).map(([models, { type }]) => ({ type, models, upstream })),
    options: { SelfUseModeEnabled: 'true', RetryTimes: 0 },
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

/** The vendor refuses what it would refuse, else does what its turn is. */
function judged(vendor: Vendor, act: Act, turn: number) {
  return ({ path, bodyText }: RecordedRequest) => {
    const asksResponses = path === '/v1/responses'
    const wrong = (asksResponses ? STRICT.responses : vendor.check)(JSON.parse(bodyText))
    if (wrong !== undefined) return json({ error: { message: wrong } }, { status: 400 })
    return json(asksResponses ? responsesAnswer(act, turn) : vendor.answer(act, turn))
  }
}

describe.each(Object.keys(CLIENTS) as HistoryProtocol[])('a session of a client of %s', (name) => {
  const client = CLIENTS[name]

  async function step(history: Body[], model: string, as: { act: Act; turn: number }) {
    const vendor = VENDORS[model]
    if (vendor === undefined) throw new Error(model)
    upstream.script(judged(vendor, as.act, as.turn))
    const response = await gateway.post(pathFor(name, model), { model, ...client.body(history) })
    const text = await response.text()
    expect({ model, status: response.status, ...(response.status !== 200 && { text }) }).toEqual({
      model,
      status: 200,
    })
    const answer: Body = JSON.parse(text)
    history.push(...client.taken(answer))
    return answer
  }

  test('goes on at every vendor that it comes to', async () => {
    const history: Body[] = []
    for (const [turn, model] of JOURNEY.entries()) {
      history.push(client.asks)
      const calls = client.calls(await step(history, model, { act: 'calls', turn }))
      expect(calls).toHaveLength(2)
      history.push(...client.results(calls))
      await step(history, model, { act: 'ends', turn })
    }
  })

  test('goes on after every turn that broke before its results', async () => {
    const history: Body[] = []
    for (const [turn, model] of JOURNEY.entries()) {
      history.push(client.asks)
      await step(history, model, { act: 'calls', turn })
    }
    history.push(client.asks)
    await step(history, 'claude-sonnet-4-5', { act: 'ends', turn: JOURNEY.length })
  })
})
