import { afterEach, beforeEach, expect, test } from 'bun:test'
import { insertLog } from '../../db/tables/logs'
import { type Fixture, openFixture } from './services-fixture'

let gw: Fixture

beforeEach(async () => {
  gw = await openFixture()
})
afterEach(async () => {
  await gw.close()
})

async function write(part: Partial<Parameters<typeof insertLog>[1]> = {}): Promise<void> {
  await insertLog(gw.db.kysely, {
    user_id: 1,
    created_at: 1_700_000_000,
    type: 2,
    content: '',
    username: 'ann',
    token_name: 'app',
    model_name: 'gpt-4o',
    quota: 10,
    prompt_tokens: 1,
    completion_tokens: 1,
    use_time: 1,
    is_stream: 0,
    channel_id: 1,
    token_id: 1,
    group: 'default',
    ip: '',
    request_id: '',
    other: '',
    ...part,
  })
}

const ids = async (input: Parameters<Fixture['logs']['list']>[0]) =>
  (await gw.logs.list(input)).items.map((row) => row.id)

test('filters are exact, combine, and take wildcards literally', async () => {
  await write({ model_name: 'gpt-4o' })
  await write({ model_name: 'gpt-4o-mini', username: 'bob' })
  await write({ model_name: '%', content: '50% off', type: 5 })
  expect(await ids({ model: 'gpt-4o' })).toEqual([1])
  expect(await ids({ model: '%' })).toEqual([3])
  expect(await ids({ content: '%' })).toEqual([3])
  expect(await ids({ username: 'bob', model: 'gpt-4o' })).toEqual([])
  expect(await ids({ type: 2 })).toEqual([2, 1])
})

test('times include both ends', async () => {
  for (const created_at of [10, 20, 30]) {
    await write({ created_at })
  }
  expect(await ids({ from: 10, to: 20 })).toEqual([2, 1])
  expect(await ids({ from: 31 })).toEqual([])
})

test('pages by number and by id agree', async () => {
  for (let index = 0; index < 5; index += 1) {
    await write()
  }
  expect(await ids({ page: 2, page_size: 2 })).toEqual([3, 2])
  expect(await ids({ beforeId: 4, page_size: 2 })).toEqual([3, 2])
  expect(await gw.logs.list({ page: 9 })).toMatchObject({ items: [], total: 5, page: 9 })
})

test('a follower sees every later row once, oldest first', async () => {
  await write()
  const afterId = await gw.logs.newest()
  expect(await gw.logs.tail({ afterId })).toEqual([])
  await write()
  await write({ username: 'bob' })
  expect((await gw.logs.tail({ afterId })).map((row) => row.id)).toEqual([2, 3])
  const bob = await gw.logs.tail({ afterId, username: 'bob' })
  expect(bob.map((row) => row.id)).toEqual([3])
})

test('an empty log has no newest row', async () => {
  expect(await gw.logs.newest()).toBe(0)
})
