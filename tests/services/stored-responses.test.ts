/** What is kept of conversations is forgotten in time, and before it is too much. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { systemClock } from '../../server/clock'
import { createLogger } from '../../server/log'
import { ResponseStore } from '../../server/services/stored-responses/store'
import { sweepResponses } from '../../server/services/stored-responses/sweep'
import { type Fixture, openFixture } from './services-fixture'

const LOG = createLogger({
  write: () => {},
  readable: false,
  level: 'error',
  clock: systemClock,
})
const PLENTY = { answers: 100, characters: 10_000 }

let gw: Fixture
let store: ResponseStore

beforeEach(async () => {
  gw = await openFixture()
  store = new ResponseStore({ ...deps(), log: LOG })
})
afterEach(async () => {
  await store.close()
  await gw.close()
})

const deps = () => ({
  db: gw.db,
  sealer: gw.sealer,
  clock: { ...systemClock, nowMs: () => gw.clock.ms },
})

/** Each answer a millisecond after the one before it. */
function keep(userId: number, ids: readonly string[], more: { expiresInMs?: number } = {}): void {
  for (const [at, id] of ids.entries()) {
    store.keep({
      userId,
      id,
      tokenId: undefined,
      previousId: ids[at - 1],
      input: '{"role":"user","content":"Hi"}',
      response: '{"output":[]}',
      createdAtMs: gw.clock.ms + at,
      expiresAtMs: gw.clock.ms + (more.expiresInMs ?? 1_000_000),
    })
  }
}

const idsOf = async (userId: number, id: string) =>
  (await store.line(userId, id)).map((answer) => answer.id)

test('a line is found whole, by its owner alone, and not with a gap', async () => {
  keep(1, ['a', 'b', 'c'])
  keep(2, ['b'])
  expect(await idsOf(1, 'c')).toEqual(['a', 'b', 'c'])
  expect(await idsOf(2, 'c')).toEqual([])
  expect(await idsOf(2, 'b')).toEqual(['b'])
  await store.forget(1, 'b')
  expect(await idsOf(1, 'c')).toEqual([])
  expect(await idsOf(2, 'b')).toEqual(['b'])
})

test('what is past its end is not found, and goes', async () => {
  keep(1, ['a'], { expiresInMs: 1_000 })
  keep(1, ['b'])
  expect(await idsOf(1, 'a')).toEqual(['a'])
  gw.clock.ms += 1_000
  expect(await idsOf(1, 'a')).toEqual([])
  expect(await sweepResponses(deps(), PLENTY)).toBe(1)
  expect(await idsOf(1, 'b')).toEqual(['b'])
})

test.each([
  { answers: 2, characters: 10_000 },
  { answers: 100, characters: 100 },
])('the oldest of a user go when there is more than %j', async (bounds) => {
  keep(1, ['a'])
  keep(2, ['b', 'c', 'd'])
  expect(await idsOf(2, 'd')).toEqual(['b', 'c', 'd'])
  expect(await sweepResponses(deps(), bounds)).toBe(1)
  expect(await sweepResponses(deps(), bounds)).toBe(0)
  // It went on from what is gone.
  expect(await idsOf(2, 'd')).toEqual([])
  expect(await idsOf(1, 'a')).toEqual(['a'])
})

test.each([
  { turns: 2, characters: 10_000 },
  { turns: 100, characters: 80 },
])('a line longer than %j is not read', async (bounds) => {
  keep(1, ['a', 'b', 'c'])
  expect(await idsOf(1, 'c')).toHaveLength(3)
  const small = new ResponseStore({ ...deps(), log: LOG, bounds })
  expect(await small.line(1, 'b')).toHaveLength(2)
  expect(await small.line(1, 'c')).toEqual([])
})

test('texts rest sealed, and rows of older versions are read as they are', async () => {
  keep(1, ['a'])
  expect(await idsOf(1, 'a')).toEqual(['a'])
  const rows = () => gw.db.reader.selectFrom('stored_responses').selectAll().execute()
  const [sealed] = await rows()
  expect(sealed?.input).toStartWith('v1:')
  expect(sealed?.response).toStartWith('v1:')
  const plain = { input: '{"role":"user","content":"Old"}', response: '{"output":[]}' }
  await gw.db.transaction((trx) => trx.updateTable('stored_responses').set(plain).execute())
  expect(await store.find(1, 'a')).toMatchObject(plain)
})
