import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type Fixture, OPERATOR, openFixture, person, refusal } from './services-fixture'

let gw: Fixture

beforeEach(async () => {
  gw = await openFixture((_, model) =>
    Promise.resolve({ ok: model !== 'bad', tookMs: 12.4, message: model }),
  )
})
afterEach(async () => {
  await gw.close()
})

type CreateInput = Partial<Parameters<Fixture['channels']['create']>[1]>
const ADMIN = person(10, 5)

async function create(input: CreateInput = {}, actor = OPERATOR) {
  const [channel] = await gw.channels.create(actor, {
    name: 'main',
    key: 'sk-upstream',
    models: 'gpt-4o',
    ...input,
  })
  if (channel === undefined) {
    throw new Error('no channel was made')
  }
  return channel
}

const abilities = async () =>
  await gw.db.kysely
    .selectFrom('abilities')
    .select(['group', 'model', 'channel_id', 'enabled', 'priority', 'weight'])
    .orderBy('channel_id')
    .orderBy('group')
    .orderBy('model')
    .execute()

describe('adding', () => {
  test('routing rows follow groups and models, without repetitions', async () => {
    const { id } = await create({ models: 'a,b, a,', group: 'default,vip', priority: 3, weight: 2 })
    const row = { channel_id: id, enabled: 1, priority: 3, weight: 2 } as const
    expect(await abilities()).toEqual([
      { group: 'default', model: 'a', ...row },
      { group: 'default', model: 'b', ...row },
      { group: 'vip', model: 'a', ...row },
      { group: 'vip', model: 'b', ...row },
    ])
  })

  test('the key is sealed and appears nowhere else', async () => {
    await create({ key: 'sk-very-secret' })
    const everything = [
      await gw.db.kysely.selectFrom('channels').selectAll().execute(),
      await gw.channels.list(),
      await gw.audit.list(),
    ]
    expect(JSON.stringify(everything)).not.toContain('sk-very-secret')
  })

  test('each line is a key of its own channel, but for service accounts', async () => {
    const keys = { name: 'n', models: 'm', key: ' one \n\ntwo\r\none' }
    expect(await gw.channels.create(OPERATOR, keys)).toHaveLength(2)
    const account = { type: 'service_account', client_email: 'a@b.example', private_key: 'k' }
    const key = JSON.stringify({ ...account, project_id: 'p' }, null, 2)
    const vertex = await gw.channels.create(OPERATOR, { ...keys, key, type: 41, other: 'global' })
    expect(vertex).toHaveLength(1)
  })

  test('trailing slashes go and type 18 gets its version', async () => {
    expect((await create({ base_url: 'https://a.example/v1//' })).base_url).toBe(
      'https://a.example/v1',
    )
    expect((await create({ type: 18 })).other).toBe('v2.1')
  })

  test('only what root adds may reach private addresses', async () => {
    expect((await create()).allow_private).toBe(1)
    expect((await create({}, ADMIN)).allow_private).toBe(0)
  })

  test.each([
    [{ name: ' ' }, 'channel.name_or_key_empty'],
    [{ key: ' \n ' }, 'channel.name_or_key_empty'],
    [{ models: ' , ' }, 'channel.models_empty'],
    [{ models: 'm'.repeat(256) }, 'value.too_long'],
    [{ type: 9999 }, 'channel.type_unknown'],
    [{ group: 'default,nowhere' }, 'group.not_found'],
    [{ base_url: 'ftp://a.example' }, 'channel.base_url_invalid'],
    [{ base_url: 'a.example' }, 'channel.base_url_invalid'],
    [{ weight: -1 }, 'value.out_of_range'],
    [{ priority: 0.5 }, 'value.out_of_range'],
    [{ model_mapping: '{' }, 'channel.field_invalid'],
    [{ model_mapping: '[]' }, 'channel.field_invalid'],
    [{ model_mapping: '{"a":1}' }, 'channel.field_invalid'],
    [{ model_mapping: '{"a":"b","b":"c","c":"a"}' }, 'channel.field_invalid'],
    [{ status_code_mapping: '{"400":"ok"}' }, 'channel.field_invalid'],
    [{ status_code_mapping: '{"400":99}' }, 'channel.field_invalid'],
    [{ param_override: '"text"' }, 'channel.field_invalid'],
    [{ setting: '{"proxy":"ftp://x"}' }, 'channel.field_invalid'],
    [{ setting: '{"cut_policy":"never"}' }, 'channel.field_invalid'],
    [{ setting: '{"fidelity":"loud"}' }, 'channel.field_invalid'],
    [{ setting: '{"force_format":"yes"}' }, 'channel.field_invalid'],
    [{ setting: '{"cutpolicy":"drain"}' }, 'channel.field_invalid'],
  ] as const)('%p is refused and leaves nothing', async (input, id) => {
    expect(await refusal(create(input))).toBe(id)
    expect((await gw.channels.list()).total).toBe(0)
    expect(await abilities()).toEqual([])
    expect(gw.changes).toEqual([])
  })

  test('every valid JSON field is kept as written', async () => {
    const fields = {
      model_mapping: '{"a":"b","b":"c","d":"d"}',
      status_code_mapping: '{"400":500,"429":"503"}',
      param_override: '{"temperature":0}',
      setting: '{"proxy":"socks5://h:1080","cut_policy":"refund","force_format":true}',
    }
    expect(await create(fields)).toMatchObject(fields)
    expect((await create({ model_mapping: ' {} ' })).model_mapping).toBe('')
  })
})

