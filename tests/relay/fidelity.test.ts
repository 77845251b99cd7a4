/** What a channel's upstream cannot express: refused by name, named, or left out in silence. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { fixture, json, sse, startUpstream, type Upstream } from '../support/upstream'
import { expectRefusal, told } from './black-box'
import { loggedOf } from './forms'

let upstream: Upstream
let native: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(({ json: body }) =>
    Object(body).stream
      ? sse([fixture('anthropic/chat-text.sse')])
      : json(fixture('anthropic/chat-text.json')),
  )
  native = await startUpstream(json(fixture('openai/chat-text.json')))
  const claude = { type: 14, upstream }
  const setting = (fidelity: string) => JSON.stringify({ fidelity })
  gateway = await startGateway({
    channels: [
      { ...claude, models: 'plain' },
      { ...claude, models: 'strict', setting: setting('strict') },
      { ...claude, models: 'silent', setting: setting('off') },
      { ...claude, models: 'either', setting: setting('strict'), priority: 10 },
      { type: 1, upstream: native, models: 'either' },
    ],
    options: { RetryTimes: 1, SelfUseModeEnabled: true },
  })
})
afterAll(async () => {
  await gateway.idle()
  expect(await gateway.services.ledger.verify()).toEqual([])
  await gateway[Symbol.asyncDispose]()
  await Promise.all([upstream.stop(), native.stop()])
})

const LOSSY = { logit_bias: { 7: 1 }, seed: 7 }
const LOST = 'x-gw-untranslated'

function ask(model: string, more: object = {}) {
  const messages = [{ role: 'user', content: 'Hi' }]
  return told(gateway.post('/v1/chat/completions', { model, messages, ...more }))
}

describe('what cannot be expressed', () => {
  test('is named where nothing is said', async () => {
    const answer = await ask('plain', LOSSY)
    expect(answer.status).toBe(200)
    expect(answer.headers.get(LOST)).toBe('logit_bias, seed')
  })

  test.each([false, true])('is refused by name on a strict channel (stream %p)', async (stream) => {
    const before = upstream.requests.length
    const answer = await ask('strict', { ...LOSSY, stream })
    const error = expectRefusal(answer, 'openai', 400)
    expect(error.code).toBe('untranslatable')
    expect(error.message).toContain('logit_bias, seed')
    expect(upstream.requests).toHaveLength(before)
    expect((await loggedOf(gateway, answer.requestId)).row).toMatchObject({ type: 5, quota: 0 })
  })

  test('lets a strict channel answer what can be', async () => {
    const answer = await ask('strict', { temperature: 0.5 })
    expect(answer.status).toBe(200)
    expect(answer.headers.get(LOST)).toBeNull()
  })

  test('goes to another channel of the model that has words for it', async () => {
    const answer = await ask('either', LOSSY)
    expect(answer.status).toBe(200)
    expect(native.last().json).toMatchObject(LOSSY)
  })

  test('is left out in silence where that is wanted, in the record too', async () => {
    const answer = await ask('silent', LOSSY)
    expect(answer.status).toBe(200)
    expect(answer.headers.get(LOST)).toBeNull()
    expect((await loggedOf(gateway, answer.requestId)).other.untranslated).toBeUndefined()
  })

  test('is refused in the words of each protocol', async () => {
    const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }]
    const body = { contents, cachedContent: 'cachedContents/1' }
    const google = await told(gateway.post('/v1beta/models/strict:generateContent', body))
    expect(google.status).toBe(400)
    expect(JSON.parse(google.text).error).toMatchObject({
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: expect.stringContaining('cachedContent'),
    })
  })
})

describe('the setting', () => {
  const idOf = (at: number) => gateway.channelIds[at] ?? 0

  test('is one of three', async () => {
    const setting = '{"fidelity":"loud"}'
    const made = gateway.services.channels.set(TEST_ACTOR, { id: idOf(0), setting })
    expect(await made.catch((error) => error)).toMatchObject({
      id: 'channel.field_invalid',
      params: { field: 'setting', reason: 'reason.setting_fidelity', key: 'fidelity' },
    })
  })

  test('has a flag, which leaves the other settings alone', async () => {
    const id = String(idOf(2))
    await gateway.services.channels.set(TEST_ACTOR, {
      id: idOf(2),
      setting: '{"cut_policy":"drain","fidelity":"off"}',
    })
    const set = await gateway.cli(['channel', 'set', id, '--fidelity', 'strict', '--json'])
    expect(JSON.parse(JSON.parse(set.stdout).setting)).toEqual({
      cut_policy: 'drain',
      fidelity: 'strict',
    })
    const reset = await gateway.cli(['channel', 'set', id, '--fidelity', 'warn', '--json'])
    expect(JSON.parse(reset.stdout).setting).toBe('{"cut_policy":"drain"}')
    const wrong = await gateway.cli(['channel', 'set', id, '--fidelity', 'loud'])
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('warn, strict, off') })
  })
})
