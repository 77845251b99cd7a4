/**
 * Runs in a copy of the tree whose nouns have one more field, `note`: nothing but a migration and
 * a line of each noun knows of it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { DICTIONARIES } from '../../server/domain/i18n/translate'
import { channelFields } from '../../server/domain/nouns/channel'
import { type Fields, setNamesOf } from '../../server/domain/nouns/noun'
import { redemptionFields } from '../../server/domain/nouns/redemption'
import { tokenFields } from '../../server/domain/nouns/token'
import { userFields } from '../../server/domain/nouns/user'
import { RESOURCES } from '../../server/domain/resources'
import { OtherFields } from '../../web/components/form/OtherFields'
import { otherBody, otherValues } from '../../web/components/form/other-values'
import { openShell, PASSWORD, type Shell } from '../cli/cli-fixture'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { KEY, openScreens } from '../tui/screen-fixture'

let gateway: Gateway
let root: ApiCaller
let shell: Shell

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  root = await apiClient(gateway).as('root')
  shell = openShell()
})
afterAll(async () => {
  shell.remove()
  await gateway[Symbol.asyncDispose]()
})

/** Of lists, by what stands in their `note`. */
const notesOf = (rows: unknown): unknown[] =>
  Array.isArray(rows) ? rows.map(({ note }) => note) : []

describe('a token', () => {
  test('is made, changed, ordered and narrowed by it over the API', async () => {
    for (const note of ['beta', 'alpha']) {
      const { body } = await root.post('/api/token/', { name: `noted ${note}`, note })
      expect(notesOf(body.data)).toEqual([note])
    }
    const list = async (query: string) =>
      notesOf((await root.get(`/api/token/all?keyword=noted&${query}`)).body.data.items)
    expect(await list('sort=note&order=asc')).toEqual(['alpha', 'beta'])
    expect(await list('note=beta')).toEqual(['beta'])
    const [{ id }] = (await root.get('/api/token/search?keyword=beta')).body.data
    const { body } = await root.put('/api/token/', { id, note: 'gamma' })
    expect(body.data.note).toBe('gamma')
    expect((await root.put('/api/token/', { id, note: 'a\u202eb' })).body.success).toBe(false)
  })

  test('has it on the command line: flags, list, filter, order, export and import', async () => {
    await shell.text(['token', 'create', 'one', '--note', 'first'])
    await shell.text(['token', 'create', 'two'])
    await shell.text(['token', 'set', 'two', '--note', 'second'])
    const listed = await shell.json(['token', 'list', '--sort', 'note:desc'])
    expect(notesOf(listed)).toEqual(['second', 'first'])
    expect(await shell.text(['token', 'list', '--filter', 'note=first'])).toMatch(
      / NOTE .*\n.* first /,
    )
    expect(await shell.text(['--lang', 'zh', 'token', 'list'])).toContain('备注')
    expect(await shell.text(['--lang', 'zh', 'token', 'set', '--help'])).toMatch(/--note.*备注/)
    const file = await shell.text(['export', '--with-secrets'])
    expect(notesOf(JSON.parse(file).tokens)).toEqual(['first', 'second'])
    const other = openShell()
    await other.text(['import', '-'], { input: file })
    expect(notesOf(await other.json(['token', 'list', '--sort', 'note']))).toEqual([
      'first',
      'second',
    ])
    other.remove()
  })

  test('has it in the screens of the terminal: column and form', async () => {
    using screen = await openScreens(gateway, { columns: 240, rows: 50 })
    await screen.press('t')
    await screen.shows('Note')
    await screen.shows('alpha')
    await screen.press('n')
    await screen.shows('Add token')
    await screen.shows('Note')
    await screen.press(KEY.esc)
  })
})

