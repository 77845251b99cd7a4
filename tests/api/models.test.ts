import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CHANNEL_TYPES } from '../../server/domain/channel-types'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import type { ChannelSeed } from '../support/seed'
import { json, type Reply, type Script, startUpstream } from '../support/upstream'

let gateway: Gateway
let root: ApiCaller
let admin: ApiCaller
let user: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS, channels: [{ models: 'b,a', group: 'default' }] })
  const api = apiClient(gateway)
  root = await api.as('root')
  admin = await api.as('admin')
  user = await api.as('user')
})
afterAll(() => gateway[Symbol.asyncDispose]())

async function add(fields: ChannelSeed): Promise<number> {
  const { upstream, ...rest } = fields
  const base_url = upstream?.url
  const body = { name: 'n', key: 'sk-upstream', models: 'm', base_url, ...rest }
  return (await root.post('/api/channel/', body)).body.data[0].id
}

describe('lists of models', () => {
  test('by type have an array for every type, never null', async () => {
    const { body } = await user.get('/api/models')
    expect(Object.keys(body.data)).toHaveLength(CHANNEL_TYPES.length)
    expect(Object.values(body.data).every(Array.isArray)).toBe(true)
    expect(body.data['43']).toContain('deepseek-v4-flash')
  })

  test('known ones are objects of the OpenAI list, none twice', async () => {
    const { body } = await admin.get('/api/channel/models')
    const ids: string[] = body.data.map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(body.data.find(({ id }: { id: string }) => id === 'gpt-4o')).toMatchObject({
      object: 'model',
      created: 1_626_777_600,
      owned_by: 'openai',
      root: 'gpt-4o',
      parent: null,
    })
  })

  test('enabled ones are sorted names', async () => {
    const { body } = await admin.get('/api/channel/models_enabled')
    expect(body.data).toEqual(['a', 'b'])
  })

  test.each(['/api/channel/models', '/api/channel/models_enabled', '/api/channel/'])(
    '%s is not for ordinary users',
    async (path) => {
      const { body } = await user.get(path)
      expect(body).toMatchObject({ success: false, code: 'permission.denied' })
    },
  )
})

describe('models of an upstream', () => {
  const LIST = json({ data: [{ id: 'one' }, { id: 'two' }, { id: 'one' }, { no: 'id' }] })

  test('are asked with the stored key and come without repetitions', async () => {
    await using upstream = await startUpstream(LIST)
    const id = await add({ upstream })
    const { body } = await root.get(`/api/channel/fetch_models/${id}`)
    expect(body).toEqual({ success: true, message: '', data: ['one', 'two'] })
    expect(upstream.last()).toMatchObject({ method: 'GET', path: '/v1/models' })
    expect(upstream.last().headers.authorization).toBe('Bearer sk-upstream')
  })

  test('that come page by page are all there', async () => {
    await using upstream = await startUpstream(({ path }) =>
      path.includes('after_id=two')
        ? json({ data: [{ id: 'three' }], has_more: false, last_id: 'three' })
        : json({ data: [{ id: 'one' }, { id: 'two' }], has_more: true, last_id: 'two' }),
    )
    const id = await add({ upstream, type: 14 })
    const { body } = await root.get(`/api/channel/fetch_models/${id}`)
    expect(body.data).toEqual(['one', 'two', 'three'])
  })

  test('that never end are refused', async () => {
    await using upstream = await startUpstream(
      json({ data: [{ id: 'one' }], has_more: true, last_id: 'one' }),
    )
    const id = await add({ upstream, type: 14 })
    const { body } = await root.get(`/api/channel/fetch_models/${id}`)
    expect(body).toMatchObject({ success: false, code: 'channel.models_unreadable' })
  })

  test('of Gemini come from its compatible list, without the prefix', async () => {
    await using upstream = await startUpstream(json({ data: [{ id: 'models/gemini-2.5-pro' }] }))
    const id = await add({ upstream, type: 24 })
    const { body } = await root.get(`/api/channel/fetch_models/${id}`)
    expect(body.data).toEqual(['gemini-2.5-pro'])
    expect(upstream.last().path).toBe('/v1beta/openai/models')
  })

  test.each([
    [14, '/v1/models', 'x-api-key'],
    [17, '/compatible-mode/v1/models', 'authorization'],
    [26, '/api/paas/v4/models', 'authorization'],
    [60, '/v1/models', 'authorization'],
    [20_001, '/v1/models', 'authorization'],
    [20_011, '/models', 'authorization'],
  ])('of type %i come from %s', async (type, path, header) => {
    await using upstream = await startUpstream(LIST)
    const id = await add({ upstream, type })
    await root.get(`/api/channel/fetch_models/${id}`)
    expect(upstream.last().path).toBe(path)
    expect(upstream.last().headers[header]).toContain('sk-upstream')
  })

  test.each([
    [20_031, '/catalog/models', [{ id: 'one' }, { id: 'two' }]],
    [20_007, '/api/2.0/serving-endpoints', { endpoints: [{ name: 'one' }, { name: 'two' }] }],
  ])('of type %i come in a list of its own form', async (type, path, answer) => {
    await using upstream = await startUpstream(json(answer))
    const id = await add({ upstream, type })
    const { body } = await root.get(`/api/channel/fetch_models/${id}`)
    expect(body.data).toEqual(['one', 'two'])
    expect(upstream.last().path).toBe(path)
  })

  test('of a custom channel come from beside its address', async () => {
    await using upstream = await startUpstream(LIST)
    const id = await add({ type: 8, base_url: `${upstream.url}/x/chat/completions` })
    await root.get(`/api/channel/fetch_models/${id}`)
    expect(upstream.last().path).toBe('/x/models')
  })

  test('of a channel that is not saved yet are asked with the first key', async () => {
    await using upstream = await startUpstream(LIST)
    const draft = { base_url: `${upstream.url}/`, type: 1, key: 'first\nsecond' }
    const { body } = await root.post('/api/channel/fetch_models', draft)
    expect(body.data).toEqual(['one', 'two'])
    expect(upstream.last().headers.authorization).toBe('Bearer first')
  })

  test.each([
    [{ key: ' ' }, 'channel.key_empty'],
    [{ key: 'k', type: 999 }, 'channel.type_unknown'],
    [{ key: 'k', type: 8 }, 'channel.base_url_missing'],
    [{ key: 'k', base_url: 'gopher://x' }, 'channel.base_url_invalid'],
  ])('of %p cannot be asked', async (draft, code) => {
    const { status, body } = await root.post('/api/channel/fetch_models', draft)
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: false, code })
  })

  test('of a private address are for root only', async () => {
    await using upstream = await startUpstream(LIST)
    const draft = { base_url: upstream.url, type: 1, key: 'k' }
    const { body } = await admin.post('/api/channel/fetch_models', draft)
    expect(body).toMatchObject({ success: false, code: 'channel.address_refused' })
    expect(upstream.requests).toHaveLength(0)
  })

  test.each([
    ['an error', json({ error: { message: 'who are you' } }, { status: 401 }), 'who are you'],
    ['a page', { body: '<html></html>' }, ''],
    ['no list', json({ data: 'none' }), ''],
    ['a cut connection', { ending: 'reset' } as const, ''],
  ])('that are %s are a message', async (_, reply: Reply, part) => {
    await using upstream = await startUpstream(reply)
    const id = await add({ upstream })
    const { body } = await root.get(`/api/channel/fetch_models/${id}`)
    expect(body).toMatchObject({ success: false, code: 'channel.models_unreadable' })
    expect(body.message).toContain(part)
  })
})

