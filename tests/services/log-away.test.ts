/** Days of the log that are in ClickHouse alone: every answer is the same, and nothing is lost. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { clickhouse } from '../../db/clickhouse/log-store'
import { insertRows } from '../../db/insert-rows'
import { insertLog } from '../../db/tables/logs'
import { runChecks } from '../../server/services/doctor/check'
import { logStoreAnswers } from '../../server/services/doctor/checks/log-store'
import { StandIn } from '../support/clickhouse'
import { AUGUST, answersOf, DAY, inTable, OCTOBER, row, walked, writeLog } from './log-of-months'
import { type Fixture, OPERATOR, openFixture, PASSWORD, refusal } from './services-fixture'

const MINUTES = 60_000
const LOCAL_DAYS = 20
let standIn: StandIn
let gw: Fixture

async function open(opening: { readonly readerThreads?: number } = {}): Promise<void> {
  standIn = new StandIn()
  gw = await openFixture(undefined, {}, { ...opening, logStore: clickhouse(standIn.address) })
  await writeLog(gw)
}

async function closeAll(): Promise<void> {
  const { refused } = standIn
  await gw.close()
  await standIn[Symbol.asyncDispose]()
  expect(refused).toEqual([])
}

const set = async (key: string, value: number | boolean) =>
  await gw.options.set(OPERATOR, { key, value: String(value) })

/** Away from the commit on, and deleted here by a turn some minutes later. */
async function leave(): Promise<void> {
  await gw.logs.ship()
  await set('LogLocalDays', LOCAL_DAYS)
  await gw.logs.leave()
}

async function leaveForGood(): Promise<number> {
  await leave()
  gw.clock.ms += 5 * MINUTES
  return await gw.logs.leave()
}

const border = () => {
  const end = gw.clock.ms / 1000 - LOCAL_DAYS * DAY
  return end - (end % DAY)
}

/** Answers say which days are from elsewhere, and otherwise differ in nothing. */
const plain = (answers: object) =>
  JSON.parse(
    JSON.stringify(answers, (key, value) => (key === 'clickhouse_days' ? undefined : value)),
  )

describe.each([
  ['on one thread', {}],
  ['by reading threads', { readerThreads: 2 }],
])('days away %s', (_, opening) => {
  beforeEach(async () => await open(opening))
  afterEach(closeAll)

  test('every answer is the same before and after days leave', async () => {
    const before = await answersOf(gw)
    const all = await inTable(gw)
    await leave()
    expect(plain(await answersOf(gw))).toEqual(before)
    expect(await inTable(gw)).toBe(all)
    gw.clock.ms += 5 * MINUTES
    const removed = await gw.logs.leave()
    expect(removed).toBe(Math.floor((border() - AUGUST) / (DAY / 4)))
    expect(await inTable(gw)).toBe(all - removed)
    gw.clock.ms -= 5 * MINUTES
    expect(plain(await answersOf(gw))).toEqual(before)
    expect(standIn.asked.length).toBeGreaterThan(50)
  })

  test('the file of a month goes when all of it is away', async () => {
    const before = await answersOf(gw)
    await gw.logs.ship()
    await set('LogMonthFiles', true)
    await gw.logs.moveMonths()
    gw.clock.ms += 5 * MINUTES
    await gw.logs.moveMonths()
    await leaveForGood()
    gw.clock.ms -= 10 * MINUTES
    expect(plain(await answersOf(gw))).toEqual(before)
    const places = (await gw.logs.storage()).map(({ name, state }) => `${name} ${state}`)
    expect(places).toEqual(['database open', '2023-10 alone', 'clickhouse open'])
  })
})

