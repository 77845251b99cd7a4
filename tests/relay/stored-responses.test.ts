/** Answers of Responses that no vendor keeps are kept here, for any channel to go on from. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { systemClock } from '../../server/clock'
import { type Gateway, startGateway } from '../support/gateway'
import { failureOf } from '../support/sdk'
import { fixture, json, sse, startUpstream, type Upstream } from '../support/upstream'

const DAY_MS = 86_400_000
const CLAUDE = 'claude-sonnet-4-6'
const GEMINI = 'gemini-2.5-flash'
const CHAT = 'deepseek-chat'
/** Of a vendor that speaks Responses and keeps nothing. */
const OWN = 'qwen3'
const MODELS = [CLAUDE, GEMINI, CHAT, OWN]
const SAID = 'Grüße, 世界! Two plus two is four.'

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  gateway = await startGateway({
    users: [{ username: 'ann' }, { username: 'bob' }],
    tokens: [{ username: 'ann' }, { username: 'bob' }],
    channels: [
      { type: 14, models: CLAUDE, upstream },
      { type: 24, models: GEMINI, upstream },
      { type: 43, models: CHAT, upstream },
      { type: 62, models: OWN, upstream },
    ],
    options: { RetryTimes: 0, SelfUseModeEnabled: true },
  })
})
beforeEach(() => answers('text'))
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const VENDORS: readonly (readonly [path: string, folder: string])[] = [
  ['/v1/messages', 'anthropic'],
  [':generateContent', 'gemini'],
  [':streamGenerateContent', 'gemini'],
  ['/v1/responses', 'responses'],
  ['/chat/completions', 'openai'],
]
let answered = 0

/** Each vendor in its own words; each answer has an id of its own. */
function answers(recording: string): void {
  upstream.script(({ path, json: body }) => {
    const [, folder] = VENDORS.find(([part]) => path.includes(part)) ?? []
    const streams = path.includes('stream') || Object(body).stream === true
    const recorded = fixture(`${folder}/chat-${recording}.${streams ? 'sse' : 'json'}`)
    answered += 1
    const text = recorded.replaceAll('resp_rec_text', `resp_rec_${answered}`)
    return streams ? sse([text]) : json(JSON.parse(text))
  })
}

const ann = () => gateway.openai(gateway.keys[0])
const bob = () => gateway.openai(gateway.keys[1])
const asked = () => upstream.last().bodyText

async function create(model: string, stream: boolean, more: object = {}) {
  const body = { model, input: 'First question', ...more }
  return stream
    ? await ann().responses.stream(body).finalResponse()
    : await ann().responses.create(body)
}

const FORMS = MODELS.flatMap((model) => [false, true].map((stream) => [model, stream] as const))

