import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

let gateway: Gateway
let user: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({
    env: NO_LIMITS,
    channels: [
      {
        models: 'gpt-4o,dear-chat,gpt-audio,gemini-2.5-flash,claude-sonnet-4-5,unheard-of',
        group: 'default,secret',
      },
      { models: 'gpt-4o,vip-only', group: 'vip' },
      { models: 'secret-model', group: 'secret' },
    ],
    options: {
      GroupRatio: { default: 1, vip: 0.8, secret: 0.1 },
      UserUsableGroups: { default: 'normal', vip: 'paying', gone: 'no longer there' },
      ModelPrice: { 'dear-chat': 0.04 },
    },
  })
  user = await apiClient(gateway).as('user')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

const pricing = async (caller: { get: ApiCaller['get'] }) => (await caller.get('/api/pricing')).body

test('visitors see what anybody may use, and never the name of another group', async () => {
  const body = await pricing(apiClient(gateway))
  expect(body).toMatchObject({
    success: true,
    group_ratio: { default: 1, vip: 0.8 },
    usable_group: { default: 'normal', vip: 'paying' },
  })
  expect(body.data.map((row: ApiBody) => row.model_name)).toEqual([
    'claude-sonnet-4-5',
    'dear-chat',
    'gemini-2.5-flash',
    'gpt-4o',
    'gpt-audio',
    'unheard-of',
    'vip-only',
  ])
  expect(JSON.stringify(body)).not.toContain('secret')
})

test('rows tell ratio or price, always as numbers', async () => {
  const rows = (await pricing(apiClient(gateway))).data
  const row = (name: string) => rows.find(({ model_name }: ApiBody) => model_name === name)
  expect(row('gpt-4o')).toEqual({
    model_name: 'gpt-4o',
    priced: true,
    quota_type: 0,
    model_ratio: 1.25,
    model_price: 0,
    owner_by: '',
    completion_ratio: 4,
    cache_ratio: 0.5,
    max_output_tokens: 16_384,
    enable_groups: ['default', 'vip'],
  })
  expect(row('dear-chat')).toMatchObject({ quota_type: 1, model_price: 0.04, model_ratio: 0 })
  expect(row('claude-sonnet-4-5')).toMatchObject({ cache_ratio: 0.1, cache_creation_ratio: 1.25 })
  expect(row('gpt-audio')).toMatchObject({ audio_ratio: 12.8, audio_completion_ratio: 2 })
  // It hears, but does not speak.
  expect(row('gemini-2.5-flash').audio_ratio).toBeCloseTo(3.33, 2)
  expect(Object.keys(row('gemini-2.5-flash'))).not.toContain('audio_completion_ratio')
  expect(Object.keys(row('unheard-of'))).not.toContain('audio_ratio')
  expect(row('unheard-of')).toMatchObject({ priced: false, model_ratio: 0, enable_groups: [] })
})

test('a member of a closed group sees it as well', async () => {
  await gateway.services.users.set(TEST_ACTOR, { id: user.id, group: 'secret' })
  const body = await pricing(user)
  expect(body.usable_group).toMatchObject({ secret: 'user group' })
  expect(body.group_ratio.secret).toBe(0.1)
  expect(JSON.stringify(body.data)).toContain('secret-model')
})

test('a model whose channels are all off is no longer for sale', async () => {
  await gateway.services.channels.disable(TEST_ACTOR, { id: gateway.channelIds[1] ?? 0 })
  const { data } = await pricing(apiClient(gateway))
  expect(data.map((row: ApiBody) => row.model_name)).not.toContain('vip-only')
})

test('a stale cookie does not hide the prices', async () => {
  const headers = { cookie: 'session=gone', 'new-api-user': '-1' }
  const { status, body } = await apiClient(gateway).get('/api/pricing/', { headers })
  expect([status, body.success]).toEqual([200, true])
})
