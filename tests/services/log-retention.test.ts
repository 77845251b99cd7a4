import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { type Fixture, OPERATOR, openFixture } from './services-fixture'

const DAY = 86_400
let gw: Fixture
let now: number

beforeEach(async () => {
  gw = await openFixture()
  now = gw.clock.ms / 1000
})
afterEach(async () => {
  await gw.close()
})

const set = (key: string, value: string) => gw.options.set(OPERATOR, { key, value })
const total = async () => (await gw.logs.list()).total

/** Rows of a second each, the newest at `now`. */
async function write(count: number, part: { step?: number; other?: string } = {}): Promise<void> {
  const { step = 1, other = '' } = part
  const rows = Array.from({ length: count }, (_, index) => ({
    user_id: 1,
    created_at: now - (count - 1 - index) * step,
    type: 2,
    content: '',
    username: '',
    token_name: '',
    model_name: '',
    quota: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    use_time: 0,
    is_stream: 0 as const,
    channel_id: 0,
    token_id: 0,
    group: '',
    ip: '',
    request_id: '',
    other,
  }))
  for (let start = 0; start < count; start += 500) {
    await gw.db.kysely
      .insertInto('logs')
      .values(rows.slice(start, start + 500))
      .execute()
  }
}

test('nothing is deleted until the operator says so', async () => {
  await write(10, { step: 100 * DAY })
  expect(await gw.logs.retain()).toBe(0)
  expect(await total()).toBe(10)
  expect(await gw.audit.list()).toEqual([])
})

test('rows older than the days kept are deleted, and that is on record', async () => {
  await write(10, { step: DAY })
  await set('LogRetentionDays', '3')
  expect(await gw.logs.retain()).toBe(6)
  expect((await gw.logs.list()).items.at(-1)?.created_at).toBe(now - 3 * DAY)
  expect(await gw.audit.list({ action: 'log.retain' })).toMatchObject([
    { actor: 'system:system', after: '{"removed":6}' },
  ])
  expect(await gw.logs.retain()).toBe(0)
})

/** Of the database file. */
async function pages(): Promise<number> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(gw.db.kysely)
  return rows[0]?.page_count ?? 0
}

test('beyond the space allowed the oldest rows go, and the file shrinks', async () => {
  const empty = await pages()
  await write(3000, { other: 'x'.repeat(750) })
  await set('LogRetentionMegabytes', '1')
  const before = await pages()
  expect(await gw.logs.retain()).toBe(1999)
  expect(await total()).toBe(1001)
  expect((await gw.logs.list({ page_size: 1 })).items[0]?.created_at).toBe(now)
  expect((await pages()) - empty).toBeLessThan((before - empty) / 2)
})
