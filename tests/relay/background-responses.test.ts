/** Responses in the background, where no vendor makes them so: this gateway does. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type OpenAI from 'openai'
import { type Gateway, startGateway } from '../support/gateway'
import { startGatewayProcess } from '../support/gateway-process'
import { failureOf } from '../support/sdk'
import { PLENTY } from '../support/seed'
import {
  fixture,
  frames,
  type Gate,
  gate,
  json,
  type Reply,
  sse,
  startUpstream,
  type Upstream,
} from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import { RECORDED_CHARGE } from './black-box'

const CLAUDE = 'claude-sonnet-4-6'
const GEMINI = 'gemini-2.5-flash'
const CHAT = 'some-chat'
/** Of a vendor that speaks Responses and keeps nothing. */
const OWN = 'qwen3'
const MODELS = [CLAUDE, GEMINI, CHAT, OWN]
const SAID = 'Grüße, 世界! Two plus two is four.'
const PRICES = {
  RetryTimes: 0,
  ModelRatio: Object.fromEntries(MODELS.map((name) => [name, 1])),
  CompletionRatio: Object.fromEntries(MODELS.map((name) => [name, 2])),
}

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
    options: PRICES,
  })
})
beforeEach(() => upstream.script(whole()))
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const ann = () => gateway.openai(gateway.keys[0]).responses
const bob = () => gateway.openai(gateway.keys[1]).responses

function recordedOf(path: string): string[] {
  const folder = Object.entries({
    '/v1/messages': 'anthropic',
    Generate: 'gemini',
    '/v1/responses': 'responses',
    '/chat/completions': 'openai',
  }).find(([part]) => path.includes(part))?.[1]
  return frames(fixture(`${folder}/chat-text.sse`))
}

function whole(): ({ path }: { path: string }) => Reply {
  return ({ path }) => sse([recordedOf(path).join('')])
}

/** Stops in the middle until the gate opens; the first frames tell the prompt's usage. */
function held(at: number, ...gates: Gate[]): ({ path }: { path: string }) => Reply {
  return ({ path }) => {
    const all = recordedOf(path)
    return sse([all.slice(0, at).join(''), ...gates, all.slice(at).join('')])
  }
}

async function spent(from = gateway): Promise<number> {
  return PLENTY - (await from.services.users.show(from.userIds[0] ?? 0)).quota
}

type Answer = OpenAI.Responses.Response

async function ended(id: string, from = ann()): Promise<Answer> {
  return await waitUntil('it has ended', async () => {
    const answer = await from.retrieve(id)
    return answer.status === 'queued' || answer.status === 'in_progress' ? undefined : answer
  })
}

const asking = (model: string, more: object = {}) => ({
  model,
  input: 'Hi',
  ...more,
  background: true,
})

