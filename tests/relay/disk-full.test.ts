/**
 * A disk that is full. Where this machine lets us mount one of 8 MB it is a real one; the same
 * is asked of SQLite everywhere by forbidding the database to grow.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { closeSync, cpSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { verify } from '../../db/tables/ledger-verify'
import { openReservations } from '../../db/tables/reservations'
import { createLogger } from '../../server/log'
import { SettlementRetryQueue } from '../../server/services/ledger/settlement-retry-queue'
import { openFreshSqlite } from '../db/engines'
import { logFacts, NOW_MS, reserveOrder, seedUser, settleOrder, standing } from '../db/seed'
import { type Gateway, type GatewayClient, startGateway } from '../support/gateway'
import { tempDir } from '../support/temp-dir'
import { frames, type Gate, gate, sse, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import {
  ask,
  expectRefusal,
  PATH_OF,
  PRICES,
  RECORDED_CHARGE,
  recorded,
  TERMINATOR_OF,
  told,
} from './black-box'

const CALLS = 40
const [FIRST = '', ...REST] = frames(recorded('openai').sse)

/** Undefined where only an administrator of the machine may mount. */
function mountSmallDisk(): string | undefined {
  const { path } = tempDir('disk')
  const command = ['mount', '-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', path]
  if (Bun.which('mount') === null) return undefined
  return Bun.spawnSync(command, { stderr: 'ignore' }).exitCode === 0 ? path : undefined
}

const disk = mountSmallDisk()
let upstream: Upstream
let held: Gate
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(() => sse([FIRST, held, ...REST]))
})
afterAll(async () => {
  await upstream[Symbol.asyncDispose]()
  if (disk !== undefined) Bun.spawnSync(['umount', disk])
})

/** Takes every byte there is. */
function fill(folder: string): () => void {
  const path = join(folder, 'filler')
  const file = openSync(path, 'w')
  for (let size = 1024 * 1024; size >= 1; ) {
    try {
      writeSync(file, Buffer.alloc(size))
    } catch {
      size = Math.floor(size / 2)
    }
  }
  closeSync(file)
  return () => rmSync(path)
}

async function onSmallDisk(folder: string): Promise<Gateway> {
  await using made = await startGateway({
    channels: [{ upstream, models: 'm' }],
    options: PRICES,
  })
  await made.stop()
  cpSync(made.dataDir, folder, { recursive: true })
  return await startGateway({ restartOf: { ...made, dataDir: folder } })
}

async function health({ url }: GatewayClient): Promise<unknown> {
  return await (await fetch(`${url}/healthz`)).json()
}

/** Answers that came in whole after the disk was full. */
async function finishOnFullDisk(folder: string): Promise<() => void> {
  held = gate()
  const stream = ask('openai', { stream: true })
  const responses = await Promise.all(
    Array.from({ length: CALLS }, () => gateway.post(PATH_OF.openai, stream)),
  )
  const free = fill(folder)
  held.open()
  for (const { text } of await Promise.all(responses.map(told))) {
    expect(text).toContain(TERMINATOR_OF.openai)
  }
  expect(await health(gateway)).toMatchObject({ ok: false, database: 'unwritable' })
  expectRefusal(await told(gateway.post(PATH_OF.openai, stream)), 'openai', 503)
  return free
}

async function expectBilled(): Promise<void> {
  const { items } = await gateway.services.logs.list({ page_size: 100 })
  expect(items.map(({ quota }) => quota)).toEqual(
    Array.from({ length: CALLS }, () => RECORDED_CHARGE),
  )
  expect(await gateway.services.ledger.verify()).toEqual([])
}

describe.if(disk !== undefined)('a full disk', () => {
  test('loses no settlement when room is made while the gateway runs', async () => {
    gateway = await onSmallDisk(join(disk ?? '', 'one'))
    const free = await finishOnFullDisk(disk ?? '')
    free()
    await waitUntil('all is settled', async () => Object(await health(gateway)).ok)
    await expectBilled()
    await gateway.stop()
  })

  test('loses none when the gateway stops before: they fit into room taken at start', async () => {
    gateway = await onSmallDisk(join(disk ?? '', 'two'))
    const free = await finishOnFullDisk(disk ?? '')
    await gateway.stop()
    const left = readFileSync(join(gateway.dataDir, 'unsettled.jsonl'), 'utf8')
    expect(left.trimEnd().split('\n')).toHaveLength(CALLS)
    free()
    gateway = await startGateway({ restartOf: gateway })
    await expectBilled()
    await gateway.stop()
    expect(existsSync(join(gateway.dataDir, 'unsettled.jsonl'))).toBe(false)
  })
})

test('a database that may not grow keeps its settlements until it may', async () => {
  const db = await openFreshSqlite()
  const userId = await seedUser(db, 100_000)
  const kept = new SettlementRetryQueue({
    db,
    path: join(tempDir('kept').path, 'unsettled.jsonl'),
    log: createLogger({
      write: () => undefined,
      readable: false,
      level: 'error',
      clock: { nowMs: () => NOW_MS },
    }),
    clock: { nowMs: () => NOW_MS + 5_000 },
    place: () => 'there',
    waitMs: 1_000,
  })
  const outcomes = await Promise.all(
    Array.from({ length: CALLS }, () => kept.reserve(reserveOrder({ userId, amount: 100 }))),
  )
  await sql`pragma max_page_count = 1`.execute(db.kysely)
  const log = logFacts({ content: 'x'.repeat(4_000) })
  for (const outcome of outcomes) {
    if (outcome.kind !== 'reserved') throw new Error(outcome.kind)
    const { reservation } = outcome
    await kept.settle(settleOrder({ reservation, charge: 30, log }))
  }
  const { writes, waiting } = kept.health()
  expect([writes, waiting > 0]).toEqual([false, true])
  await sql`pragma max_page_count = 100000`.execute(db.kysely)
  await waitUntil('all is settled', () => kept.health().waiting === 0)
  expect(kept.health()).toEqual({ writes: true, waiting: 0 })
  expect(await openReservations(db)).toEqual([])
  expect((await standing(db, userId)).user).toMatchObject({ quota: 100_000 - CALLS * 30 })
  expect(await verify(db)).toEqual([])
  await kept.close()
  await db.close()
})