describe('leaving', () => {
  beforeEach(async () => await open())
  afterEach(closeAll)

  test('an answer says which days are from ClickHouse, or missing', async () => {
    const before = (await gw.logs.list()).total
    await leaveForGood()
    const days = { from: '2023-08-01', to: dayBefore(border()) }
    expect(await gw.logs.list()).toMatchObject({ total: before, clickhouse_days: days })
    const late = border() - 2 * DAY
    expect((await gw.logs.stat({ from: late })).clickhouse_days).toEqual({
      from: dayBefore(late + DAY),
      to: days.to,
    })
    expect(await gw.logs.list({ from: border() })).not.toHaveProperty('clickhouse_days')

    standIn.fault = 'down'
    const { total, ...page } = await gw.logs.list({ page_size: 100 })
    expect(total).toBe(await inTable(gw))
    expect(page.missing_days).toEqual(days)
    expect(page).not.toHaveProperty('clickhouse_days')
    expect((await gw.logs.stat()).missing_days).toEqual(days)
    const month = { from: border() - 10 * DAY, to: border() + 10 * DAY }
    expect((await gw.logs.histogram(month)).missing_days?.to).toBe(days.to)
    // What says from when on it counted says it so.
    expect((await gw.dashboard.failures(month)).counted_from).toBe(border())
    expect((await gw.dashboard.top(month)).counted_from).toBe(border())
    // What must not be less than all of it.
    expect(await refusal(walked(gw))).toBe('log.store_away')
    expect(await refusal(gw.logs.search({ keyword: '5' }))).toBe('log.store_away')
    // What does not reach so far is as ever.
    expect(await refusal(walked(gw, { from: border() }))).toBe('done')
    expect(await gw.logs.tail({ afterId: 400 })).not.toBeEmpty()
    expect((await gw.logs.storage()).at(-1)).toMatchObject({ state: 'unreachable' })
    const [found] = await runChecks([logStoreAnswers], gw, 'en')
    expect(found).toMatchObject({ status: 'fail', message: expect.stringContaining('Not now') })
    standIn.fault = undefined
    expect((await gw.logs.list()).total).toBe(before)
  })

  test('a conversation of what is here needs no ClickHouse, an older one does', async () => {
    const newest = { ...whole(gw.clock.ms / 1000 - 60), session: 'chat', user_id: 1 }
    await gw.db.transaction((trx) => insertLog(trx, newest))
    const sum = (session: string, first_at: number) => ({ user_id: 1, session, first_at })
    await gw.db.transaction((trx) =>
      insertRows(trx, 'call_sessions', [sum('talk', AUGUST), sum('chat', newest.created_at)]),
    )
    const turns = async (session: string) =>
      (await gw.usage.session({ session, userId: 1 })).turns.map(({ id }) => id)
    const before = await turns('talk')
    expect(before.length).toBeGreaterThan(5)
    await leaveForGood()
    expect(await turns('talk')).toEqual(before)
    standIn.fault = 'down'
    expect(await refusal(turns('talk'))).toBe('log.store_away')
    expect(await turns('chat')).toHaveLength(1)
    standIn.fault = undefined
  })

  test('what people type reaches ClickHouse as a parameter, whatever is in it', async () => {
    const odd = `it's 100%_"\\ {p1:String}\n\t'; drop table logs --`
    const at = OCTOBER + 7
    await gw.db.transaction((trx) =>
      insertLog(trx, { ...whole(at), content: odd, model_name: odd, request_id: 'odd' }),
    )
    await gw.db.transaction((trx) => insertLog(trx, whole(gw.clock.ms / 1000)))
    await leaveForGood()
    const ids = async (asked: Parameters<typeof gw.logs.list>[0]) =>
      (await gw.logs.list(asked)).items.map(({ request_id }) => request_id)
    expect(await ids({ model: odd })).toEqual(['odd'])
    expect(await ids({ content: `100%_"\\ {P1` })).toEqual(['odd'])
    expect(await ids({ content: '100_%' })).toEqual([])
    expect(await ids({ line: 'model:it*100* cost:>0 -type:error' })).toEqual(['odd'])
    const [one] = (await gw.logs.list({ requestId: 'odd' })).items
    expect(one).toMatchObject({ content: odd, model_name: odd, created_at: at, is_stream: 0 })
  })

  test('a row that changed is sent again, and one too many keeps days here', async () => {
    await gw.logs.ship()
    // From before retention deleted it here: that is nobody's concern.
    const old = { ...whole(AUGUST - DAY), id: 3, is_stream: false }
    await gw.db.logStore?.insert('old', [JSON.stringify(old)])
    await standIn.change({
      sqlite: "update gw_logs set quota = quota + 1 where request_id = 'r50'",
      clickhouse: `alter table gw_logs update quota = quota + 1 where request_id = 'r50'
        settings mutations_sync = 1`,
    })
    await standIn.change({
      sqlite: "delete from gw_logs where request_id in ('r60', 'r61')",
      clickhouse: `alter table gw_logs delete where request_id in ('r60', 'r61')
        settings mutations_sync = 1`,
    })
    const before = await answersOf(gw)
    await leaveForGood()
    gw.clock.ms -= 5 * MINUTES
    expect(plain(await answersOf(gw))).toEqual(before)

    // A row that nobody here knows: what is here is not thrown away for it.
    const strange = { ...whole(border() + DAY / 4 + 5000), id: 5, is_stream: false }
    await gw.db.logStore?.insert('strange', [JSON.stringify(strange)])
    gw.clock.ms += 2 * DAY * 1000
    const kept = await inTable(gw)
    expect(await gw.logs.leave().catch(String)).toContain('unlike the one here, which stays')
    expect(await inTable(gw)).toBe(kept)
    expect(await gw.logs.list({ from: border() - 2 * DAY })).not.toHaveProperty('clickhouse_days')
    await set('LogRetentionDays', 5)
    expect(await gw.logs.retain().catch(String)).toContain('unlike')
    expect(await inTable(gw)).toBe(kept)
  })

  test('a row that comes late is read at its place, and leaves with the next turn', async () => {
    await leaveForGood()
    const late = { ...row(OCTOBER + DAY + 7, 0), request_id: 'late' }
    const newest = { ...row(gw.clock.ms / 1000, 1), request_id: 'newest' }
    await gw.db.transaction((trx) => insertRows(trx, 'logs', [late]))
    await gw.db.transaction((trx) => insertRows(trx, 'logs', [newest]))
    const around = { from: OCTOBER, to: OCTOBER + 2 * DAY - 1, page_size: 100 }
    const ids = async () => (await gw.logs.list(around)).items.map(({ request_id }) => request_id)
    const expected = await ids()
    expect(expected).toHaveLength(9)
    expect(expected.indexOf('late')).toBe(4)
    await gw.logs.ship()
    await gw.logs.leave()
    expect(await ids()).toEqual(expected)
    gw.clock.ms += 5 * MINUTES
    expect(await gw.logs.leave()).toBe(1)
    expect(await ids()).toEqual(expected)
  })

  test('what is deleted here is read nowhere any more', async () => {
    await leaveForGood()
    await gw.logs.remove(OPERATOR, { beforeSeconds: OCTOBER })
    expect(await gw.logs.oldest()).toBeGreaterThanOrEqual(OCTOBER)
    const { total, clickhouse_days: days } = await gw.logs.list()
    expect(days?.from).toBe('2023-10-01')
    expect(total).toBe((await walked(gw)).length)
    const keptDays = Math.ceil((gw.clock.ms / 1000 - border()) / DAY) + 5
    await set('LogRetentionDays', keptDays)
    await gw.logs.retain()
    expect((await gw.logs.oldest()) ?? 0).toBeGreaterThanOrEqual(
      gw.clock.ms / 1000 - keptDays * DAY,
    )
  })

  test('an erased name leaves ClickHouse too, and a person gets their rows', async () => {
    await gw.users.create(OPERATOR, { username: 'stays', password: PASSWORD })
    await gw.users.create(OPERATOR, { username: 'gone', password: PASSWORD })
    const id = 2
    const old = { ...whole(OCTOBER + 60), user_id: id, username: 'gone', ip: '192.0.2.9' }
    await gw.db.transaction((trx) => insertLog(trx, old))
    await gw.db.transaction((trx) => insertLog(trx, whole(gw.clock.ms / 1000)))
    await leaveForGood()
    const lines: unknown[] = []
    for await (const line of gw.users.personalLines(OPERATOR, id)) lines.push(line)
    expect(JSON.stringify(lines)).toContain('192.0.2.9')
    await gw.users.remove(OPERATOR, id)
    standIn.fault = 'down'
    expect(await gw.users.erase(OPERATOR, id).catch(String)).toContain('Not now')
    standIn.fault = undefined
    await gw.users.erase(OPERATOR, id)
    const [erased] = await standIn.rows(`user_id = ${id}`)
    expect(erased).toMatchObject({ username: `erased#${id}`, ip: '' })
  })
})