describe('an answer in the background', () => {
  test.each(MODELS)('of %s is queued, made, and fetched', async (model) => {
    const before = await spent()
    const queued = await ann().create(asking(model))
    expect(queued).toMatchObject({
      status: 'queued',
      background: true,
      store: true,
      output: [],
      model,
    })
    const answer = await ended(queued.id)
    expect(answer).toMatchObject({
      id: queued.id,
      status: 'completed',
      background: true,
      store: true,
    })
    expect(answer.output).toMatchObject([{ type: 'message', content: [{ text: SAID }] }])
    expect(answer.usage).toMatchObject({ input_tokens: 12, output_tokens: 9 })
    expect(Object(upstream.last().json)).not.toHaveProperty('background')
    await gateway.idle()
    expect(await spent()).toBe(before + RECORDED_CHARGE)
    expect(await gateway.services.ledger.verify()).toEqual([])
    const next = await ann().create({
      model: CLAUDE,
      input: 'On',
      stream: true,
      previous_response_id: queued.id,
    })
    for await (const _ of next);
    expect(upstream.last().bodyText).toContain(SAID)
    await gateway.idle()
  })

  test('is in progress meanwhile, and nobody else finds it', async () => {
    const open = gate()
    upstream.script(held(3, open))
    const { id } = await ann().create(asking(CLAUDE))
    await waitUntil('it is made', async () => (await ann().retrieve(id)).status === 'in_progress')
    const items = await ann().inputItems.list(id)
    expect(items.data).toMatchObject([{ role: 'user', content: [{ text: 'Hi' }] }])
    for (const call of [() => bob().retrieve(id), () => bob().cancel(id), () => bob().delete(id)]) {
      expect(await failureOf(call())).toMatchObject({ status: 404 })
    }
    open.open()
    expect((await ended(id)).output_text).toBe(SAID)
  })

  test('that its upstream refuses fails, and costs nothing', async () => {
    const before = await spent()
    upstream.script(json({ error: { message: 'no', type: 'x' } }, { status: 500 }))
    const { id } = await ann().create(asking(CLAUDE))
    expect(await ended(id)).toMatchObject({
      status: 'failed',
      error: { code: 'server_error', message: expect.any(String) },
    })
    await gateway.idle()
    expect(await spent()).toBe(before)
  })

  test('is refused at once where the call is', async () => {
    const before = upstream.requests.length
    const calls = [
      [() => ann().create(asking(CLAUDE, { store: false })), 400],
      [() => ann().create(asking('nobody has it')), 404],
      [() => ann().create(asking(CLAUDE, { previous_response_id: 'resp_none' })), 400],
    ] as const
    for (const [call, status] of calls) expect(await failureOf(call())).toMatchObject({ status })
    expect(upstream.requests).toHaveLength(before)
  })
})

describe('cancelled', () => {
  test('its upstream is left, and what was reported is billed', async () => {
    const before = await spent()
    upstream.script(held(3, gate()))
    const { id } = await ann().create(asking(CLAUDE))
    await waitUntil('it is made', async () => (await ann().retrieve(id)).status === 'in_progress')
    const left = upstream.waitForAbort()
    const cancelled = await ann().cancel(id)
    expect(cancelled).toMatchObject({ id, status: 'cancelled', error: null })
    await left
    await gateway.idle()
    // Anthropic's first event reports twelve tokens read, and nine written.
    expect(await spent()).toBe(before + RECORDED_CHARGE)
    expect(await gateway.services.ledger.verify()).toEqual([])
    expect(await ann().retrieve(id)).toMatchObject({ status: 'cancelled' })
    expect(await ann().cancel(id)).toMatchObject({ status: 'cancelled' })
  })

  test('what is over stays as it is; what had no background is refused', async () => {
    const { id } = await ann().create(asking(CLAUDE))
    await ended(id)
    expect(await ann().cancel(id)).toMatchObject({ status: 'completed' })
    const plain = await ann().stream({ model: CLAUDE, input: 'Hi' }).finalResponse()
    expect(await failureOf(ann().cancel(plain.id))).toMatchObject({ status: 400 })
  })

  test('a running one is deleted', async () => {
    upstream.script(held(3, gate()))
    const { id } = await ann().create(asking(CLAUDE))
    await upstream.waitForRequests(upstream.requests.length)
    await ann().delete(id)
    expect(await failureOf(ann().retrieve(id))).toMatchObject({ status: 404 })
    await gateway.idle()
  })
})

type Event = OpenAI.Responses.ResponseStreamEvent

async function eventsOf(stream: AsyncIterable<Event>): Promise<Event[]> {
  const events: Event[] = []
  for await (const event of stream) events.push(event)
  return events
}

