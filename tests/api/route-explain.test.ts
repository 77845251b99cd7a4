/** Where calls go and why not elsewhere, as the API and the command line tell it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { json, startUpstream, type Upstream } from '../support/upstream'

const ASK = { model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] }
const BROKEN = json(
  { error: { message: 'busy' } },
  { status: 503, headers: { 'retry-after': '900' } },
)
const ANSWER = json({
  choices: [{ index: 0, message: { role: 'assistant', content: 'yes' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
})

let broken: Upstream
let works: Upstream
let gateway: Gateway
let admin: ApiCaller
let requestId = ''

beforeAll(async () => {
  broken = await startUpstream(BROKEN)
  works = await startUpstream(ANSWER)
  const models = 'gpt-4o'
  const dear = '{"cost_ratio":0.8}'
  gateway = await startGateway({
    env: NO_LIMITS,
    options: { GroupRatio: { default: 1, vip: 0.5 } },
    channels: [
      { name: 'cold', upstream: broken, models, priority: 9 },
      { name: 'light', upstream: works, models },
      { name: 'heavy', upstream: works, models, weight: 20, setting: dear },
      { name: 'reserve', upstream: works, models, priority: -5 },
      { name: 'off', upstream: works, models },
      { name: 'vips', upstream: works, models, group: 'vip' },
      { name: 'keys', upstream: works, models, priority: -9, key: 'k-1\nk-2', key_mode: 'random' },
      { name: 'other', upstream: works, models: 'gpt-4o-mini' },
    ],
  })
  admin = await apiClient(gateway).as('admin')
  await gateway.services.channels.disable(TEST_ACTOR, { id: idOf('off'), reason: 'holiday' })
  const answer = await gateway.post('/v1/chat/completions', ASK)
  expect(answer.status).toBe(200)
  requestId = answer.headers.get('x-oneapi-request-id') ?? ''
  await gateway.idle()
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await Promise.all([broken.stop(), works.stop()])
})

const NAMES = ['cold', 'light', 'heavy', 'reserve', 'off', 'vips', 'keys', 'other']
const idOf = (name: string): number => gateway.channelIds[NAMES.indexOf(name)] ?? 0

async function explain(query: Record<string, string>): Promise<ApiBody> {
  const { body } = await admin.get(`/api/route/explain?${new URLSearchParams(query)}`)
  return body
}

function byName({ data }: ApiBody): Record<string, ApiBody> {
  return Object.fromEntries(data.candidates.map((one: ApiBody) => [one.name, one]))
}

describe('the route of a model', () => {
  test('names every channel that has it: kept or skipped, why, and how often', async () => {
    const told = byName(await explain({ model: 'gpt-4o', operation: 'embeddings' }))
    expect(told.light).toMatchObject({ verdict: 'cannot_serve', odds: 0 })
    const body = await explain({ model: 'gpt-4o' })
    expect(body.data).toMatchObject({ order: 'weight', tries: 3, priced: true, past: null })
    expect(body.data.prompt_usd).toBeGreaterThan(0)
    const found = byName(body)
    expect(Object.keys(found)).not.toContain('other')
    expect(found.cold).toMatchObject({ verdict: 'cooling', odds: 0, reason: '503 busy' })
    expect(found.cold.cooling_until).toBeGreaterThan(Date.now() / 1000)
    // Effective weights are 10 and 30.
    expect(found.light).toMatchObject({ verdict: 'drawn', odds: 25 })
    expect(found.heavy).toMatchObject({ verdict: 'drawn', odds: 75, cost_ratio: 0.8 })
    expect(found.reserve).toMatchObject({ verdict: 'lower_priority', odds: 0 })
    expect(found.off).toMatchObject({ verdict: 'disabled', reason: 'holiday' })
    expect(found.vips).toMatchObject({ verdict: 'other_group' })
    expect(found.keys).toMatchObject({ key_count: 2, keys_in_use: 2, keys_cooling: 0 })
  })

  test('goes by the order of the group', async () => {
    const set = (value: string) =>
      gateway.services.options.set(TEST_ACTOR, { key: 'GroupRouteOrder', value })
    await set('{"default":"cost"}')
    const body = await explain({ model: 'gpt-4o' })
    const found = byName(body)
    expect(body.data.order).toBe('cost')
    expect(found.heavy).toMatchObject({ verdict: 'drawn', odds: 100 })
    expect(found.light).toMatchObject({ verdict: 'dearer', odds: 0 })
    await set('{}')
  })

  test('is told of a group with its price', async () => {
    const body = await explain({ model: 'gpt-4o', group: 'vip' })
    expect(byName(body).vips).toMatchObject({ verdict: 'drawn', odds: 100 })
    const { data } = await explain({ model: 'gpt-4o' })
    expect(body.data.prompt_usd * 2).toBeCloseTo(data.prompt_usd)
  })

  test('asks a channel last whose limit is spent, and says which', async () => {
    const limit = { kind: 'requests', window: 'total', amount: 1 } as const
    const subject = { subject: 'channel', key: String(idOf('light')), setBy: 'admin' } as const
    const { limits } = gateway.services
    await limits.set(TEST_ACTOR, { ...subject, limits: [limit] })
    // One in four goes there: as many as leave nothing to chance.
    const calls = Array.from({ length: 60 }, () => gateway.post('/v1/chat/completions', ASK))
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200)
    await gateway.idle()
    const found = byName(await explain({ model: 'gpt-4o' }))
    expect(found.light).toMatchObject({ verdict: 'limit_spent', reason: 'requests/total: 1/1' })
    expect(found.heavy).toMatchObject({ verdict: 'drawn', odds: 100 })
    await limits.set(TEST_ACTOR, { ...subject, limits: [{ ...limit, amount: null }] })
  })

  test('names the limits of token, user and group that would refuse the call', async () => {
    const { limits } = gateway.services
    const [token, user] = [String(gateway.tokenIds[0]), String(gateway.userIds[0])]
    const rows = [
      ['token', token, { kind: 'requests', window: 'minute', amount: 0 }],
      ['token', token, { kind: 'tokens', window: 'day', amount: 1_000_000 }],
      ['user', user, { kind: 'budget', window: 'total', amount: 0 }],
      ['group', 'default', { kind: 'concurrency', window: 'now', amount: 0 }],
      ['group', 'vip', { kind: 'concurrency', window: 'now', amount: 0 }],
    ] as const
    for (const [subject, key, limit] of rows) {
      await limits.set(TEST_ACTOR, { subject, key, limits: [limit], setBy: 'admin' })
    }
    const told = ({ data }: ApiBody) =>
      data.stopped_by.map(({ subject, kind, window, used, left }: ApiBody) => {
        return [subject, kind, window, used, left].join(' ')
      })
    const ofGroup = 'group concurrency now 0 0'
    const ofUser = ['user budget total 0 0', ofGroup]
    const ofToken = ['token requests minute 0 0', ...ofUser]
    expect(told(await explain({ model: 'gpt-4o' }))).toEqual([ofGroup])
    expect(told(await explain({ model: 'gpt-4o', user_id: user }))).toEqual(ofUser)
    const byToken = await explain({ model: 'gpt-4o', token_id: token })
    expect(told(byToken)).toEqual(ofToken)
    expect(byToken.data.stopped_by[0]).toMatchObject({ amount: 0, resets_at: null })
    expect(told(await explain({ request_id: requestId }))).toEqual(ofToken)
    const line = await gateway.cli(['route', 'explain', 'gpt-4o', '--token', token])
    expect(line.stderr + line.stdout).toContain(
      'requests per minute, 0 of 0 used, 0 left, resets -',
    )
    for (const [subject, key, limit] of rows) {
      const gone = [{ ...limit, amount: null }]
      await limits.set(TEST_ACTOR, { subject, key, limits: gone, setBy: 'admin' })
    }
    expect(told(await explain({ request_id: requestId }))).toEqual([])
  })

  test('of a call that was made tells where it went', async () => {
    const { data } = await explain({ request_id: requestId })
    expect(data.past).toMatchObject({ model: 'gpt-4o', group: 'default', error: '' })
    expect(data.past.tried[0]).toBe(idOf('cold'))
    expect(data.past.tried).toHaveLength(2)
    expect(byName({ data }).cold.tried).toBe(1)
  })

  test.each([
    [{}, 'value.invalid'],
    [{ model: ' ' }, 'value.invalid'],
    [{ model: 'gpt-4o', group: 'nobody' }, 'group.not_found'],
    [{ request_id: 'nothing' }, 'log.not_found'],
    [{ model: 'gpt-4o', token_id: '99999' }, 'token.not_found'],
    [{ model: 'gpt-4o', user_id: '99999' }, 'user.not_found'],
  ] as const)('refuses %p with %s', async (query, code) => {
    expect(await explain(query as Record<string, string>)).toMatchObject({ success: false, code })
  })

  test('of a model that nobody has is empty', async () => {
    expect((await explain({ model: 'no-such-model' })).data.candidates).toEqual([])
  })

  test('is told by the command line as well', async () => {
    const { stdout, code } = await gateway.cli(['route', 'explain', 'gpt-4o', '--json'])
    expect(code).toBe(0)
    const rows: ApiBody[] = JSON.parse(stdout)
    expect(rows.find(({ name }) => name === 'heavy')).toMatchObject({ odds: 75 })
    const past = await gateway.cli(['route', 'explain', '--request', requestId])
    expect(past.stderr + past.stdout).toContain(`#${idOf('cold')} →`)
    expect((await gateway.cli(['route', 'explain'])).code).toBe(2)
  })
})

describe('the API of a candidate', () => {
  test.each([
    ['gpt-5.4', 'openai', '/v1/chat/completions', 'own_format', '', ''],
    ['gpt-5.4', 'claude', '/v1/chat/completions', 'translated', '/v1/responses', 'tools_only'],
    ['gpt-5.4', 'responses', '/v1/responses', 'own_format', '', ''],
    ['gpt-5-codex', 'openai', '/v1/responses', 'model_only', '', ''],
  ] as const)('%s for %s clients is %s: %s', async (model, protocol, ...told) => {
    await using site = await startGateway({
      channels: [{ name: 'main', upstream: works, models: 'gpt-5.4,gpt-5-codex' }],
    })
    const asked = ['route', 'explain', model, '--protocol', protocol, '--json']
    const { stdout } = await site.cli(asked)
    const [api, api_reason, tools_api, tools_api_reason] = told
    expect(JSON.parse(stdout)).toMatchObject([{ api, api_reason, tools_api, tools_api_reason }])
  })

  test('is that which an override is written for, and none for a skipped channel', async () => {
    const param_override = '{"temperature":1}'
    await using site = await startGateway({
      channels: [{ name: 'main', upstream: works, models: 'gpt-5.4', param_override }],
    })
    const ask = async () => {
      const asked = ['route', 'explain', 'gpt-5.4', '--protocol', 'claude', '--json']
      return JSON.parse((await site.cli(asked)).stdout)[0]
    }
    const path = '/v1/chat/completions'
    expect(await ask()).toMatchObject({ api: path, api_reason: 'override', tools_api: '' })
    const [id = 0] = site.channelIds
    await site.services.channels.disable(TEST_ACTOR, { id, reason: 'rest' })
    expect(await ask()).toMatchObject({ api: '', api_reason: '', verdict: 'disabled' })
  })
})
