/**
 * Money that comes in is on disk before it is acknowledged. At every entry SQLite is asked what
 * it will do at the commit; where strace is installed, what it does is counted, too.
 */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'kysely'
import { enclose } from '../../db/enclose'
import { migrate } from '../../db/migrate'
import { openDatabase } from '../../db/open'
import { post } from '../../db/tables/ledger'
import { reserveOrder, seedUser, settleOrder } from '../db/seed'
import { signatureOf } from '../support/epay'
import { tempDir } from '../support/temp-dir'
import { type Fixture, OPERATOR, openFixture, PASSWORD, person, refusal } from './services-fixture'

const NORMAL = 1
const FULL = 2

let gw: Fixture
let userId: number

beforeEach(async () => {
  gw = await openFixture()
  userId = (await gw.users.create(OPERATOR, { username: 'ann', password: PASSWORD })).id
  const { kysely } = gw.db
  await sql`create temp table seen (kind text, level integer)`.execute(kysely)
  await sql`create temp trigger watch after insert on ledger begin
    insert into seen select new.kind, synchronous from pragma_synchronous; end`.execute(kysely)
})
afterEach(async () => {
  await gw.close()
})

/** Each entry written since the user was made, and how safe its commit was asked to be. */
async function seen() {
  const { rows } = await sql<{ kind: string; level: number }>`
    select kind, level from seen`.execute(gw.db.kysely)
  return rows.map(({ kind, level }) => [kind, level])
}

async function levelNow() {
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(gw.db.kysely)
  return rows[0]?.synchronous
}

test('an adjusted balance', async () => {
  await gw.users.set(OPERATOR, { id: userId, quota: { add: 500 } })
  await gw.users.set(OPERATOR, { id: userId, quota: { add: -100 } })
  expect(await seen()).toEqual([
    ['adjust', FULL],
    ['adjust', FULL],
  ])
})

test('what a new user is given, and what an invitation brings', async () => {
  await gw.options.set(OPERATOR, { key: 'QuotaForNewUser', value: '700' })
  await gw.options.set(OPERATOR, { key: 'QuotaForInvitee', value: '30' })
  await gw.users.create(OPERATOR, { username: 'bob', password: PASSWORD })
  const aff_code = await gw.users.affCode(userId)
  const account = { username: 'eve', password: PASSWORD, aff_code }
  await gw.accounts.register(person(0), account)
  expect(await seen()).toEqual(Array.from({ length: 3 }, () => ['grant', FULL]))
})

test("a new token's quota, and a changed one", async () => {
  const [token] = await gw.tokens.create(OPERATOR, { user_id: userId, remain_quota: 40 })
  await gw.tokens.set(OPERATOR, { id: token?.id ?? 0, remain_quota: 90 })
  expect(await seen()).toEqual([
    ['grant', FULL],
    ['adjust', FULL],
  ])
})

test('a redeemed code', async () => {
  const [code] = await gw.redemptions.create(OPERATOR, { name: 'gift', quota: 500, count: 1 })
  await gw.redemptions.redeem(person(1, userId), { userId, code: code?.key ?? '' })
  expect(await seen()).toEqual([['redeem', FULL]])
})

test('a payment', async () => {
  const options = {
    PayAddress: 'https://pay.example/',
    EpayId: '1001',
    EpayKey: 'shop-secret',
    ServerAddress: 'https://gw.example',
  }
  for (const [key, value] of Object.entries(options)) {
    await gw.options.set(OPERATOR, { key, value })
  }
  const wanted = { userId, amount: 2, paymentMethod: 'alipay' }
  const { fields } = await gw.payments.order(person(1, userId), wanted)
  const notice = {
    pid: '1001',
    out_trade_no: fields.out_trade_no ?? '',
    money: '14.60',
    trade_status: 'TRADE_SUCCESS',
  }
  await gw.payments.settle(OPERATOR, { ...notice, sign: signatureOf(notice, 'shop-secret') })
  expect(await seen()).toEqual([['top_up', FULL]])
})

test('invite earnings that are moved into the balance', async () => {
  const earned = { aff_quota: 1_000_000 }
  await gw.db.kysely.updateTable('users').set(earned).where('id', '=', userId).execute()
  await gw.accounts.transferEarnings(person(1, userId), 500_000)
  expect(await seen()).toEqual([['transfer', FULL]])
})

test('what one command changes in several steps', async () => {
  await enclose(gw.db, 'keep', (inner) =>
    inner.durably((trx) =>
      post(trx, {
        kind: 'adjust',
        userId,
        userDelta: 5,
        tokenDelta: 0,
        reference: 'test',
        nowMs: gw.clock.ms,
      }),
    ),
  )
  expect(await seen()).toEqual([['adjust', FULL]])
  expect(await levelNow()).toBe(NORMAL)
})

test('calls wait for no disk, whatever was booked or refused before', async () => {
  await gw.users.set(OPERATOR, { id: userId, quota: { add: 500 } })
  expect(await refusal(gw.redemptions.redeem(person(1, userId), { userId, code: 'x' }))).toBe(
    'redemption.code_unknown',
  )
  const outcome = await gw.db.ledger.reserve(reserveOrder({ userId, amount: 100 }))
  if (outcome.kind !== 'reserved') throw new Error(outcome.kind)
  await gw.db.ledger.settle(settleOrder({ reservation: outcome.reservation, charge: 30 }))
  expect((await seen()).slice(1)).toEqual([
    ['reserve', NORMAL],
    ['settle', NORMAL],
  ])
})

const strace = Bun.which('strace')

test.if(strace !== null)('one sync for each booking, and none for a call', async () => {
  const folder = tempDir('synced').path
  const file = join(folder, 'gw.db')
  // Stays open: whoever closes a database last syncs it anyway.
  await using db = await openFile(file)
  const user = await seedUser(db.db, 1_000)
  const syncs = async (bookings: number, calls: number) => {
    const trace = join(folder, `trace-${bookings}-${calls}`)
    const program = [process.execPath, join(import.meta.dir, 'money-writer.ts')]
    const words = [file, user, bookings, calls].map(String)
    const tracing = ['-f', '-qq', '-e', 'trace=fsync,fdatasync', '-o', trace]
    const child = Bun.spawn([strace ?? '', ...tracing, ...program, ...words])
    expect(await child.exited).toBe(0)
    return (await Bun.file(trace).text()).match(/\bf(?:data)?sync\(/g)?.length ?? 0
  }
  const none = await syncs(0, 0)
  expect(await syncs(0, 30)).toBe(none)
  expect(await syncs(5, 30)).toBeGreaterThanOrEqual(none + 5)
})

async function openFile(file: string) {
  const db = await openDatabase(file)
  await migrate(db, { nowMs: 0 })
  return { db, [Symbol.asyncDispose]: () => db.close() }
}
