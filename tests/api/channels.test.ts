import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

let gateway: Gateway
let root: ApiCaller
let admin: ApiCaller

beforeAll(async () => {
  const options = { GroupRatio: { default: 1, vip: 2 } }
  gateway = await startGateway({ env: NO_LIMITS, options })
  const api = apiClient(gateway)
  root = await api.as('root')
  admin = await api.as('admin')
})
afterAll(() => gateway[Symbol.asyncDispose]())

async function removeAll(): Promise<void> {
  const { body } = await root.get('/api/channel/search')
  const ids = body.data.map(({ id }: { id: number }) => id)
  if (ids.length > 0) await root.post('/api/channel/batch', { ids })
}
beforeEach(removeAll)
afterEach(removeAll)

const MAIN = { name: 'main', key: 'sk-upstream', models: 'gpt-4o,gpt-4o-mini', type: 1 }

async function add(fields: object = {}, caller = root): Promise<ApiBody> {
  const { body } = await caller.post('/api/channel/', { ...MAIN, ...fields })
  expect(body).toMatchObject({ success: true, message: '' })
  return body.data[0]
}

const names = (body: ApiBody): string[] => body.data.map(({ name }: { name: string }) => name)

describe('the row of a channel', () => {
  test('has every field of the wire, no null, and never the key', async () => {
    const { id } = await add()
    const { body } = await root.get(`/api/channel/${id}`)
    expect(body).toMatchObject({ success: true, message: '' })
    expect(body.data).toEqual({
      id,
      type: 1,
      key: '',
      openai_organization: '',
      test_model: '',
      status: 1,
      name: 'main',
      weight: 0,
      created_time: expect.any(Number),
      test_time: 0,
      frozen_until: 0,
      frozen_from: 0,
      response_time: 0,
      base_url: '',
      other: '',
      balance: 0,
      balance_updated_time: 0,
      models: 'gpt-4o,gpt-4o-mini',
      group: 'default',
      used_quota: 0,
      model_mapping: '',
      status_code_mapping: '',
      priority: 0,
      auto_ban: 1,
      other_info: '',
      tag: '',
      setting: '',
      param_override: '',
      max_input_tokens: 0,
      allow_private: 1,
      key_mode: '',
      key_count: 1,
      keys_in_use: 1,
      keys_cooling: 0,
      cooling_until: 0,
      cooling_reason: '',
    })
  })

  test('appears under both forms of every path', async () => {
    const { id } = await add()
    expect((await root.get('/api/channel')).body.data).toHaveLength(1)
    expect((await root.get(`/api/channel/${id}/`)).body.data.id).toBe(id)
    expect((await root.delete(`/api/channel/${id}/`)).body.success).toBe(true)
  })
})

