/** Google's interactions: they pass as they come, are billed, and belong to who made them. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { geminiClient } from '../support/sdk'
import { PLENTY } from '../support/seed'
import { frames, gate, json, sse, startUpstream, type Upstream } from '../support/upstream'
import { told } from './black-box'

const MODEL = 'gemini-2.5-flash'
const PATH = '/v1beta/interactions'
/** 100 read, of which 20 were cached, and 30 written beside 10 of thought. */
const USAGE = {
  total_input_tokens: 100,
  total_cached_tokens: 20,
  total_output_tokens: 30,
  total_thought_tokens: 10,
  total_tokens: 140,
}
/** At 1 credit a token read, a quarter of it cached, and 2 credits a token written. */
const CHARGE = 80 + 20 / 4 + 2 * (30 + 10)
const STEP = { type: 'model_output', content: [{ type: 'text', text: 'Four.' }] }
const whole = (id: string) => ({ id, status: 'completed', steps: [STEP], usage: USAGE })

function stream(id: string): string[] {
  const events = [
    { event_type: 'interaction.created', interaction: { id, status: 'in_progress' } },
    { event_type: 'step.start', index: 0, step: { type: 'model_output' } },
    { event_type: 'step.delta', index: 0, delta: { type: 'text', text: 'Four.' } },
    { event_type: 'step.stop', index: 0 },
    { event_type: 'interaction.completed', interaction: whole(id) },
  ]
  return events.map((event, at) => `data: ${JSON.stringify({ ...event, event_id: `e${at}` })}\n\n`)
}

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json(whole('i_1')))
  gateway = await startGateway({
    users: [{ username: 'anna', quota: PLENTY }, { username: 'bert' }],
    tokens: [
      { username: 'anna', unlimited_quota: true },
      { username: 'bert', unlimited_quota: true },
    ],
    channels: [
      {
        type: 24,
        upstream,
        key: 'google-key',
        models: [MODEL, 'renamed', 'thoughtless'],
        model_mapping: JSON.stringify({ renamed: 'real-one' }),
      },
      { type: 43, upstream, models: 'elsewhere' },
    ],
    options: {
      RetryTimes: 0,
      ModelRatio: { [MODEL]: 1, renamed: 1, thoughtless: 1, elsewhere: 1 },
      CompletionRatio: { [MODEL]: 2, renamed: 2, elsewhere: 2 },
      CacheRatio: { [MODEL]: 0.25, renamed: 0.25 },
    },
  })
})
afterAll(async () => {
  await gateway.idle()
  expect(await gateway.services.ledger.verify()).toEqual([])
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

async function spentBy(work: () => Promise<void>): Promise<number> {
  const balance = async () => {
    await gateway.idle()
    return (await gateway.services.users.show(gateway.userIds[0] ?? 0)).quota
  }
  const before = await balance()
  await work()
  return before - (await balance())
}

const ask = (more: object = {}) =>
  told(gateway.post(PATH, { model: MODEL, input: 'Two plus two?', ...more }))

const look = (method: string, path: string, key = gateway.keys[0]) =>
  told(fetch(gateway.url + path, { method, headers: { 'x-goog-api-key': key ?? '' } }))

describe('an interaction', () => {
  test('is asked by the official SDK and billed as it tells', async () => {
    upstream.script(json(whole('i_sdk')))
    const spent = await spentBy(async () => {
      const client = geminiClient(gateway.url, gateway.keys[0] ?? '')
      const made = await client.interactions.create({ model: MODEL, input: 'Two plus two?' })
      expect(made.id).toBe('i_sdk')
    })
    expect(spent).toBe(CHARGE)
    expect(upstream.last().headers['x-goog-api-key']).toBe('google-key')
  })

  test('streams as it came, and is billed by its last event', async () => {
    upstream.script(sse(stream('i_stream')))
    const spent = await spentBy(async () => {
      const answer = await ask({ stream: true })
      expect(answer.text).toBe(stream('i_stream').join(''))
    })
    expect(spent).toBe(CHARGE)
  })

  test('keeps every byte of its body, but for a name that is mapped', async () => {
    upstream.script(json(whole('i_1')))
    const odd = `{"model": "${MODEL}",  "input":"x","own":{"y":1e2}}`
    await gateway.post(PATH, odd)
    expect(upstream.last().bodyText).toBe(odd)
    await ask({ model: 'renamed', store: false })
    expect(upstream.last().json).toEqual({
      model: 'real-one',
      input: 'Two plus two?',
      store: false,
    })
  })

  test('belongs to its user, who finds, cancels and deletes it in every version', async () => {
    upstream.script(json(whole('i_mine')))
    await ask()
    for (const version of ['v1beta', 'v1']) {
      const path = `/${version}/interactions/i_mine`
      expect((await look('GET', path)).status).toBe(200)
      expect(upstream.last().path).toBe('/v1beta/interactions/i_mine')
      expect((await look('GET', path, gateway.keys[1])).status).toBe(404)
    }
    expect((await look('POST', `${PATH}/i_mine/cancel`)).status).toBe(200)
    expect((await look('DELETE', `${PATH}/i_mine`)).status).toBe(200)
    expect((await look('GET', `${PATH}/i_mine`)).status).toBe(404)
  })

  test('goes on from one of the same user, and from nobody else', async () => {
    upstream.script(sse(stream('i_first')))
    await ask({ stream: true })
    upstream.script(json(whole('i_next')))
    expect((await ask({ previous_interaction_id: 'i_first' })).status).toBe(200)
    const body = { model: MODEL, input: 'x', previous_interaction_id: 'i_first' }
    const other = await told(gateway.post(PATH, body, { key: gateway.keys[1] ?? '' }))
    expect(other.status).toBe(404)
  })

  test('charges what came of a stream that broke, or whose client left', async () => {
    const events = stream('i_cut')
    upstream.script(sse(events.slice(0, 3), { ending: 'cut' }))
    const broken = await spentBy(async () => {
      expect((await ask({ stream: true })).text).toContain('"error"')
    })
    expect(broken).toBeGreaterThan(0)
    const held = gate()
    upstream.script(sse([...events.slice(0, 3), held]))
    const left = await spentBy(async () => {
      const controller = new AbortController()
      const { signal } = controller
      // Of one that thinks the bill would be waited for.
      const body = { model: 'thoughtless', input: 'Two plus two?', stream: true }
      const answer = await gateway.post(PATH, body, { signal })
      await answer.body?.getReader().read()
      controller.abort()
      await upstream.waitForAbort()
      held.open()
    })
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(CHARGE)
  })

  test('fails in the words of Google', async () => {
    upstream.script(json({ error: { code: 400, message: 'not so' } }, { status: 400 }))
    const answer = await ask()
    expect([answer.status, answer.text.includes('not so')]).toEqual([400, true])
    const first = { event_type: 'error', error: { message: 'overloaded' } }
    upstream.script(sse(frames(`data: ${JSON.stringify(first)}\n\n`)))
    expect((await ask({ stream: true })).status).toBeGreaterThanOrEqual(400)
  })

  for (const [name, body, status] of [
    ['an agent', { agent: 'deep-research', model: undefined, input: 'x' }, 400],
    ['the background', { background: true }, 400],
    ['no input', { input: undefined }, 400],
    ['a limit that is none', { generation_config: { max_output_tokens: -1 } }, 400],
    ['a model that is not there', { model: 'none' }, 404],
    ['a model whose channel has no such API', { model: 'elsewhere' }, 404],
    ['one that nobody has made', { previous_interaction_id: 'i_nobody' }, 404],
  ] as const) {
    test(`is refused for ${name}`, async () => {
      const before = upstream.requests.length
      expect((await ask(body)).status).toBe(status)
      expect(upstream.requests).toHaveLength(before)
    })
  }
})