describe('its stream', () => {
  test.each(MODELS)('of %s goes on without its client, and is replayed', async (model) => {
    const open = gate()
    const length = recordedOf(pathOf(model)).length
    upstream.script(held(Math.max(1, length - 2), open))
    const stream = await ann().create({ ...asking(model), stream: true })
    const [first] = await firstOf(stream, 3)
    const { id } = Object(first).response
    expect(first).toMatchObject({ type: 'response.created', response: { status: 'queued' } })
    const following = eventsOf(await ann().retrieve(id, { stream: true, starting_after: 2 }))
    open.open()
    const rest = await following
    expect(rest[0]?.sequence_number).toBe(3)
    const answer = await ended(id)
    expect(answer.output_text).toBe(SAID)
    const replayed = await eventsOf(await ann().retrieve(id, { stream: true }))
    expect(replayed.map((event) => event.sequence_number)).toEqual([...replayed.keys()])
    expect(replayed.slice(3)).toEqual(rest)
    expect(replayed.at(-1)).toMatchObject({ type: 'response.completed', response: { id } })
    const final = await ann().stream({ response_id: id }).finalResponse()
    expect(final.output_text).toBe(SAID)
    await gateway.idle()
  })

  test('is none of an answer without a background', async () => {
    const { id } = await ann().stream({ model: CLAUDE, input: 'Hi' }).finalResponse()
    const call = ann().retrieve(id, { stream: true })
    expect(await failureOf(Promise.resolve(call))).toMatchObject({ status: 400, param: 'stream' })
  })
})

const pathOf = (model: string) =>
  ({ [CLAUDE]: '/v1/messages', [GEMINI]: 'Generate', [CHAT]: '/chat/completions' })[model] ??
  '/v1/responses'

/** Leaves the stream after so many. */
async function firstOf(stream: AsyncIterable<Event>, count: number): Promise<Event[]> {
  const events: Event[] = []
  for await (const event of stream) {
    events.push(event)
    if (events.length === count) break
  }
  return events
}

test('more than a user may have at once are refused with 429', async () => {
  upstream.script(held(3, gate()))
  const ids = await Promise.all(
    Array.from({ length: 32 }, async () => (await ann().create(asking(CLAUDE))).id),
  )
  const more = ann().create(asking(CLAUDE))
  expect(await failureOf(more)).toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
  await Promise.all(ids.map((id) => ann().cancel(id)))
  upstream.script(whole())
  expect((await ended((await ann().create(asking(CLAUDE))).id)).status).toBe('completed')
  await gateway.idle()
})

test('killed in the middle, it has failed after the next start and nothing is held', async () => {
  const settings = {
    channels: [{ type: 14, models: CLAUDE, upstream }],
    options: PRICES,
  }
  upstream.script(held(3, gate()))
  await using first = await startGatewayProcess(settings)
  const { id } = await first.openai().responses.create(asking(CLAUDE))
  const status = async () => (await first.openai().responses.retrieve(id)).status
  await waitUntil('it is made', async () => (await status()) === 'in_progress')
  await first.kill9()
  await using second = await startGateway({ restartOf: first })
  expect(await second.openai().responses.retrieve(id)).toMatchObject({
    status: 'failed',
    error: { code: 'server_error' },
  })
  expect(await spent(second)).toBe(0)
  expect(await second.services.ledger.verify()).toEqual([])
})

test('stopped in the middle, it has failed and its bill is written', async () => {
  upstream.script(held(3, gate()))
  await using first = await startGateway({
    channels: [{ type: 14, models: CLAUDE, upstream }],
    options: PRICES,
    env: { GW_STOP_LIMIT_MS: '50' },
  })
  const { id } = await first.openai().responses.create(asking(CLAUDE))
  await first.stop()
  await using second = await startGateway({ restartOf: first })
  expect(await second.openai().responses.retrieve(id)).toMatchObject({ status: 'failed' })
  // As any stream that a stop cuts: what was reported is owed.
  expect(await spent(second)).toBe(RECORDED_CHARGE)
  expect(await second.services.ledger.verify()).toEqual([])
})

test('where the operator keeps nothing, it is refused by name', async () => {
  await using own = await startGateway({
    channels: [{ type: 14, models: CLAUDE, upstream }],
    options: { ...PRICES, ResponseRetentionDays: 0 },
  })
  const call = own.openai().responses.create(asking(CLAUDE))
  expect(await failureOf(call)).toMatchObject({ status: 400, param: 'background' })
})