describe('lists', () => {
  test('are bare arrays with their length beside them, pages counted from 0', async () => {
    for (const priority of [1, 3, 2]) await add({ name: `p${priority}`, priority })
    const first = await root.get('/api/channel/?p=0&page_size=2&id_sort=false&tag_mode=false')
    expect(names(first.body)).toEqual(['p3', 'p2'])
    expect(first.body).toMatchObject({ total: 3, page_size: 2 })
    expect(names((await root.get('/api/channel/?p=1&page_size=2')).body)).toEqual(['p1'])
    expect(names((await root.get('/api/channel/?id_sort=true')).body)).toEqual(['p2', 'p3', 'p1'])
  })

  test('a page size of nonsense is ten, and none is above a hundred', async () => {
    for (const query of ['', '?page_size=0', '?page_size=NaN', '?page_size=-1']) {
      expect((await root.get(`/api/channel/${query}`)).body.page_size).toBe(10)
    }
    expect((await root.get('/api/channel/?page_size=9999')).body.page_size).toBe(100)
  })

  test('tag mode pages over tags, shows whole tags, and leaves the untagged out', async () => {
    await add({ name: 'none' })
    await add({ name: 'b1', tag: 'b' })
    await add({ name: 'a1', tag: 'a' })
    await add({ name: 'b2', tag: 'b' })
    const { body } = await root.get('/api/channel/?p=0&page_size=1&tag_mode=true&id_sort=true')
    expect(names(body)).toEqual(['a1'])
    expect(body).toMatchObject({ total: 2, untagged: 1 })
    const second = await root.get('/api/channel/?p=1&page_size=1&tag_mode=true&id_sort=true')
    expect(names(second.body)).toEqual(['b2', 'b1'])
    expect(second.body.data.map(({ key }: ApiBody) => key)).toEqual(['', ''])
  })

  test('tag mode shows the untagged behind the tags to those who ask for them', async () => {
    for (const name of ['none1', 'none2', 'none3']) await add({ name })
    await add({ name: 'a1', tag: 'a' })
    await add({ name: 'a2', tag: 'a' })
    const pageOf = async (p: number) => {
      const query = `p=${p}&page_size=2&tag_mode=true&untagged=true&id_sort=true`
      const { body } = await root.get(`/api/channel/search?${query}`)
      expect(body).toMatchObject({ total: 4, untagged: 3 })
      return names(body)
    }
    expect(await pageOf(0)).toEqual(['a2', 'a1', 'none3'])
    expect(await pageOf(1)).toEqual(['none2', 'none1'])
    expect(await pageOf(2)).toEqual([])
    const { body } = await root.get('/api/channel/search?keyword=none&tag_mode=true&page_size=9')
    expect(body).toMatchObject({ data: [], total: 0, untagged: 3 })
  })

  test('search takes part of a name, an id, a whole key, a group and a model', async () => {
    const { id } = await add({ name: 'alpha', key: 'sk-find-me', group: 'default,vip' })
    await add({ name: 'beta', models: 'other' })
    const find = async (query: string) =>
      names((await root.get(`/api/channel/search?${query}`)).body)
    expect(await find('keyword=ALPH&group=null&model=')).toEqual(['alpha'])
    expect(await find(`keyword=${id}`)).toEqual(['alpha'])
    expect(await find('keyword=sk-find-me')).toEqual(['alpha'])
    expect(await find('keyword=sk-find')).toEqual([])
    expect(await find('group=vip')).toEqual(['alpha'])
    expect(await find('group=vi')).toEqual([])
    expect(await find('model=other')).toEqual(['beta'])
    expect(await find('keyword=%25')).toEqual([])
  })

  test('search in tag mode brings the whole tag of what it finds', async () => {
    await add({ name: 'alpha', tag: 't' })
    await add({ name: 'beta', tag: 't' })
    await add({ name: 'gamma' })
    const { body } = await root.get('/api/channel/search?keyword=alpha&tag_mode=true')
    expect(names(body).sort()).toEqual(['alpha', 'beta'])
  })
})

describe('adding', () => {
  test('each line of the key makes a channel of its own', async () => {
    const { body } = await root.post('/api/channel/', { ...MAIN, key: 'a\n\nb\n' })
    expect(body.data).toHaveLength(2)
  })

  test('fields that are not an operator’s to set are ignored', async () => {
    const stolen = { id: 900, balance: 99, used_quota: 77, status: 2, created_time: 5 }
    const made = await add({ ...stolen, max_input_tokens: 1, groups: ['vip'] })
    expect(made).toMatchObject({ balance: 0, used_quota: 0, status: 1, group: 'vip' })
    expect(made.id).not.toBe(900)
    expect(made.created_time).toBeGreaterThan(5)
  })

  test('a copy as older front ends send it takes over the key of its original', async () => {
    const original = await add({ name: 'one', key: 'sk-original', base_url: 'https://a.example' })
    const row = { ...original, name: 'one_copy', id: undefined, created_time: null }
    const copy = await add({ ...row, key: String(original.id) }, admin)
    const { body } = await root.get('/api/channel/search?keyword=sk-original&id_sort=true')
    expect(names(body)).toEqual(['one_copy', 'one'])
    expect(copy.id).not.toBe(original.id)
  })

  test('an admin cannot carry a key elsewhere by copying its channel', async () => {
    const { id } = await add({ base_url: 'https://a.example' })
    const copy = { ...MAIN, key: '', copy_of: id, base_url: 'https://thief.example' }
    const { body } = await admin.post('/api/channel/', copy)
    expect(body).toMatchObject({ success: false, code: 'channel.key_empty' })
  })

  test.each([
    [{ name: '' }, 'channel.name_or_key_empty', 'Please fill in channel name and key'],
    [{ key: '' }, 'channel.name_or_key_empty', 'Please fill in channel name and key'],
    [{ models: '' }, 'channel.models_empty', 'Please select at least one model'],
    [{ type: 999 }, 'channel.type_unknown', 'Unknown channel type: 999'],
    [{ group: 'nowhere' }, 'group.not_found', 'The group nowhere does not exist'],
    [{ base_url: 'ftp://x' }, 'channel.base_url_invalid', 'valid http or https URL'],
    [{ model_mapping: '{' }, 'channel.field_invalid', 'model_mapping'],
    [{ weight: -1 }, 'value.out_of_range', 'weight'],
    [{ priority: 'high' }, 'value.invalid', 'priority'],
  ])('%p is refused with HTTP 200, a code and a message', async (fields, code, message) => {
    const { status, body } = await root.post('/api/channel/', { ...MAIN, ...fields })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: false, code })
    expect(body.message).toContain(message)
    expect((await root.get('/api/channel/')).body.total).toBe(0)
  })

  test('messages come in Chinese for whoever reads Chinese', async () => {
    const headers = { 'accept-language': 'zh-CN' }
    const { body } = await root.post('/api/channel/', { ...MAIN, models: '' }, { headers })
    expect(body.message).toBe('请至少选择一个模型')
  })

  test.each([
    { base_url: 'http://127.0.0.1:1' },
    { base_url: 'http://[::1]/v1' },
    { base_url: 'http://localhost:9' },
    { base_url: 'http://169.254.169.254' },
    { setting: '{"proxy":"http://10.0.0.1:3128"}' },
    { setting: '{"proxy":"http://no-such-host.invalid:3128"}' },
  ])('an admin below root may not point a channel at %p', async (place) => {
    const { body } = await admin.post('/api/channel/', { ...MAIN, ...place })
    expect(body).toMatchObject({ success: false, code: 'channel.address_refused' })
    expect((await root.post('/api/channel/', { ...MAIN, ...place })).body.success).toBe(true)
  })
})

