/** Fields of a channel's settings that have names of their own in requests, forms and flags. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

let gateway: Gateway
let root: ApiCaller
beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  root = await apiClient(gateway).as('root')
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

const DRAFT = { type: 1, name: 'a', key: 'k', models: 'm', group: 'default' }

async function create(more: object) {
  const { body } = await root.post('/api/channel/', { ...DRAFT, ...more })
  return body.data[0]
}

async function change(id: number, more: object) {
  return (await root.put('/api/channel/', { id, ...more })).body
}

test('max_input_tokens is stored in the settings, and told apart from them', async () => {
  const channel = await create({ max_input_tokens: 4096, setting: '{"cut_policy":"drain"}' })
  expect(channel.max_input_tokens).toBe(4096)
  expect(JSON.parse(channel.setting)).toEqual({ cut_policy: 'drain', max_input_tokens: 4096 })
  const changed = await change(channel.id, { max_input_tokens: 8192 })
  expect(JSON.parse(changed.data.setting)).toEqual({ cut_policy: 'drain', max_input_tokens: 8192 })
  // Forms send back what they were given.
  const same = await change(channel.id, { ...changed.data, name: 'b' })
  expect(same.data).toMatchObject({ name: 'b', max_input_tokens: 8192 })
  const without = await change(channel.id, { max_input_tokens: 0 })
  expect(without.data).toMatchObject({ max_input_tokens: 0, setting: '{"cut_policy":"drain"}' })
})

test.each([[0], [null]])('max_input_tokens of %p is no limit', async (max_input_tokens) => {
  expect(await create({ max_input_tokens })).toMatchObject({ max_input_tokens: 0, setting: '' })
})

test('max_input_tokens below nothing is refused', async () => {
  const { body } = await root.post('/api/channel/', { ...DRAFT, max_input_tokens: -1 })
  expect(body).toMatchObject({ success: false, code: 'channel.field_invalid' })
})

test('a limit leaves the password of the proxy alone', async () => {
  const proxy = 'http://me:secret@127.0.0.1:3128'
  const channel = await create({ setting: JSON.stringify({ proxy }) })
  const { data } = await change(channel.id, { max_input_tokens: 10 })
  expect(JSON.parse(data.setting).proxy).toBe('http://me:***@127.0.0.1:3128')
  const shown = await gateway.cli(['export', '--with-secrets'])
  expect(shown.stdout).toContain('me:secret@')
})

test('flags set single fields of the settings and leave the others', async () => {
  const { id } = await create({ setting: '{"cut_policy":"drain"}' })
  const flags = ['--max-input-tokens', '100', '--auto-disable-keywords', 'coding plan, no credit']
  const set = await gateway.cli(['channel', 'set', String(id), ...flags, '--json'])
  expect(set.stderr).toBe('')
  const { setting, max_input_tokens } = JSON.parse(set.stdout)
  expect(max_input_tokens).toBe(100)
  expect(JSON.parse(setting)).toEqual({
    cut_policy: 'drain',
    auto_disable_keywords: ['coding plan', 'no credit'],
    max_input_tokens: 100,
  })
})
