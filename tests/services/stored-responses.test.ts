/** What is kept of conversations is forgotten in time, and before it is too much. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { systemClock } from '../../server/clock'
import { createLogger } from '../../server/log'
import { SYSTEM_ACTOR } from '../../server/services/service-deps'
import { ConversationStore } from '../../server/services/stored-responses/conversation-store'
import { failLostRuns } from '../../server/services/stored-responses/fail-lost'
import { RunStore } from '../../server/services/stored-responses/run-store'
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

test('conversations and background answers of a user who is removed are gone', async () => {
  const { id: userId } = await gw.users.create(SYSTEM_ACTOR, {
    username: 'ann',
    password: 'a long enough one',
  })
  const clock = { ...systemClock, nowMs: () => gw.clock.ms }
  const parts = { db: gw.db, sealer: gw.sealer, clock, log: LOG }
  const conversations = new ConversationStore(parts)
  const end = gw.clock.ms + 1_000_000
  const facts = { userId, tokenId: undefined, createdAtMs: gw.clock.ms, expiresAtMs: end }
  const items = [{ id: 'msg_1', text: '{"id":"msg_1"}' }]
  await conversations.create({ ...facts, id: 'conv_1', metadata: '{}' }, items)
  const run = { ...facts, id: 'resp_1', previousId: undefined, input: '', response: '{}' }
  await new RunStore(parts).begin(run)
  await gw.users.remove(SYSTEM_ACTOR, userId)
  for (const table of [
    'conversations',
    'conversation_items',
    'response_runs',
    'stored_responses',
  ] as const) {
    expect(await gw.db.reader.selectFrom(table).selectAll().execute()).toEqual([])
  }
})

test('a conversation takes no more than it has room for', async () => {
  const clock = { ...systemClock, nowMs: () => gw.clock.ms }
  const parts = { db: gw.db, sealer: gw.sealer, clock, log: LOG, mostCharacters: 30 }
  const conversations = new ConversationStore(parts)
  const end = gw.clock.ms + 1_000_000
  const place = { userId: 1, id: 'conv_1', expiresAtMs: end }
  const made = { ...place, tokenId: undefined, metadata: '{}', createdAtMs: gw.clock.ms }
  await conversations.create(made, [])
  const item = (id: string) => ({ id, text: `{"id":"${id}","type":""}` })
  expect(await conversations.add({ ...place, items: [item('a')] })).toBe(true)
  expect(await conversations.add({ ...place, items: [item('b')] })).toBe(false)
  expect(await conversations.items(1, 'conv_1')).toEqual([item('a')])
  expect(await conversations.removeItem(1, 'conv_1', 'a')).toBe(true)
  expect(await conversations.add({ ...place, items: [item('b')] })).toBe(true)
})

test('answers whose process is gone have failed, and only those', async () => {
  const parts = {
    db: gw.db,
    sealer: gw.sealer,
    clock: { ...systemClock, nowMs: () => gw.clock.ms },
  }
  const runs = new RunStore(parts)
  const facts = { tokenId: undefined, previousId: undefined, input: '' }
  const times = { createdAtMs: gw.clock.ms, expiresAtMs: gw.clock.ms + 1_000_000 }
  const answerOf = (id: string) => ({
    ...facts,
    ...times,
    userId: 1,
    id,
    response: JSON.stringify({ id, status: 'in_progress' }),
  })
  await runs.begin(answerOf('resp_1'))
  await runs.begin(answerOf('resp_2'))
  await runs.end({ ...answerOf('resp_2'), response: '{"status":"completed"}' }, 'one\ntwo')
  const [kept] = await gw.db.reader
    .selectFrom('stored_responses')
    .select('characters')
    .where('id', '=', 'resp_2')
    .execute()
  // With what its stream said.
  expect(kept?.characters).toBeGreaterThan('{"status":"completed"}'.length)
  // A sweep leaves what this process makes alone; a start knows that nothing runs yet.
  expect(await failLostRuns(parts, false)).toBe(0)
  expect(await failLostRuns(parts, true)).toBe(1)
  expect(await failLostRuns(parts, true)).toBe(0)
  const failed = await store.find(1, 'resp_1')
  expect(JSON.parse(failed?.response ?? '')).toMatchObject({
    id: 'resp_1',
    status: 'failed',
    error: { code: 'server_error' },
  })
  expect(await runs.find(1, 'resp_1')).toEqual({ isOver: true, events: undefined })
  expect(await runs.find(1, 'resp_2')).toEqual({ isOver: true, events: 'one\ntwo' })
  expect(await runs.find(2, 'resp_2')).toBeUndefined()
})
