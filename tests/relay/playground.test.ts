import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { newestLog, readBooks } from '../contracts/books'
import { expectReceipts } from '../contracts/receipts'
import { type ApiAnswer, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { fixture, json, sse, startUpstream, type Upstream } from '../support/upstream'
import { MODEL, PRICES } from './black-box'

const PATH = '/pg/chat/completions'
const PASSWORD = 'correct horse battery'
const PROMPT = { model: MODEL, messages: [{ role: 'user', content: 'Two plus two?' }] }
const ANSWER = json(fixture('openai/chat-text.json'))
const SPENT = 30

let upstream: Upstream
let gateway: Gateway
let ann: ApiCaller

beforeAll(async () => {
  upstream = await startUpstream(ANSWER)
  gateway = await startGateway({
    env: NO_LIMITS,
    users: [{ username: 'ann', password: PASSWORD }],
    channels: [
      { upstream, models: MODEL },
      { upstream, models: MODEL, group: 'vip' },
      { upstream, models: MODEL, group: 'svip' },
    ],
    options: { ...PRICES, GroupRatio: { default: 1, vip: 3, svip: 5 }, RetryTimes: 0 },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})
beforeEach(async () => {
  upstream.script(ANSWER)
  ann = await apiClient(gateway).login('ann', PASSWORD)
})

/** An error in OpenAI's envelope, with nothing spent and nobody asked. */
async function expectRefused(pending: Promise<ApiAnswer>, status: number, code: string) {
  const asked = upstream.requests.length
  const { quota } = await gateway.services.users.show(gateway.userIds[0] ?? 0)
  const answer = await pending
  expect(answer.body.error).toMatchObject({ code })
  expect(answer.status).toBe(status)
  await gateway.idle()
  expect((await gateway.services.users.show(gateway.userIds[0] ?? 0)).quota).toBe(quota)
  expect(upstream.requests.length).toBe(asked)
  return answer.body.error
}

describe('the playground', () => {
  test("answers, and takes only the user's balance", async () => {
    const before = await readBooks(gateway)
    const { status, body, headers } = await ann.post(PATH, PROMPT)
    expect(status).toBe(200)
    expect(body.choices[0].message.content).not.toBe('')
    expect(headers.get('x-oneapi-request-id')).toMatch(/^\d{23}\w{8}$/)
    const after = await readBooks(gateway)
    expect(before.userQuota - after.userQuota).toBe(SPENT)
    expect(after.tokenRemain).toBe(before.tokenRemain)
    expect(newestLog(after)).toMatchObject({
      type: 2,
      user_id: ann.id,
      token_id: 0,
      token_name: 'playground-default',
      group: 'default',
      quota: SPENT,
    })
  })

  test('streams to the end', async () => {
    upstream.script(sse([fixture('openai/chat-text.sse')]))
    const { status, body } = await ann.post(PATH, { ...PROMPT, stream: true })
    expect(status).toBe(200)
    expect(body).toEndWith('data: [DONE]\n\n')
    expect(newestLog(await readBooks(gateway))).toMatchObject({ quota: SPENT, is_stream: 1 })
  })

  test('routes and prices by the group in the body, which stays here', async () => {
    await ann.post(PATH, { ...PROMPT, group: 'vip', max_tokens: 0, temperature: 0.3 })
    expect(newestLog(await readBooks(gateway))).toMatchObject({
      token_name: 'playground-vip',
      group: 'vip',
      quota: SPENT * 3,
    })
    expect(upstream.last().headers.authorization).toBe('Bearer upstream-key-2')
    expect(upstream.last().json).toEqual({ ...PROMPT, temperature: 0.3 })
  })

  test.each(['', null, 'default'])('takes %p for the own group', async (group) => {
    expect((await ann.post(PATH, { ...PROMPT, group })).status).toBe(200)
    expect(newestLog(await readBooks(gateway)).group).toBe('default')
  })

  test('refuses groups that the user may not use or that do not exist', async () => {
    for (const group of ['svip', 'nobody-knows']) {
      const error = await expectRefused(
        ann.post(PATH, { ...PROMPT, group }),
        403,
        'group_not_allowed',
      )
      expect(error.message).toContain(group)
    }
  })

  test('needs a model, and JSON of the right shape', async () => {
    const { model: _, ...modelless } = PROMPT
    await expectRefused(ann.post(PATH, modelless), 400, 'model_required')
    await expectRefused(ann.post(PATH, '{"model":'), 400, 'invalid_json')
    await expectRefused(ann.post(PATH, '[]'), 400, 'invalid_json')
    await expectRefused(ann.post(PATH, { ...PROMPT, group: 7 }), 400, 'invalid_request')
    await expectRefused(ann.post(PATH, { model: MODEL }), 400, 'invalid_request')
  })

  test('asks for a login, not for a key', async () => {
    const nobody = apiClient(gateway)
    await expectRefused(nobody.post(PATH, PROMPT), 401, 'session_missing')
    const headers = { authorization: `Bearer ${gateway.keys[0]}` }
    await expectRefused(nobody.post(PATH, PROMPT, { headers }), 401, 'access_token_invalid')
  })

  test('refuses a system access token', async () => {
    const { body } = await ann.get('/api/user/token')
    expect(body.success).toBe(true)
    const robot = apiClient(gateway).withAccessToken(ann.id, body.data)
    expect((await robot.get('/api/user/self')).body.success).toBe(true)
    await expectRefused(robot.post(PATH, PROMPT), 400, 'access_token_not_supported')
  })

  test('wants the header New-Api-User, as every call of the console', async () => {
    for (const [value, code] of [
      ['', 'session_user_header_missing'],
      ['999', 'session_user_header_wrong'],
      ['x', 'session_user_header_wrong'],
    ] as const) {
      const headers = { 'new-api-user': value }
      await expectRefused(ann.post(PATH, PROMPT, { headers }), 401, code)
    }
  })

  test('refuses what another site makes the browser send', async () => {
    for (const [name, value] of [
      ['sec-fetch-site', 'cross-site'],
      ['origin', 'https://evil.example'],
    ] as const) {
      const headers = { [name]: value }
      await expectRefused(ann.post(PATH, PROMPT, { headers }), 403, 'session_origin_refused')
    }
  })

  test('keeps to the limits and words that keys keep to', async () => {
    const set = async (key: string, value: string) =>
      await gateway.services.options.set(TEST_ACTOR, { key, value })
    await expectRefused(
      ann.post(PATH, { ...PROMPT, messages: [{ role: 'user', content: 'test_sensitive' }] }),
      400,
      'sensitive_words_detected',
    )
    await set('ModelRequestRateLimitCount', '1')
    await set('ModelRequestRateLimitEnabled', 'true')
    try {
      expect((await ann.post(PATH, PROMPT)).status).toBe(200)
      await expectRefused(ann.post(PATH, PROMPT), 429, 'rate_limit_exceeded')
      const byKey = await gateway.post('/v1/chat/completions', PROMPT)
      expect(byKey.status).toBe(429)
    } finally {
      await set('ModelRequestRateLimitEnabled', 'false')
    }
  })

  test('spends nothing that the user does not have', async () => {
    await using poor = await startGateway({
      env: NO_LIMITS,
      users: [{ username: 'bob', password: PASSWORD, quota: 1 }],
      channels: [{ upstream, models: MODEL }],
      options: PRICES,
    })
    const bob = await apiClient(poor).login('bob', PASSWORD)
    const asked = upstream.requests.length
    const { status, body } = await bob.post(PATH, { ...PROMPT, max_tokens: 1000 })
    expect(status).toBe(403)
    expect(body.error.code).toBe('insufficient_user_quota')
    expect(upstream.requests.length).toBe(asked)
  })

  test('is closed to a user who was disabled a moment ago', async () => {
    const client = apiClient(gateway)
    await gateway.services.users.create(TEST_ACTOR, {
      username: 'eve',
      password: PASSWORD,
      quota: 1e6,
    })
    const eve = await client.login('eve', PASSWORD)
    expect((await eve.post(PATH, PROMPT)).status).toBe(200)
    await gateway.services.users.disable(TEST_ACTOR, eve.id)
    await expectRefused(eve.post(PATH, PROMPT), 401, 'session_expired')
  })
})

test('the receipt of each of them adds up', () => expectReceipts(gateway))