describe('an answer', () => {
  test.each(FORMS)('of %s is gone on from by its id, stream: %p', async (model, stream) => {
    const first = await create(model, stream)
    const next = { input: 'Second question', previous_response_id: first.id }
    const second = await create(model, stream, next)
    for (const text of ['First question', SAID, 'Second question']) expect(asked()).toContain(text)
    const third = { input: 'Third question', previous_response_id: second.id }
    await create(model, stream, third)
    for (const text of ['First question', 'Second question', 'Third question']) {
      expect(asked().split(text)).toHaveLength(2)
    }
    expect(asked().split('Two plus two is four.')).toHaveLength(3)
  })

  test('is gone on from at another vendor, with its calls and their results', async () => {
    answers('tools')
    const tools = ['get_weather', 'get_time'].map((name) => ({
      type: 'function' as const,
      name,
      parameters: { type: 'object', properties: {} },
      strict: false,
    }))
    const first = await create(CLAUDE, false, { tools })
    answers('text')
    const outputs = first.output.flatMap((item) =>
      item.type === 'function_call'
        ? { type: 'function_call_output', call_id: item.call_id, output: `of ${item.name}` }
        : [],
    )
    const next = { tools, input: outputs, previous_response_id: first.id }
    const second = await create(GEMINI, true, next)
    expect(second.output_text).toBe(SAID)
    expect(upstream.last().path).toContain(GEMINI)
    for (const text of ['of get_weather', 'of get_time', 'functionCall']) {
      expect(asked()).toContain(text)
    }
  })

  test('is billed with the whole conversation, and loses nothing', async () => {
    const first = await create(CLAUDE, false)
    const response = await gateway.post('/v1/responses', {
      model: CLAUDE,
      input: 'Second question',
      previous_response_id: first.id,
    })
    expect(response.headers.get('x-gw-untranslated')).toBeNull()
    expect(await response.json()).toMatchObject({ store: true, previous_response_id: first.id })
    await gateway.idle()
    expect(await gateway.services.ledger.verify()).toEqual([])
  })

  test('is fetched, its items are listed, and it is deleted', async () => {
    const first = await create(CLAUDE, false)
    const second = await create(CLAUDE, true, {
      input: [{ role: 'user', content: 'Second question' }],
      previous_response_id: first.id,
    })
    const { responses } = ann()
    expect(await responses.retrieve(second.id)).toMatchObject({
      id: second.id,
      status: 'completed',
      store: true,
      previous_response_id: first.id,
      output: [{ type: 'message', content: [{ type: 'output_text', text: SAID }] }],
    })
    const items = await responses.inputItems.list(second.id)
    expect(items.data).toMatchObject([
      { role: 'user', content: [{ type: 'input_text', text: 'Second question' }] },
      { role: 'assistant', content: [{ type: 'output_text', text: SAID }] },
      { role: 'user', content: [{ text: 'First question' }] },
    ])
    const ids = items.data.map((item) => ('id' in item ? item.id : undefined))
    expect(new Set(ids).size).toBe(3)
    const [newest = ''] = ids.map(String)
    const page = await responses.inputItems.list(second.id, { after: newest, limit: 1 })
    expect(page.data).toMatchObject([{ role: 'assistant' }])
    expect(page.has_more).toBe(true)
    await responses.delete(first.id)
    expect(await failureOf(responses.retrieve(first.id))).toMatchObject({ status: 404 })
    // What went on from it has lost its beginning, and is still there.
    expect(await responses.retrieve(second.id)).toMatchObject({ id: second.id })
    expect((await responses.inputItems.list(second.id)).data).toHaveLength(1)
    const going = create(CLAUDE, false, { previous_response_id: second.id })
    expect(await failureOf(going)).toMatchObject({
      status: 404,
      code: 'previous_response_not_found',
    })
    await responses.delete(second.id)
    expect(await failureOf(responses.retrieve(second.id))).toMatchObject({ status: 404 })
  })
})

describe('nobody but its owner', () => {
  test('reads it, lists it, deletes it or goes on from it', async () => {
    const { id } = await create(CLAUDE, false)
    const { responses } = bob()
    const before = upstream.requests.length
    for (const call of [
      () => responses.retrieve(id),
      () => responses.inputItems.list(id),
      () => responses.delete(id),
      () => responses.create({ model: CLAUDE, input: 'Go on', previous_response_id: id }),
    ]) {
      expect(await failureOf(call())).toMatchObject({ status: 404 })
    }
    expect(upstream.requests).toHaveLength(before)
    expect(await ann().responses.retrieve(id)).toMatchObject({ id })
  })
})

describe('nothing is kept', () => {
  test.each([false, true])('that its client does not want kept, stream: %p', async (stream) => {
    const { id, ...answer } = await create(CLAUDE, stream, { store: false })
    expect(Object(answer).store).toBe(false)
    expect(await failureOf(ann().responses.retrieve(id))).toMatchObject({ status: 404 })
  })

  test('longer than the operator wants', async () => {
    let passedMs = 0
    await using own = await startGateway({
      channels: [{ type: 14, models: CLAUDE, upstream }],
      options: { SelfUseModeEnabled: true, ResponseRetentionDays: 1 },
      clock: { ...systemClock, nowMs: () => systemClock.nowMs() + passedMs },
    })
    const { responses } = own.openai()
    const body = { model: CLAUDE, input: 'Hi' }
    const { id } = await responses.create(body)
    expect(await responses.retrieve(id)).toMatchObject({ id })
    passedMs = DAY_MS
    expect(await failureOf(responses.retrieve(id))).toMatchObject({ status: 404 })
    expect(await own.services.storedResponses.sweep()).toBe(1)
    expect(await own.services.storedResponses.sweep()).toBe(0)
  })

  test('where the operator keeps nothing', async () => {
    await using own = await startGateway({
      channels: [{ type: 14, models: CLAUDE, upstream }],
      options: { SelfUseModeEnabled: true, ResponseRetentionDays: 0 },
    })
    const { responses } = own.openai()
    const body = { model: CLAUDE, input: 'Hi' }
    const { id, ...answer } = await responses.create(body)
    expect(Object(answer).store).toBe(false)
    const going = responses.create({ ...body, previous_response_id: id })
    expect(await failureOf(going)).toMatchObject({ status: 404 })
  })
})
