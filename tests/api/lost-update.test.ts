/** Two people who edit one row: neither undoes what the other has done. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

let gateway: Gateway
let root: ApiCaller

beforeAll(async () => {
  const channels = [{ name: 'main', base_url: 'https://one.example', models: 'm' }]
  gateway = await startGateway({ env: NO_LIMITS, users: [{ username: 'ann' }], channels })
  root = await apiClient(gateway).as('root')
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

interface Edited {
  readonly noun: string
  readonly put: string
  readonly id: () => number | Promise<number>
  readonly read: (id: number) => Promise<ApiBody>
  /** A field that another person changes, and one that is edited here. */
  readonly theirs: Readonly<Record<string, string>>
  readonly ours: Readonly<Record<string, string>>
}

const made = async (path: string, body: object) => (await root.post(path, body)).body.data[0]
const shown = (path: string) => async (id: number) => (await root.get(`${path}${id}`)).body.data

const NOUNS: readonly Edited[] = [
  {
    noun: 'channel',
    put: '/api/channel/',
    id: () => gateway.channelIds[0] ?? 0,
    read: shown('/api/channel/'),
    theirs: { name: 'renamed' },
    ours: { test_model: 'm' },
  },
  {
    noun: 'token',
    put: '/api/token/',
    id: async () => (await made('/api/token/', { name: 'app' })).id,
    read: shown('/api/token/'),
    theirs: { name: 'renamed' },
    ours: { allow_ips: '192.0.2.1' },
  },
  {
    noun: 'user',
    put: '/api/user/',
    id: () => gateway.userIds[0] ?? 0,
    read: shown('/api/user/'),
    theirs: { username: 'renamed' },
    ours: { display_name: 'Ann' },
  },
]

test.each(NOUNS)('$noun: other fields stay, and the same field is asked about', async (edited) => {
  const { put, read, theirs, ours } = edited
  const id = await edited.id()
  const before = await read(id)
  const [[field = '', theirValue = ''] = []] = Object.entries(theirs)
  const expected = { [field]: before[field] }

  expect((await root.put(put, { id, ...theirs, expected })).body.success).toBe(true)
  expect((await root.put(put, { id, ...ours, expected: {} })).body.success).toBe(true)
  expect(await read(id)).toMatchObject({ ...theirs, ...ours })

  const late = await root.put(put, { id, [field]: 'mine', expected })
  expect(late.body).toMatchObject({ success: false, code: 'value.invalid' })
  expect(late.body.message).toContain(theirValue)
  expect(await read(id)).toMatchObject(theirs)
  // Who has seen it may change it.
  const seen = { [field]: theirValue }
  expect((await root.put(put, { id, [field]: 'mine', expected: seen })).body.success).toBe(true)
})

test('settings of a channel are compared as they are shown', async () => {
  const [id = 0] = gateway.channelIds
  const put = (setting: object, expected: string) =>
    root.put('/api/channel/', {
      id,
      setting: JSON.stringify(setting),
      expected: { setting: expected },
    })
  expect((await put({ proxy: 'http://u:p@proxy.example' }, '')).body.success).toBe(true)
  expect((await put({ force_format: true }, '')).body.success).toBe(false)
  const { setting } = await shown('/api/channel/')(id)
  expect(setting).toContain('***')
  expect((await put({ force_format: true }, setting)).body.success).toBe(true)
})

test('settings are compared with what was read', async () => {
  const put = (key: string, value: unknown, expected?: unknown) =>
    root.put('/api/option/', { key, value, expected })
  expect((await put('RetryTimes', 3, '2')).body.success).toBe(true)
  const late = await put('RetryTimes', 4, '2')
  expect(late.body).toMatchObject({ success: false, code: 'value.invalid' })
  expect(late.body.message).toContain('3')
  // The same change made twice is no conflict, and who has seen it may change it.
  expect((await put('RetryTimes', 3, '2')).body.success).toBe(true)
  expect((await put('RetryTimes', 4, '3')).body.success).toBe(true)
  expect((await put('Notice', 'long '.repeat(100), '')).body.success).toBe(true)
  const { message } = (await put('Notice', 'mine', '')).body
  expect(message.length).toBeLessThan(250)
})