describe('balances', () => {
  const amounts: Script = ({ path }) => {
    if (path.startsWith('/v1/dashboard/billing/subscription')) {
      return json({ hard_limit_usd: 100, has_payment_method: true })
    }
    if (path.startsWith('/v1/dashboard/billing/usage')) return json({ total_usage: 1250 })
    if (path === '/api/report/getUserOverview') return json({ data: { totalPoints: 7 } })
    if (path === '/dashboard/billing/credit_grants') {
      return json({ total_remaining: 3.5, total_available: 4.5 })
    }
    if (path === '/v1/users/me/balance') return json({ data: { available_balance: 49.58 } })
    if (path === '/v1/key') return json({ data: { limit_remaining: null, usage: 1 } })
    if (path === '/v1/credits') return json({ data: { total_credits: 20, total_usage: 7.5 } })
    if (path === '/v1/user/info') return json({ code: 20000, data: { totalBalance: '12.34' } })
    const balance_infos = [
      { currency: 'USD', total_balance: '1' },
      { currency: 'CNY', total_balance: '56.78' },
    ]
    return json({ is_available: true, balance_infos })
  }

  test.each([
    [1, 87.5],
    [8, 87.5],
    [10, 7],
    [12, 3.5],
    [13, 4.5],
    [20, 12.5],
    [25, 49.58],
    [60, 87.5],
    [40, 12.34],
    [43, 56.78],
  ])('of type %i are %p, stored and told on top', async (type, balance) => {
    await using upstream = await startUpstream(amounts)
    const id = await add({ upstream, type })
    const { body } = await root.get(`/api/channel/update_balance/${id}/`)
    expect(body).toEqual({ success: true, message: '', data: { balance }, balance })
    const row = (await root.get(`/api/channel/${id}`)).body.data
    expect(row.balance).toBe(balance)
    expect(row.balance_updated_time).toBeGreaterThan(0)
  })

  test('of a key with a limit are what the key may still spend', async () => {
    await using upstream = await startUpstream(json({ data: { limit_remaining: 3.25 } }))
    const id = await add({ upstream, type: 20 })
    const { body } = await root.get(`/api/channel/update_balance/${id}`)
    expect(body.data.balance).toBe(3.25)
    expect(upstream.requests).toHaveLength(1)
  })

  test('of an account without a payment method count a hundred days', async () => {
    await using upstream = await startUpstream(({ path }) =>
      path.includes('subscription') ? json({ hard_limit_usd: 5 }) : json({ total_usage: 0 }),
    )
    const id = await add({ upstream })
    await root.get(`/api/channel/update_balance/${id}`)
    const query = new URL(upstream.last().path, 'http://x').searchParams
    const days = ['start_date', 'end_date'].map((name) => Date.parse(query.get(name) ?? ''))
    expect(((days[1] ?? 0) - (days[0] ?? 0)) / 86_400_000).toBe(100)
  })

  test('of other types are not to be had', async () => {
    const id = await add({ type: 14 })
    const { body } = await root.get(`/api/channel/update_balance/${id}`)
    expect(body).toMatchObject({ success: false, code: 'channel.balance_unsupported' })
    expect(body.message).toContain('Anthropic')
  })

  test.each([
    ['refused', json({ error: { message: 'bad key' } }, { status: 401 }), 'upstream.refused'],
    ['no number', json({ code: 20000, data: { totalBalance: 'much' } }), 'upstream.invalid_answer'],
    ['of another code', json({ code: 1, data: { totalBalance: '1' } }), 'upstream.invalid_answer'],
  ])('that are %s leave the last one standing', async (_, reply, code) => {
    await using upstream = await startUpstream(reply)
    const id = await add({ upstream, type: 40 })
    const { status, body } = await root.get(`/api/channel/update_balance/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: false, code })
    expect((await root.get(`/api/channel/${id}`)).body.data.balance_updated_time).toBe(0)
  })

  test('of all enabled channels are read, and an empty account is disabled', async () => {
    await using rich = await startUpstream(amounts)
    await using poor = await startUpstream(json({ total_remaining: 0 }))
    const ids = [
      await add({ upstream: rich, type: 40 }),
      await add({ upstream: poor, type: 12 }),
      await add({ upstream: poor, type: 12, auto_ban: false }),
    ]
    await root.put('/api/channel/', { id: await add({ upstream: poor, type: 12 }), status: 2 })
    const { body } = await root.get('/api/channel/update_balance')
    expect(body).toEqual({ success: true, message: '' })
    const rows = await Promise.all(
      ids.map(async (id) => (await root.get(`/api/channel/${id}`)).body.data),
    )
    expect(rows).toMatchObject([
      { status: 1, balance: 12.34 },
      { status: 3, balance: 0 },
      { status: 1, balance: 0 },
    ])
    expect(rows[1].other_info).toContain('insufficient balance')
    expect(poor.requests).toHaveLength(2)
  })
})

describe('the board of models', () => {
  const rowOf = async (model: string) =>
    (await admin.get('/api/model/')).body.data.find((row: { model: string }) => row.model === model)

  test('tells who serves a model, what it costs, and how its calls did', async () => {
    await using upstream = await startUpstream(
      json({
        id: 'x',
        object: 'chat.completion',
        model: 'gpt-4o',
        choices: [
          { index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' },
        ],
        usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
      }),
    )
    await using site = await startGateway({
      env: NO_LIMITS,
      channels: [
        { name: 'on', upstream, models: 'gpt-4o,unheard-of' },
        { name: 'off', upstream, models: 'gpt-4o,resting' },
      ],
      tokens: [{ remain_quota: 10_000_000 }],
    })
    const operator = await apiClient(site).as('root')
    await operator.put('/api/channel/', { id: site.channelIds[1], status: 2 })
    const ask = { model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] }
    expect((await site.post('/v1/chat/completions', ask)).status).toBe(200)
    for (const model of ['resting', 'nowhere']) {
      await site.post('/v1/chat/completions', { ...ask, model })
    }
    await site.idle()
    await site.stop()
    await using again = await startGateway({ env: NO_LIMITS, restartOf: site })
    const { body } = await (await apiClient(again).as('admin')).get('/api/model/')
    const rows = new Map(body.data.map((row: { model: string }) => [row.model, row]))
    expect(body.data[0].model).toBe('gpt-4o')
    expect(rows.get('gpt-4o')).toMatchObject({
      ...{ channels: 2, enabled: 1, served: true, priced: true },
      ...{ prompt_usd: 2.5, completion_usd: 10, call_usd: null },
      ...{ calls: 1, failed: 0, refused: 0 },
    })
    expect(rows.get('unheard-of')).toMatchObject({
      ...{ channels: 1, served: true, priced: false, prompt_usd: null, calls: 0 },
      ...{ calls_by_hour: [], p50_ms: 0 },
    })
    expect(rows.get('resting')).toMatchObject({
      channels: 1,
      enabled: 0,
      served: false,
      refused: 1,
    })
    expect(rows.get('nowhere')).toMatchObject({ channels: 0, served: false, refused: 1 })
  })

  test('has the price of a call where that is what is paid', async () => {
    await add({ models: 'dall-e-3' })
    expect(await rowOf('dall-e-3')).toMatchObject({
      priced: true,
      prompt_usd: null,
      call_usd: 0.04,
    })
  })

  test('is not for ordinary users', async () => {
    const { body } = await user.get('/api/model/')
    expect(body).toMatchObject({ success: false, code: 'permission.denied' })
  })
})