describe('changing', () => {
  test('what is blank or absent stays, and the new row comes back without its key', async () => {
    const { id } = await add({ tag: 't', weight: 5 })
    const blank = { id, name: '', key: '', models: '', group: '', type: 0, status: 0 }
    const { body } = await root.put('/api/channel/', { ...blank, weight: 0, tag: null })
    expect(body.data).toMatchObject({ ...MAIN, key: '', weight: 0, tag: 't', status: 1 })
    const found = await root.get('/api/channel/search?keyword=sk-upstream')
    expect(found.body.data).toHaveLength(1)
  })

  test.each([[{ status: 2 }], [{ priority: -7 }], [{ weight: 3 }], [{ tag: '' }]])(
    'only %p may be sent',
    async (change) => {
      const { id } = await add({ tag: 'x' })
      const { body } = await root.put('/api/channel/', { id, ...change })
      expect(body.data).toMatchObject({ ...MAIN, key: '', ...change })
    },
  )

  test('disabling says when, and takes the models out of the list', async () => {
    const { id } = await add()
    const enabled = async () => (await root.get('/api/channel/models_enabled')).body.data
    expect(await enabled()).toEqual(['gpt-4o', 'gpt-4o-mini'])
    const { body } = await root.put('/api/channel/', { id, status: 2 })
    expect(JSON.parse(body.data.other_info).status_time).toBeGreaterThan(0)
    expect(await enabled()).toEqual([])
  })

  test('nobody sets the status that is the gateway’s own', async () => {
    const { id } = await add()
    const { body } = await root.put('/api/channel/', { id, status: 3 })
    expect(body).toMatchObject({ success: false, code: 'value.invalid' })
  })

  test('an admin may save a private channel of root as it is, but not move one there', async () => {
    const place = { base_url: 'http://127.0.0.1:9' }
    const rows = [await add(place), await add({ name: 'other' })]
    const same = await admin.put('/api/channel/', { ...rows[0], name: 'renamed' })
    expect(same.body.data).toMatchObject({ name: 'renamed', allow_private: 1 })
    const moved = await admin.put('/api/channel/', { ...rows[1], ...place, key: 'sk-own' })
    expect(moved.body).toMatchObject({ success: false, code: 'channel.address_refused' })
  })

  test('an admin enters the key again for a new host, root does not', async () => {
    const { id } = await add({ base_url: 'https://a.example' })
    const move = { id, base_url: 'https://b.example' }
    const refused = await admin.put('/api/channel/', move)
    expect(refused.body).toMatchObject({ success: false, code: 'channel.key_empty' })
    expect((await root.put('/api/channel/', move)).body.data.base_url).toBe('https://b.example')
  })

  test('one that is not there is not found', async () => {
    for (const answer of [
      await root.get('/api/channel/999999'),
      await root.put('/api/channel/', { id: 999_999, name: 'x' }),
      await root.delete('/api/channel/999999'),
      await root.get('/api/channel/test/999999'),
      await root.get('/api/channel/update_balance/999999'),
      await root.get('/api/channel/fetch_models/999999'),
    ]) {
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ success: false, code: 'channel.not_found' })
    }
  })
})

