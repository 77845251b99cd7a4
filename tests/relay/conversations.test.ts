/** Conversations that this gateway keeps, so that any channel can go on with them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { systemClock } from '../../server/clock'
import { type Gateway, startGateway } from '../support/gateway'
import { failureOf } from '../support/sdk'
import { fixture, json, sse, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'

const DAY_MS = 86_400_000
const CLAUDE = 'claude-sonnet-4-6'
const GEMINI = 'gemini-2.5-flash'
const CHAT = 'some-chat'
/** Of a vendor that speaks Responses and keeps nothing. */
const OWN = 'qwen3'
/** Of a vendor that keeps responses and conversations itself. */
const KEPT = 'gpt-5-mini'
const MODELS = [CLAUDE, GEMINI, CHAT, OWN, KEPT]
const SAID = 'Grüße, 世界! Two plus two is four.'
const VENDORS: readonly (readonly [path: string, folder: string])[] = [
  ['/v1/messages', 'anthropic'],
  ['enerateContent', 'gemini'],
  ['/v1/responses', 'responses'],
  ['/chat/completions', 'openai'],
]

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
      { type: 1, models: KEPT, upstream },
    ],
    options: { RetryTimes: 0, SelfUseModeEnabled: true },
  })
})
let answered = 0
beforeEach(() => {
  upstream.script(({ path, json: body }) => {
    const [, folder] = VENDORS.find(([part]) => path.includes(part)) ?? []
    const streams = path.includes('stream') || Object(body).stream === true
    answered += 1
    const recorded = fixture(`${folder}/chat-text.${streams ? 'sse' : 'json'}`)
    const text = recorded.replaceAll('resp_rec_text', `resp_rec_c${answered}`)
    return streams ? sse([text]) : json(JSON.parse(text))
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

const ann = () => gateway.openai(gateway.keys[0])
const bob = () => gateway.openai(gateway.keys[1])
const asked = () => upstream.last().bodyText

async function say(
  model: string,
  conversation: string | { id: string },
  stream: boolean,
  input: string,
) {
  const body = { model, input, conversation }
  return stream
    ? await ann().responses.stream(body).finalResponse()
    : await ann().responses.create(body)
}

async function textsOf(id: string): Promise<unknown[]> {
  const texts: unknown[] = []
  for await (const item of ann().conversations.items.list(id, { order: 'asc' })) {
    texts.push(Object(item).content?.[0]?.text ?? item.type)
  }
  return texts
}

const FORMS = MODELS.flatMap((model) => [false, true].map((stream) => [model, stream] as const))

describe('a conversation', () => {
  test.each(FORMS)('is gone on with by %s, stream: %p', async (model, stream) => {
    const { id } = await ann().conversations.create({
      items: [{ type: 'message', role: 'user', content: 'Zeroth' }],
    })
    const first = await say(model, id, stream, 'First')
    // What passes as it came names no conversation.
    if (model !== OWN && model !== KEPT) expect(first).toMatchObject({ conversation: { id } })
    expect(asked()).toContain('Zeroth')
    await say(CLAUDE, { id }, !stream, 'Second')
    for (const text of ['Zeroth', 'First', 'Second']) expect(asked().split(text)).toHaveLength(2)
    expect(asked().split('Two plus two is four.')).toHaveLength(2)
    expect(asked()).not.toContain(id)
    expect(await textsOf(id)).toEqual(['Zeroth', 'First', SAID, 'Second', SAID])
  })

  test('is made, read, changed and deleted', async () => {
    const { conversations } = ann()
    const made = await conversations.create({ metadata: { topic: 'sums' } })
    expect(made).toMatchObject({ object: 'conversation', metadata: { topic: 'sums' } })
    expect(made.created_at).toBeGreaterThan(1_700_000_000)
    const { id } = made
    expect(await conversations.retrieve(id)).toEqual(made)
    expect(await conversations.update(id, { metadata: { topic: 'more' } })).toMatchObject({ id })
    expect(await conversations.retrieve(id)).toMatchObject({ metadata: { topic: 'more' } })
    expect(await conversations.delete(id)).toEqual({
      id,
      object: 'conversation.deleted',
      deleted: true,
    })
    expect(await failureOf(conversations.retrieve(id))).toMatchObject({ status: 404 })
    expect(await failureOf(say(CLAUDE, id, false, 'Hi'))).toMatchObject({ status: 404 })
  })

  test('has items that are added, listed, read and deleted', async () => {
    const { id } = await ann().conversations.create()
    const { items } = ann().conversations
    const added = await items.create(id, {
      items: ['one', 'two', 'three'].map((content) => ({
        type: 'message',
        role: 'user',
        content,
      })),
    })
    expect(added.data).toMatchObject([
      { type: 'message', role: 'user', status: 'completed', content: [{ text: 'one' }] },
      {},
      {},
    ])
    const names = added.data.map((item) => String(Object(item).id))
    expect(new Set(names).size).toBe(3)
    const page = await items.list(id, { limit: 2 })
    expect(page.data).toMatchObject([{ content: [{ text: 'three' }] }, { id: names[1] }])
    expect(page.has_more).toBe(true)
    const [, second = ''] = names
    const at = { conversation_id: id }
    expect(await items.retrieve(second, at)).toMatchObject({ id: second })
    expect(await items.delete(second, at)).toMatchObject({ id, object: 'conversation' })
    expect(await failureOf(items.retrieve(second, at))).toMatchObject({ status: 404 })
    expect(await textsOf(id)).toEqual(['one', 'three'])
  })

  test('is nobody else’s', async () => {
    const { id } = await ann().conversations.create({
      items: [{ type: 'message', role: 'user', content: 'Mine' }],
    })
    const { conversations, responses } = bob()
    const before = upstream.requests.length
    for (const call of [
      () => conversations.retrieve(id),
      () => conversations.update(id, { metadata: {} }),
      () => conversations.items.list(id),
      () => conversations.delete(id),
      () => responses.create({ model: CLAUDE, input: 'Hi', conversation: id }),
    ]) {
      expect(await failureOf(Promise.resolve(call()))).toMatchObject({ status: 404 })
    }
    expect(upstream.requests).toHaveLength(before)
    expect(await textsOf(id)).toEqual(['Mine'])
  })

  test('takes answers that are not stored, and those of the background', async () => {
    const { id } = await ann().conversations.create()
    const body = { model: CLAUDE, conversation: id }
    await ann().responses.create({ ...body, input: 'Off the record', store: false })
    expect(await textsOf(id)).toEqual(['Off the record', SAID])
    for (const model of [CLAUDE, KEPT]) {
      const queued = await ann().responses.create({
        ...body,
        model,
        input: model,
        background: true,
      })
      expect(queued).toMatchObject({ status: 'queued', conversation: { id } })
      const answer = await waitUntil('it is made', async () => {
        const now = await ann().responses.retrieve(queued.id)
        return now.status === 'completed' ? now : undefined
      })
      expect(answer).toMatchObject({ id: queued.id, conversation: { id } })
    }
    const all = ['Off the record', SAID, CLAUDE, SAID, KEPT, SAID]
    expect(await textsOf(id)).toEqual(all)
    await gateway.idle()
  })

  test('is part of what goes on from one of its answers', async () => {
    const { id } = await ann().conversations.create()
    await say(CLAUDE, id, false, 'First')
    const second = await say(CLAUDE, id, true, 'Second')
    await ann().responses.create({
      model: GEMINI,
      input: 'Aside',
      previous_response_id: second.id,
    })
    for (const text of ['First', 'Second', 'Aside']) expect(asked().split(text)).toHaveLength(2)
    expect(await textsOf(id)).toEqual(['First', SAID, 'Second', SAID])
  })
})

test.each([
  [{ conversation: 'conv_1', previous_response_id: 'resp_1' }, 'conversation', 400],
  [{ conversation: 'conv_1' }, 'conversation', 404],
] as const)('%j is refused', async (more, param, status) => {
  const call = ann().responses.create({ model: KEPT, input: 'Hi', ...more })
  expect(await failureOf(call)).toMatchObject({ status, param })
})

test.each([
  { metadata: { count: 1 } },
  { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`k${at}`, ''])) },
  { items: 'none' },
  { items: Array.from({ length: 21 }, () => ({ role: 'user', content: 'x' })) },
])('what no conversation has is refused: %#', async (body) => {
  const response = await gateway.post('/v1/conversations', body)
  expect(response.status).toBe(400)
  const [field] = Object.keys(body)
  expect((await response.json()).error.param).toBe(field)
})

test('it rests sealed, and is forgotten in time', async () => {
  let passedMs = 0
  await using own = await startGateway({
    channels: [{ type: 14, models: CLAUDE, upstream }],
    options: { SelfUseModeEnabled: true, ResponseRetentionDays: 1 },
    clock: { ...systemClock, nowMs: () => systemClock.nowMs() + passedMs },
  })
  const { conversations, responses } = own.openai()
  const { id } = await conversations.create({ metadata: { secret: 'quiet' } })
  passedMs = DAY_MS / 2
  await responses.create({ model: CLAUDE, input: 'Whisper', conversation: id })
  await own.idle()
  const bytes = await Bun.file(`${own.dataDir}/gw.db-wal`).text()
  for (const text of ['quiet', 'Whisper', 'Two plus two']) expect(bytes).not.toContain(text)
  passedMs = DAY_MS
  expect(await conversations.retrieve(id)).toMatchObject({ id })
  passedMs = 2 * DAY_MS
  expect(await failureOf(conversations.retrieve(id))).toMatchObject({ status: 404 })
  // With the answer that was given in it.
  expect(await own.services.storedResponses.sweep()).toBe(2)
})