test('a redemption code and a user have it over the API and on the command line', async () => {
  await root.post('/api/redemption/', { name: 'noted', quota: 5, note: 'gift' })
  const [code] = (await root.get('/api/redemption/search?note=gift&sort=note')).body.data.items
  const changed = { id: code.id, note: 'prize' }
  expect((await root.put('/api/redemption/', changed)).body.data.note).toBe('prize')
  await root.post('/api/user/', { username: 'noted', password: PASSWORD, note: 'vip' })
  const [user] = (await root.get('/api/user/search?note=vip&sort=note')).body.data.items
  expect(user.username).toBe('noted')
  expect((await root.put('/api/user/', { id: user.id, note: '' })).body.data.note).toBe('')

  await shell.text(['redemption', 'create', 'spring', '--quota', '5', '--note', 'a'])
  await shell.text(['redemption', 'set', '1', '--note', 'b'])
  expect(await shell.text(['redemption', 'list'])).toMatch(/ NOTE\n.* b$/)
  await shell.text(['user', 'create', 'noted', '--password', '-', '--note', 'c'], {
    input: PASSWORD,
  })
  await shell.text(['user', 'set', 'noted', '--note', 'd'])
  expect(await shell.text(['user', 'show', 'noted'])).toMatch(/\nNOTE +d/)
  expect(notesOf(JSON.parse(await shell.text(['export'])).users)).toEqual(['', 'd'])
})

describe('a channel', () => {
  test('is made, changed, copied, ordered and narrowed by it over the API', async () => {
    const made = { name: 'noted', key: 'sk-1', models: 'm' }
    const { body } = await root.post('/api/channel/', { ...made, note: 'beta' })
    expect(notesOf(body.data)).toEqual(['beta'])
    await root.post('/api/channel/', { ...made, note: 'alpha' })
    const list = async (query: string) =>
      notesOf((await root.get(`/api/channel/search?keyword=noted&${query}`)).body.data)
    expect(await list('sort=note&order=asc')).toEqual(['alpha', 'beta'])
    expect(await list('note=beta')).toEqual(['beta'])
    const [{ id }] = body.data
    expect((await root.put('/api/channel/', { id, note: 'gamma' })).body.data.note).toBe('gamma')
    const hidden = await root.put('/api/channel/', { id, note: 'a\u202eb' })
    expect(hidden.body.success).toBe(false)
  })

  test('has it on the command line: flags, list, order, export and import', async () => {
    const key = ['--key', 'sk-1', '--models', 'm']
    await shell.text(['channel', 'add', 'one', ...key, '--note', 'first'])
    await shell.text(['channel', 'add', 'two', ...key])
    await shell.text(['channel', 'set', 'two', '--note', 'second'])
    const listed = await shell.json(['channel', 'list', '--sort', 'note:desc'])
    expect(notesOf(listed)).toEqual(['second', 'first'])
    expect(await shell.text(['channel', 'list', '--filter', 'note=first'])).toMatch(
      / NOTE\n.* first$/,
    )
    expect(await shell.text(['--lang', 'zh', 'channel', 'set', '--help'])).toMatch(/--note.*备注/)
    const file = await shell.text(['export', '--with-secrets'])
    const other = openShell()
    await other.text(['import', '-'], { input: file })
    expect(notesOf(await other.json(['channel', 'list', '--sort', 'note']))).toEqual([
      'first',
      'second',
    ])
    other.remove()
  })

  test('has it in the screens of the terminal: column and form', async () => {
    using screen = await openScreens(gateway, { columns: 240, rows: 50 })
    await screen.press('c')
    await screen.shows('Note')
    await screen.shows('gamma')
    await screen.press('n')
    await screen.shows('Add channel')
    await screen.shows('Note')
    await screen.press(KEY.esc)
  })
})

test.each([
  ['channel', channelFields],
  ['token', tokenFields],
  ['redemption', redemptionFields],
  ['user', userFields],
] as const)('the form of the console asks for it, and sends it: %s', async (_noun, rows) => {
  const others = otherValues<Fields>(
    rows,
    setNamesOf(rows).filter((name) => name !== 'note'),
  )
  expect(others).toEqual({ note: '' })
  expect(otherBody<Fields>(rows, { note: 'typed' })).toEqual({ note: 'typed' })
  const form = { values: { others }, set: () => {} }
  const shown = createElement(OtherFields, { rows, form })
  expect(renderToStaticMarkup(shown)).toMatch(/<label.*备注.*<input.* value=""/)
})

test('the columns of the console have it, with a title in both languages', () => {
  for (const noun of ['channel', 'token', 'any_token', 'redemption', 'user'] as const) {
    expect(Object.keys(RESOURCES[noun].columns)).toContain('note')
    const titles = Object.values(DICTIONARIES).map((texts) =>
      Object.entries(texts).find(([key]) => key === `field.${noun}.note`),
    )
    expect(titles.map((entry) => entry?.[1])).toEqual(['备注', 'Note'])
  }
})
