/** Responses that their vendor keeps: whose they are, where they are, and what they cost. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { failureOf } from '../support/sdk'
import { PLENTY, TEST_ACTOR } from '../support/seed'
import { gate, json, sse, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import { billOf, expectRefusal, PRICES, RECORDED_CHARGE, told } from './black-box'
import { KeepingVendor, streamOf, USAGE } from './keeping-vendor'

const PATH = '/v1/responses'
const input = 'How much is two plus two?'

let vendors: readonly [KeepingVendor, KeepingVendor]
let upstreams: readonly [Upstream, Upstream]
let gateway: Gateway

/** `m` is served by both accounts, `a` and `b` by one each; `c` by a vendor of another kind. */
beforeAll(async () => {
  vendors = [new KeepingVendor('a'), new KeepingVendor('b')]
  upstreams = [await startUpstream(vendors[0].answer), await startUpstream(vendors[1].answer)]
  gateway = await startGateway({
    users: [{ username: 'ann' }, { username: 'bob' }],
    tokens: [{ username: 'ann' }, { username: 'bob' }],
    channels: [
      { upstream: upstreams[0], models: 'm,a', key: 'key-of-a' },
      { upstream: upstreams[1], models: 'm,b', key: 'key-of-b' },
      { upstream: upstreams[0], models: 'c', type: 14 },
    ],
    options: {
      ...PRICES,
      ModelRatio: { m: 1, a: 1, b: 1, c: 1 },
      CompletionRatio: { m: 2, a: 2, b: 2, c: 2 },
    },
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await Promise.all(upstreams.map((upstream) => upstream.stop()))
})

beforeEach(() => {
  for (const vendor of vendors) vendor.response = {}
})

const ann = () => gateway.openai(gateway.keys[0])
const bob = () => gateway.openai(gateway.keys[1])

function as(key: string | undefined, method: string, path: string, body?: object) {
  return told(
    fetch(gateway.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
}

/** What all calls have cost the first user so far, and what is still held. */
async function spent(): Promise<{ readonly used: number; readonly held: number }> {
  await gateway.idle()
  const user = await gateway.services.users.show(gateway.userIds[0] ?? 0)
  expect(await gateway.services.ledger.verify()).toEqual([])
  return { used: user.used_quota, held: PLENTY - user.quota - user.used_quota }
}

describe('a response that is kept', () => {
  test('is gone on with at the account that has it, whatever the others weigh', async () => {
    const first = await ann().responses.create({ model: 'b', input })
    for (let turn = 0; turn < 8; turn += 1) {
      const next = await ann().responses.create({
        model: 'm',
        input,
        previous_response_id: first.id,
      })
      expect(next.id).toStartWith('resp_b_')
      expect(upstreams[1].last().headers.authorization).toBe('Bearer key-of-b')
    }
  })

  test('is the same when it came as a stream', async () => {
    vendors[1].next.push(
      sse([
        streamOf({
          id: 'resp_streamed',
          object: 'response',
          output: [{ id: 'msg_streamed', type: 'message' }],
          usage: USAGE,
        }),
      ]),
    )
    const stream = await ann().responses.create({ model: 'b', input, stream: true })
    for await (const _ of stream);
    const body = { model: 'm', input, previous_response_id: 'resp_streamed' }
    await as(gateway.keys[0], 'POST', PATH, body)
    expect(upstreams[1].last().json).toMatchObject(body)
    const item = { type: 'item_reference', id: 'msg_streamed' }
    for (let turn = 0; turn < 4; turn += 1) {
      const answer = await as(gateway.keys[0], 'POST', PATH, { model: 'm', input: [item] })
      expect(JSON.parse(answer.text).id).toStartWith('resp_b_')
    }
  })

  test('is the same when only a thread can read it', async () => {
    const text = 'long '.repeat(80_000)
    vendors[1].response = { output: [{ id: 'msg_long', type: 'message', content: [{ text }] }] }
    const { id } = await ann().responses.create({ model: 'b', input })
    expect(await ann().responses.retrieve(id)).toMatchObject({ id })
  })

  test('can be read, resumed, listed by its input, and deleted, by its owner', async () => {
    const { id } = await ann().responses.create({ model: 'a', input })
    expect(await ann().responses.retrieve(id)).toMatchObject({ id, status: 'completed' })
    const events = []
    const resumed = await ann().responses.retrieve(id, { stream: true, starting_after: 1 })
    for await (const event of resumed) events.push(event.sequence_number)
    expect(events).toEqual([2, 3])
    expect(upstreams[0].last().path).toContain('starting_after=1')
    const items = await ann().responses.inputItems.list(id)
    expect(items.data).toEqual([{ id: 'msg_in', from: id }] as never)
    await ann().responses.delete(id)
    expect(vendors[0].objects.has(id)).toBe(false)
    expect(await failureOf(ann().responses.retrieve(id))).toMatchObject({ status: 404 })
  })

  test('does not exist for anybody else, and the upstream is not asked', async () => {
    const { id } = await ann().responses.create({ model: 'a', input })
    const before = upstreams[0].requests.length
    for (const call of [
      () => bob().responses.retrieve(id),
      () => bob().responses.delete(id),
      () => bob().responses.cancel(id),
      () => bob().responses.inputItems.list(id),
      () => bob().responses.create({ model: 'a', input, previous_response_id: id }),
      () =>
        bob().responses.create({ model: 'a', input: [{ type: 'item_reference', id: 'msg_a_1' }] }),
      () => bob().responses.compact({ model: 'a', previous_response_id: id }),
    ]) {
      expect(await failureOf(call())).toMatchObject({ status: 404 })
    }
    const error = await failureOf(
      bob().responses.create({ model: 'a', input, previous_response_id: id }),
    )
    expect(error).toMatchObject({
      code: 'previous_response_not_found',
      param: 'previous_response_id',
    })
    expect(upstreams[0].requests).toHaveLength(before)
  })

  test('is refused by name on channels of another kind, which keep nothing', async () => {
    const { id } = await ann().responses.create({ model: 'a', input })
    const answer = await as(gateway.keys[0], 'POST', PATH, {
      model: 'c',
      input,
      previous_response_id: id,
    })
    expect(expectRefusal(answer, 'openai', 400)).toMatchObject({ param: 'previous_response_id' })
  })

  test('at a channel that is switched off is refused by name, not sought elsewhere', async () => {
    const { id } = await ann().responses.create({ model: 'b', input })
    const channel = gateway.channelIds[1] ?? 0
    await gateway.services.channels.disable(TEST_ACTOR, { id: channel })
    const before = upstreams[0].requests.length
    for (const answer of [
      await as(gateway.keys[0], 'GET', `${PATH}/${id}`),
      await as(gateway.keys[0], 'POST', PATH, { model: 'm', input, previous_response_id: id }),
    ]) {
      expect(expectRefusal(answer, 'openai', 503).code).toBe('channel_unavailable')
      expect(answer.headers.get('x-should-retry')).toBe('false')
    }
    expect(upstreams[0].requests).toHaveLength(before)
    await gateway.services.channels.enable(TEST_ACTOR, { id: channel })
  })

  test('that fails upstream is not tried elsewhere', async () => {
    const { id } = await ann().responses.create({ model: 'a', input })
    vendors[0].next.push(json({ error: { message: 'busy' } }, { status: 500 }))
    const before = upstreams[1].requests.length
    const answer = await as(gateway.keys[0], 'POST', PATH, {
      model: 'm',
      input,
      previous_response_id: id,
    })
    expect(answer.status).toBe(500)
    expect(upstreams[1].requests).toHaveLength(before)
  })

  test('fed back whole goes to where it was, and to others when that is gone', async () => {
    await ann().responses.create({ model: 'b', input })
    const [item] = Object([...vendors[1].objects.values()].at(-1)).output
    for (let turn = 0; turn < 6; turn += 1) {
      const answer = await as(gateway.keys[0], 'POST', PATH, { model: 'm', input: [item] })
      expect(JSON.parse(answer.text).id).toStartWith('resp_b_')
    }
    const unknown = { ...item, id: 'msg_of_nobody' }
    expect((await as(gateway.keys[1], 'POST', PATH, { model: 'a', input: [unknown] })).status).toBe(
      200,
    )
  })
})

test('a compaction is passed on, and billed by the formula', async () => {
  const answer = await as(gateway.keys[0], 'POST', `${PATH}/compact`, { model: 'a', input })
  expect(JSON.parse(answer.text).object).toBe('response.compaction')
  await gateway.idle()
  const { items } = await gateway.services.logs.list({ requestId: answer.requestId })
  expect(items[0]).toMatchObject({ quota: RECORDED_CHARGE })
})

test('where every channel keeps conversations, one is made and talked in there', async () => {
  await using own = await startGateway({
    users: [{ username: 'ann' }, { username: 'bob' }],
    tokens: [{ username: 'ann' }, { username: 'bob' }],
    channels: [
      { upstream: upstreams[0], models: 'm,a' },
      { upstream: upstreams[1], models: 'm,b' },
    ],
    options: PRICES,
  })
  const { conversations, responses } = own.openai(own.keys[0])
  const other = own.openai(own.keys[1])
  const { id } = await conversations.create({ metadata: { topic: 'sums' } })
  const vendor = id.startsWith('conv_a') ? 'a' : 'b'
  expect(await conversations.retrieve(id)).toMatchObject({ metadata: { topic: 'sums' } })
  await conversations.update(id, { metadata: { topic: 'more' } })
  await conversations.items.list(id)
  const before = upstreams[0].requests.length + upstreams[1].requests.length
  for (const out of ['..%2F..%2Fconv_b_1', '..%2f', 'x%5c..', '%252e']) {
    const headers = { authorization: `Bearer ${own.keys[0]}` }
    const url = `${own.url}/v1/conversations/${id}/items/${out}`
    expect((await fetch(url, { headers })).status).toBe(404)
  }
  expect(upstreams[0].requests.length + upstreams[1].requests.length).toBe(before)
  for (let turn = 0; turn < 4; turn += 1) {
    const answer = await responses.create({ model: 'm', input, conversation: { id } })
    expect(answer.id).toStartWith(`resp_${vendor}_`)
  }
  expect(await failureOf(other.conversations.retrieve(id))).toMatchObject({ status: 404 })
  const stolen = other.responses.create({ model: 'm', input, conversation: id })
  expect(await failureOf(stolen)).toMatchObject({ status: 404, param: 'conversation' })
  await conversations.delete(id)
  expect(await failureOf(conversations.retrieve(id))).toMatchObject({ status: 404 })
})

describe('a response in the background', () => {
  const running = { status: 'queued', output: [], usage: null }

  test('is held for, and billed once when its owner sees the end', async () => {
    const before = await spent()
    vendors[0].response = running
    const { id, status } = await ann().responses.create({ model: 'a', input, background: true })
    expect(status).toBe('queued')
    expect(await ann().responses.retrieve(id)).toMatchObject({ status: 'queued' })
    const during = await spent()
    expect(during.used).toBe(before.used)
    expect(during.held).toBeGreaterThan(0)
    expect(await failureOf(ann().responses.delete(id))).toMatchObject({ status: 409 })
    Object.assign(vendors[0].objects.get(id) ?? {}, { status: 'completed', usage: USAGE })
    const asked = await Promise.all([1, 2, 3].map(() => ann().responses.retrieve(id)))
    expect(asked.map((one) => one.status)).toEqual(['completed', 'completed', 'completed'])
    expect(await spent()).toEqual({ used: before.used + RECORDED_CHARGE, held: 0 })
    await ann().responses.delete(id)
    expect(await spent()).toEqual({ used: before.used + RECORDED_CHARGE, held: 0 })
  })

  test('is billed when nobody asks', async () => {
    const before = await spent()
    vendors[0].response = running
    const { id } = await ann().responses.create({ model: 'a', input, background: true })
    Object.assign(vendors[0].objects.get(id) ?? {}, { status: 'incomplete', usage: USAGE })
    await waitUntil('nothing is held', async () => (await spent()).held === 0)
    expect((await spent()).used).toBe(before.used + RECORDED_CHARGE)
  })

  test('that is cancelled before it wrote anything costs nothing', async () => {
    const before = await spent()
    vendors[0].response = running
    const { id } = await ann().responses.create({ model: 'a', input, background: true })
    await ann().responses.cancel(id)
    await waitUntil('nothing is held', async () => (await spent()).held === 0)
    expect((await spent()).used).toBe(before.used)
  })

  test('whose streamed client left goes on, and is billed by what it told', async () => {
    const before = await spent()
    const whole = {
      id: 'resp_a_left',
      object: 'response',
      status: 'completed',
      output: [],
      usage: USAGE,
    }
    vendors[0].objects.set(whole.id, { ...whole, status: 'in_progress', usage: null } as never)
    const [first = ''] = streamOf(whole).split(/(?<=\n\n)/)
    vendors[0].next.push(sse([first, gate()]))
    const leaving = new AbortController()
    const stream = await ann().responses.create(
      { model: 'a', input, background: true, stream: true },
      { signal: leaving.signal },
    )
    for await (const _ of stream) break
    leaving.abort()
    await upstreams[0].waitForAbort()
    expect((await spent()).used).toBe(before.used)
    vendors[0].objects.set(whole.id, whole as never)
    await ann().responses.retrieve(whole.id)
    expect(await spent()).toEqual({ used: before.used + RECORDED_CHARGE, held: 0 })
  })

  test('outlives the gateway: the next one bills it, once', async () => {
    await using upstream = await startUpstream(vendors[0].answer)
    const options = { channels: [{ upstream, models: 'm' }], options: PRICES }
    await using first = await startGateway(options)
    vendors[0].response = running
    const { id } = await first.openai().responses.create({ model: 'm', input, background: true })
    await first.stop()
    await using second = await startGateway({ ...options, restartOf: first })
    const user = () => second.services.users.show(second.userIds[0] ?? 0)
    expect((await user()).quota).toBeLessThan(PLENTY)
    Object.assign(vendors[0].objects.get(id) ?? {}, { status: 'completed', usage: USAGE })
    await second.openai().responses.retrieve(id)
    await waitUntil('it is billed', async () => (await user()).quota === PLENTY - RECORDED_CHARGE)
    await second.openai().responses.retrieve(id)
    const { items } = await second.services.logs.list({})
    expect(items.filter(({ quota }) => quota > 0)).toHaveLength(1)
    const [bill] = items
    await billOf(second, bill?.request_id ?? '')
  })
})