describe('many at once', () => {
  test('deleting takes the ids that are there and tells how many', async () => {
    const ids = [(await add()).id, (await add()).id]
    const { body } = await root.post('/api/channel/batch', { ids: [...ids, 999_999, ids[0]] })
    expect(body).toEqual({ success: true, message: '', data: 2 })
    expect((await root.get('/api/channel/')).body.total).toBe(0)
  })

  test('deleting the disabled ones spares the others', async () => {
    const off = await add()
    const fallen = await add()
    await add({ name: 'works' })
    await root.put('/api/channel/', { id: off.id, status: 2 })
    await gateway.services.channels.autoDisable({ id: fallen.id, reason: 'status 401' })
    expect((await root.delete('/api/channel/disabled')).body.data).toBe(2)
    expect(names((await root.get('/api/channel/')).body)).toEqual(['works'])
    expect((await root.delete('/api/channel/disabled')).body.data).toBe(0)
  })

  test('a tag is given and taken away', async () => {
    const { id } = await add()
    const tag = async (value: string | null) =>
      (await root.post('/api/channel/batch/tag', { ids: [id], tag: value })).body
    expect(await tag('blue')).toMatchObject({ data: 1 })
    expect((await root.get(`/api/channel/${id}`)).body.data.tag).toBe('blue')
    expect(await tag('  ')).toMatchObject({ success: false, code: 'channel.tag_empty' })
    expect(await tag(null)).toMatchObject({ data: 1 })
    expect((await root.get(`/api/channel/${id}`)).body.data.tag).toBe('')
  })

  test('a selection of nothing is refused', async () => {
    for (const answer of [
      await root.post('/api/channel/batch', { ids: [] }),
      await root.post('/api/channel/batch/tag', { ids: [], tag: 'x' }),
    ]) {
      expect(answer.body).toMatchObject({ success: false, code: 'channel.none_selected' })
      expect(answer.body.message).toBe('Please select channels first')
    }
  })

  test('a tag is switched off and on as a whole, fallen channels too', async () => {
    const ids = [(await add({ tag: 't' })).id, (await add({ tag: 't' })).id]
    const [first = 0] = ids
    await gateway.services.channels.autoDisable({ id: first, reason: 'status 401' })
    const statuses = async () =>
      (await root.get('/api/channel/?id_sort=1')).body.data.map(({ status }: ApiBody) => status)
    await root.post('/api/channel/tag/disabled', { tag: 't' })
    expect(await statuses()).toEqual([2, 2])
    const { body } = await root.post('/api/channel/tag/enabled', { tag: 't' })
    expect(body).toEqual({ success: true, message: '' })
    expect(await statuses()).toEqual([1, 1])
  })

  test('a tag is edited as a whole, and only in what is not blank', async () => {
    await add({ tag: 't', weight: 2 })
    await add({ tag: 't', models: 'x', group: 'vip' })
    const edit = { tag: 't', new_tag: 'u', models: 'm1,m2', groups: '', weight: 0 }
    expect((await root.put('/api/channel/tag', edit)).body.data).toBe(2)
    const rows = (await root.get('/api/channel/?id_sort=true')).body.data
    expect(rows).toMatchObject([
      { tag: 'u', models: 'm1,m2', group: 'vip', weight: 0 },
      { tag: 'u', models: 'm1,m2', group: 'default', weight: 0 },
    ])
    expect((await root.get('/api/channel/models_enabled')).body.data).toEqual(['m1', 'm2'])
  })

  test('a blank new tag dissolves the tag, and the same one changes nothing', async () => {
    const { id } = await add({ tag: 't' })
    const edit = (fields: object) => root.put('/api/channel/tag', { tag: 't', ...fields })
    expect((await edit({ new_tag: 't' })).body.success).toBe(true)
    expect((await root.get(`/api/channel/${id}`)).body.data.tag).toBe('t')
    await edit({ new_tag: '' })
    expect((await root.get(`/api/channel/${id}`)).body.data.tag).toBe('')
  })

  test.each([
    ['PUT', '/api/channel/tag'],
    ['POST', '/api/channel/tag/enabled'],
    ['POST', '/api/channel/tag/disabled'],
  ])('%s %s wants a tag that some channel has', async (method, path) => {
    const send = async (tag: string) => (await root.send(method, path, { tag })).body
    expect(await send('')).toMatchObject({ success: false, code: 'channel.tag_empty' })
    expect(await send('ghost')).toMatchObject({
      success: false,
      code: 'channel.tag_not_found',
      message: 'The tag ghost does not exist',
    })
  })
})
