import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { zh } from '../../server/domain/i18n/zh'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { manualClock } from '../support/ports'

const BEGAN_AT = 1_712_800_000
const clock = manualClock(BEGAN_AT * 1000)

let gateway: Gateway
let root: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS, clock })
  root = await apiClient(gateway).as('root')
  await root.put('/api/option/', { key: 'RetryTimes', value: '3' })
  clock.advance(60_000)
  await root.put('/api/option/', { key: 'SMTPToken', value: 'hush-hush' })
  clock.advance(60_000)
  await root.post('/api/user/', { username: 'ann', password: 'correct horse battery' })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})

const list = async (query = '') => (await root.get(`/api/audit/${query}`)).body.data
const actionsOf = async (query: string) =>
  (await list(query)).items.map(({ action }: ApiBody) => action)

test('tells who changed what from what to what, newest first', async () => {
  const { items, total, page, page_size } = await list()
  expect({ page, page_size }).toEqual({ page: 1, page_size: 10 })
  expect(total).toBe(items.length)
  expect(items[0]).toMatchObject({ action: 'user.create', created_at: BEGAN_AT + 120 })
  const change = items.find(({ target }: ApiBody) => target === 'option:RetryTimes')
  expect(change).toEqual({
    id: expect.any(Number),
    created_at: BEGAN_AT,
    actor: 'root',
    actor_id: root.id,
    ip: expect.any(String),
    action: 'option.set',
    target: 'option:RetryTimes',
    before: '{"value":"2"}',
    after: '{"value":"3"}',
    request_id: expect.any(String),
    organisation_id: 0,
  })
})

test('never tells a secret', async () => {
  const answer = await root.get('/api/audit/?target=SMTPToken')
  expect(answer.body.data.items).toHaveLength(1)
  expect(JSON.stringify(answer.body)).not.toContain('hush')
})

test('narrows by parts of who, what and whom', async () => {
  expect(await actionsOf('?actor=ROO&action=option')).toEqual(['option.set', 'option.set'])
  expect(await actionsOf('?target=retrytimes')).toEqual(['option.set'])
  expect(await actionsOf('?target=%25')).toEqual([])
})

test('narrows by time, both ends included', async () => {
  const [from, to] = [BEGAN_AT + 60, BEGAN_AT + 60]
  expect(await actionsOf(`?start_timestamp=${from}&end_timestamp=${to}`)).toEqual(['option.set'])
  expect(await actionsOf(`?start_timestamp=${to + 1}`)).toEqual(['user.create'])
  expect(await actionsOf('?start_timestamp=0&end_timestamp=0&target=RetryTimes')).toHaveLength(1)
})

test('is read page by page', async () => {
  const first = await list('?p=1&page_size=1')
  const second = await list('?p=2&page_size=1')
  expect(first.total).toBe(second.total)
  expect(first.items[0].id).toBeGreaterThan(second.items[0].id)
})

test('is for root only', async () => {
  const admin = await apiClient(gateway).as('admin')
  expect((await admin.get('/api/audit/')).body.code).toBe('permission.root_needed')
})

test('who signed in can be left out, so that changes are seen', async () => {
  await apiClient(gateway).login('ann')
  expect(await actionsOf('')).toContain('session.start')
  const changes = await actionsOf('?changes_only=true')
  expect(changes).not.toContain('session.start')
  expect(changes).toContain('user.create')
})

test('both kinds are counted, whichever is asked for, and either end comes first', async () => {
  const all = await list('?page_size=100')
  const sessions = await list('?kind=sessions')
  const changes = await list('?kind=changes&order=asc&sort=created_at')
  const counts = { changes: all.changes, sessions: all.sessions }
  expect(sessions).toMatchObject({ ...counts, total: all.sessions })
  expect(changes).toMatchObject({ ...counts, total: all.changes })
  expect(all.total).toBe(all.changes + all.sessions)
  expect(new Set(await actionsOf('?kind=sessions&page_size=100'))).toEqual(
    new Set(['session.start']),
  )
  const oldest = all.items.findLast(({ action }: ApiBody) => action !== 'session.start')
  expect(changes.items[0].id).toBe(oldest.id)
  // Other filters narrow the counts too.
  expect(await list('?target=RetryTimes')).toMatchObject({ changes: 1, sessions: 0 })
})

/** Each action has words in both languages: an entry would stand under its bare name. */
test('what the audit log writes has words for it', async () => {
  const sources = new Glob('server/services/**/*.ts').scan(join(import.meta.dir, '../..'))
  const written = new Set<string>()
  for await (const path of sources) {
    const text = await Bun.file(join(import.meta.dir, '../..', path)).text()
    for (const [, action = ''] of text.matchAll(/action: '([a-z_]+\.[a-z_]+)'/g)) {
      written.add(action)
    }
  }
  expect(written.size).toBeGreaterThan(60)
  const keys = new Set(Object.keys(zh))
  expect([...written].filter((action) => !keys.has(`audit.action.${action}`))).toEqual([])
})