test('an hour away, a half range and a doubled one end with equal counts', async () => {
  await open()
  const write = async (minute: number) =>
    await gw.db.transaction((trx) =>
      insertRows(
        trx,
        'logs',
        Array.from({ length: 25 }, (_, at) => row(gw.clock.ms / 1000, 1000 + minute * 25 + at)),
      ),
    )
  await gw.logs.ship()
  standIn.fault = 'down'
  for (let minute = 0; minute < 60; minute += 1) {
    gw.clock.ms += MINUTES
    await write(minute)
    expect(await gw.logs.ship().catch(String)).toContain('Not now')
  }
  // It comes back, takes half of a range, and knows its token all the same.
  standIn.fault = 'half'
  expect(await gw.logs.ship().catch(String)).toContain('ClickHouse 502')
  standIn.fault = 'lost answer'
  await write(60)
  expect(await gw.logs.ship().catch(String)).toContain('ClickHouse 502')
  standIn.fault = 'forgetful'
  await gw.logs.ship()
  const here = await inTable(gw)
  const { rows } = await standIn.counts()
  expect(rows).toBe(here)
  await gw.logs.ship()
  await set('LogLocalDays', 1)
  standIn.fault = undefined
  const before = await answersOf(gw)
  await gw.logs.leave()
  expect(plain(await answersOf(gw))).toEqual(before)
  await closeAll()
})

test('who waited for ClickHouse in vain spares others the wait', async () => {
  await open()
  await leaveForGood()
  const logStore = clickhouse(standIn.address, { readTimeoutMs: 50 })
  const other = await openFixture(undefined, { db: { ...gw.db, logStore } })
  standIn.fault = 'silent'
  expect((await other.logs.list()).missing_days?.from).toBe('2023-08-01')
  const { requests } = standIn
  expect((await other.logs.stat()).missing_days?.from).toBe('2023-08-01')
  expect(standIn.requests).toBe(requests)
  await other.close()
  await closeAll()
})

test('a gateway that is not told where ClickHouse is says so', async () => {
  await open()
  await leaveForGood()
  const without = await openFixture(undefined, { db: { ...gw.db, logStore: undefined } })
  const { missing_days } = await without.logs.list()
  expect(missing_days?.from).toBe('2023-08-01')
  expect(await refusal(without.logs.walk())).toBe('log.days_away')
  await without.close()
  await closeAll()
})

function dayBefore(seconds: number): string {
  return new Date((seconds - DAY) * 1000).toISOString().slice(0, 10)
}

/** Of a call, whole. */
function whole(created_at: number) {
  return {
    ...row(created_at, 1),
    client: '',
    tags: '',
    duration_ms: 5,
    calls: 1,
    type: 2,
    content: '',
  }
}