describe('changing', () => {
  test('what is not given stays, and routing rows follow', async () => {
    const { id } = await create({ models: 'a', tag: 't' })
    const changed = await gw.channels.set(OPERATOR, { id, models: 'b', weight: 7 })
    expect(changed).toMatchObject({ models: 'b', weight: 7, tag: 't', name: 'main' })
    expect(await abilities()).toMatchObject([{ model: 'b', weight: 7 }])
  })

  test('a refused change changes nothing', async () => {
    const { id } = await create({ models: 'a' })
    const attempt = gw.channels.set(OPERATOR, { id, models: 'b', setting: '{"x":1}' })
    expect(await refusal(attempt)).toBe('channel.field_invalid')
    expect(await abilities()).toMatchObject([{ model: 'a' }])
  })

  test.each([
    [{ base_url: 'https://thief.example' }],
    [{ base_url: 'http://a.example' }],
    [{ setting: '{"proxy":"http://thief.example:1"}' }],
    [{ base_url: '', type: 43 }],
  ])('an admin who sends the key elsewhere by %p must enter it again', async (change) => {
    const { id } = await create({ base_url: 'https://a.example' })
    const set = (key?: string) => gw.channels.set(ADMIN, { id, ...change, key })
    expect(await refusal(set())).toBe('channel.key_empty')
    expect(await refusal(set(' '))).toBe('channel.key_empty')
    expect((await set('sk-own')).allow_private).toBe(0)
  })

  test('an admin may change the path on the same host, and root everything', async () => {
    const { id } = await create({ base_url: 'https://a.example' })
    const path = { id, base_url: 'https://a.example/v2' }
    expect(await gw.channels.set(ADMIN, path)).toMatchObject({ allow_private: 1 })
    const host = { id, base_url: 'https://b.example' }
    expect(await gw.channels.set(OPERATOR, host)).toMatchObject({ base_url: host.base_url })
  })

  test('two keys for one channel are refused', async () => {
    const { id } = await create()
    expect(await refusal(gw.channels.set(OPERATOR, { id, key: 'a\nb' }))).toBe(
      'channel.field_invalid',
    )
  })

  test('a new key is on record without being told', async () => {
    const { id } = await create()
    await gw.channels.set(OPERATOR, { id, key: 'sk-brand-new' })
    const [entry] = await gw.audit.list()
    expect(entry).toMatchObject({ action: 'channel.set', after: '{"key":"***"}' })
  })
})

describe('status', () => {
  test('disabling takes the routing rows out and enabling brings them back', async () => {
    const { id } = await create()
    const disabled = await gw.channels.disable(OPERATOR, { id, reason: 'leak' })
    expect(disabled.status).toBe(2)
    expect(JSON.parse(disabled.other_info)).toEqual({
      status_reason: 'leak',
      status_time: Math.floor(gw.clock.ms / 1000),
    })
    expect(await abilities()).toMatchObject([{ enabled: 0 }])
    expect((await gw.channels.enable(OPERATOR, { id })).status).toBe(1)
    expect(await abilities()).toMatchObject([{ enabled: 1 }])
  })

  test('the gateway never overrules a person who disabled a channel', async () => {
    const { id } = await create()
    await gw.channels.disable(OPERATOR, { id, reason: 'mine' })
    const after = await gw.channels.autoDisable({ id, reason: 'status 401' })
    expect(after.status).toBe(2)
    expect(after.other_info).toContain('mine')
  })

  test('an automatic disabling is on record once, by the system', async () => {
    const { id } = await create()
    await gw.channels.autoDisable({ id, reason: 'status 401' })
    await gw.channels.autoDisable({ id, reason: 'again' })
    const entries = await gw.audit.list({ action: 'channel.auto_disable' })
    expect(entries).toMatchObject([{ actor: 'system:system' }])
    expect((await gw.channels.show(id)).other_info).toContain('status 401')
  })

  test('deleting removes channel and routing rows, and a second time it is not found', async () => {
    const { id } = await create()
    await gw.channels.remove(OPERATOR, id)
    expect(await abilities()).toEqual([])
    expect(await refusal(gw.channels.remove(OPERATOR, id))).toBe('channel.not_found')
  })
})

describe('finding and testing', () => {
  test('search takes names, ids, whole keys, models and exact groups', async () => {
    const { id } = await create({ name: 'alpha', group: 'vip', key: 'sk-find-me' })
    await create({ name: 'beta', models: 'other' })
    const find = async (input: Parameters<Fixture['channels']['list']>[0]) =>
      (await gw.channels.list(input)).items.map((channel) => channel.id)
    for (const input of [
      { keyword: 'ALPH' },
      { keyword: String(id) },
      { keyword: 'sk-find-me' },
      { group: 'vip' },
      { model: 'gpt' },
    ]) {
      expect(await find(input)).toEqual([id])
    }
    expect(await find({ keyword: 'sk-find' })).toEqual([])
    expect(await find({ group: 'vi' })).toEqual([])
  })

  test('a name that two channels have is refused rather than guessed', async () => {
    await create()
    expect(await gw.channels.show('main')).toMatchObject({ name: 'main' })
    await create()
    expect(await refusal(gw.channels.show('main'))).toBe('value.invalid')
    expect(await refusal(gw.channels.show('none'))).toBe('channel.not_found')
  })

  test('a test stores its time, and how long it took where it was good', async () => {
    const { id } = await create({ models: 'm1,m2', test_model: 'm2' })
    const test_time = Math.floor(gw.clock.ms / 1000)
    expect(await gw.channels.test(OPERATOR, { id })).toMatchObject({ ok: true, model: 'm2' })
    expect(await gw.channels.show(id)).toMatchObject({ response_time: 12, test_time })
    expect(await gw.channels.test(OPERATOR, { id, model: 'bad' })).toMatchObject({ ok: false })
    // A number would look like the one of a channel that works.
    expect(await gw.channels.show(id)).toMatchObject({ response_time: 0, test_time })
  })
})
