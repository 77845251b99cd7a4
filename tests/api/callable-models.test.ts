/** A model that nobody can call, and a channel that no call can go through, are shown as such. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

const PALM = 11
const EVERY_KIND = 'gpt-4o,text-embedding-3-small,mj_imagine,suno_music,house-blend'

let gateway: Gateway
let root: ApiCaller
let user: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({
    env: NO_LIMITS,
    options: { ModelPrice: { 'dall-e-2': 0.02 } },
    tokens: [{}, { model_limits_enabled: true, model_limits: 'gpt-4o,mj_imagine,gone' }],
    channels: [
      { models: EVERY_KIND },
      { type: PALM, models: 'claude-palm-only,gpt-4o', priority: 9 },
      { models: 'dall-e-2', model_mapping: '{"dall-e-2":"gpt-4o"}' },
    ],
  })
  // As an older version left it: enabled, though nothing goes through it.
  const db = await openDatabase(`${gateway.dataDir}/gw.db`)
  const id = gateway.channelIds[1] ?? 0
  await db.kysely.updateTable('channels').set({ status: 1 }).where('id', '=', id).execute()
  await db.kysely
    .updateTable('abilities')
    .set({ enabled: 1 })
    .where('channel_id', '=', id)
    .execute()
  await db.close()
  root = await apiClient(gateway).as('root')
  user = await apiClient(gateway).as('user')
  await root.put('/api/channel/', { id: gateway.channelIds[0], weight: 1 })
})
afterAll(() => gateway[Symbol.asyncDispose]())

async function listed(key: string | undefined): Promise<string[]> {
  const names: string[] = []
  for await (const { id } of gateway.openai(key).models.list()) names.push(id)
  return names
}

describe('a model that nobody can call', () => {
  test('is not in the list of models, nor is one without a price', async () => {
    expect(await listed(gateway.keys[0])).toEqual(['dall-e-2', 'gpt-4o', 'text-embedding-3-small'])
  })

  test('is not in the list of a token that is limited to it', async () => {
    expect(await listed(gateway.keys[1])).toEqual(['gpt-4o'])
  })

  test('is not found by its name', async () => {
    const call = gateway.openai().models.retrieve('claude-palm-only')
    expect(await call.catch((error) => error.status)).toBe(404)
  })

  test('is in no picker, and pickers of chats have chat models only', async () => {
    const all = ['dall-e-2', 'gpt-4o', 'house-blend', 'text-embedding-3-small']
    expect((await user.get('/api/user/models')).body.data).toEqual(all)
    const chats = await user.get('/api/user/models?operation=chat')
    expect(chats.body.data).toEqual(['dall-e-2', 'gpt-4o', 'house-blend'])
    expect((await root.get('/api/channel/models_enabled')).body.data).toEqual(all)
    const { body } = await user.get('/api/user/models?operation=nonsense')
    expect(body.success).toBe(false)
  })

  test('is on no price list, and one without a price has none', async () => {
    const { data } = (await user.get('/api/pricing')).body
    const row = (name: string) => data.find(({ model_name }: ApiBody) => model_name === name)
    expect(data.map(({ model_name }: ApiBody) => model_name)).toEqual([
      'dall-e-2',
      'gpt-4o',
      'house-blend',
      'text-embedding-3-small',
    ])
    expect(row('gpt-4o')).toMatchObject({ priced: true, enable_groups: ['default'] })
    expect(row('house-blend')).toEqual({
      model_name: 'house-blend',
      priced: false,
      quota_type: 0,
      model_ratio: 0,
      model_price: 0,
      owner_by: '',
      completion_ratio: 0,
      enable_groups: [],
    })
  })

  test('is priced for everybody where self-use mode sells what has no price', async () => {
    await root.put('/api/option/', { key: 'SelfUseModeEnabled', value: 'true' })
    const { data } = (await user.get('/api/pricing')).body
    const row = data.find(({ model_name }: ApiBody) => model_name === 'house-blend')
    expect(row).toMatchObject({ priced: true, model_ratio: 37.5 })
    expect(await listed(gateway.keys[0])).toContain('house-blend')
    await root.put('/api/option/', { key: 'SelfUseModeEnabled', value: 'false' })
  })

  test('is not counted by the command line', async () => {
    const models = await gateway.cli(['model', 'list', '--json'])
    const names = JSON.parse(models.stdout).map(({ model }: ApiBody) => model)
    expect(names).toEqual(['dall-e-2', 'gpt-4o', 'house-blend', 'text-embedding-3-small'])
    const prices = await gateway.cli(['pricing', 'list'])
    expect(prices.stdout).toMatch(/house-blend\s+not priced\s+-\s+-\s+-/)
    expect(prices.stdout).not.toContain('37.5')
  })

  test('is named by the doctor, like the channel that cannot relay', async () => {
    const { stdout } = await gateway.cli(['doctor', '--json'])
    const rows = JSON.parse(stdout).filter(({ id }: ApiBody) => id === 'callable')
    expect(rows.map(({ status }: ApiBody) => status)).toEqual(['warn', 'warn'])
    expect(rows[0].message).toContain('PaLM2')
    expect(rows[1].message).toContain('claude-palm-only')
    expect(rows[1].message).toContain('mj_imagine')
  })
})

describe('a channel whose type relays nothing', () => {
  const draft = { type: PALM, name: 'palm', key: 'k', models: 'm' }
  const created = async (fields = {}) =>
    (await root.post('/api/channel/', { ...draft, ...fields })).body.data[0]

  test('is stored disabled', async () => {
    expect(await created()).toMatchObject({ type: PALM, status: 2 })
  })

  test('is not enabled, and the refusal names the type', async () => {
    const { id } = await created()
    const { body } = await root.put('/api/channel/', { id, status: 1 })
    expect(body).toMatchObject({ success: false, code: 'channel.type_retired' })
    expect(body.message).toContain('PaLM2')
    const told = await gateway.cli(['channel', 'enable', String(id)])
    expect(told.code).toBe(1)
    expect(told.stderr).toContain('PaLM2')
  })

  test('is passed over when its tag is enabled, and alone under a tag refused', async () => {
    const { id } = await created({ tag: 'mixed' })
    const [able] = (
      await root.post('/api/channel/', { name: 'n', key: 'k', models: 'm', tag: 'mixed' })
    ).body.data
    await root.post('/api/channel/tag/disabled', { tag: 'mixed' })
    expect((await root.post('/api/channel/tag/enabled', { tag: 'mixed' })).body.success).toBe(true)
    expect((await root.get(`/api/channel/${able.id}`)).body.data.status).toBe(1)
    expect((await root.get(`/api/channel/${id}`)).body.data.status).toBe(2)
    await created({ tag: 'alone' })
    const { body } = await root.post('/api/channel/tag/enabled', { tag: 'alone' })
    expect(body.code).toBe('channel.type_retired')
  })

  test('rests as soon as a channel is given such a type', async () => {
    const [channel] = (await root.post('/api/channel/', { ...draft, type: 1 })).body.data
    expect(channel.status).toBe(1)
    const { body } = await root.put('/api/channel/', { id: channel.id, type: PALM })
    expect(body.data).toMatchObject({ type: PALM, status: 2 })
    const back = await root.put('/api/channel/', { id: channel.id, type: 1, status: 1 })
    expect(back.body.data.status).toBe(1)
  })

  test('is said to rest by the command that adds it', async () => {
    const added = await gateway.cli(
      ['channel', 'add', 'more', '--type', 'palm', '--models', 'm', '--key', 'k'],
      {},
    )
    expect(added.code).toBe(0)
    expect(added.stderr).toContain('retired, use Google Gemini')
    expect(added.stdout).toContain('retired, use Google Gemini')
    expect(added.stdout).toContain('disabled')
  })

  test('keeps no response time of a test that was not made', async () => {
    const { id } = await created()
    const { body } = await root.post(`/api/channel/test/${id}`)
    expect(body).toMatchObject({ success: false, code: 'channel.type_retired' })
    expect((await root.get(`/api/channel/${id}`)).body.data).toMatchObject({
      response_time: 0,
      test_time: 0,
    })
  })
})
