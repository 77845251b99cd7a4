import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Db } from '../../db/db'
import { acquireServeLock, isServing } from '../../db/sqlite/serve-lock'
import { verify } from '../../db/tables/ledger-verify'
import { openReservations, resolveOpen } from '../../db/tables/reservations'
import { tempDir } from '../support/temp-dir'
import { openFreshSqlite } from './engines'
import { NOW_MS, reserveOrder, seedUser, settleOrder, standing } from './seed'

const started: Bun.Subprocess[] = []
const opened: Db[] = []

afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  for (const db of opened.splice(0)) await db.close()
})

async function open(): Promise<Db> {
  const db = await openFreshSqlite()
  opened.push(db)
  return db
}

function start(script: string, ...args: readonly string[]) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, script), ...args], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  started.push(child)
  return child
}

/** Resolves when the child has printed `line`. */
async function printed(stream: ReadableStream<Uint8Array>, line: string): Promise<void> {
  let text = ''
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  while (!text.split('\n').includes(line)) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`the child ended without printing ${line}: ${text}`)
    text += decoder.decode(value, { stream: true })
  }
  reader.releaseLock()
}

test('two processes that write at once lose nothing', async () => {
  const db = await open()
  const userId = await seedUser(db, 1_000_000)
  const children = [1, 2].map(() => start('worker.ts', db.file ?? '', `${userId}`, '400'))
  const call = async () => {
    const outcome = await db.ledger.reserve(reserveOrder({ userId, amount: 10 }))
    if (outcome.kind !== 'reserved') throw new Error(outcome.kind)
    await db.ledger.settle(settleOrder({ reservation: outcome.reservation, charge: 7 }))
  }
  for (const child of children) await printed(child.stdout, 'ready')
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(Array.from({ length: 20 }, call))
  }
  for (const child of children) expect(await child.exited).toBe(0)
  expect((await standing(db, userId)).user).toEqual({
    quota: 1_000_000 - 7 * 1200,
    used_quota: 7 * 1200,
    request_count: 1200,
  })
  expect(await verify(db)).toEqual([])
})

test('kill -9 between reserve and settle leaves calls that the next start gives back', async () => {
  const db = await open()
  const userId = await seedUser(db, 10_000)
  const child = start('worker.ts', db.file ?? '', `${userId}`, '20', 'hang')
  await printed(child.stdout, 'reserved')
  child.kill('SIGKILL')
  await child.exited

  expect(await openReservations(db)).toHaveLength(10)
  expect((await standing(db, userId)).user.quota).toBe(10_000 - 10 * 7 - 10 * 10)
  expect(await verify(db)).toEqual([])

  expect(await resolveOpen(db, { nowMs: NOW_MS })).toBe(10)
  expect((await standing(db, userId)).user).toEqual({
    quota: 10_000 - 10 * 7,
    used_quota: 10 * 7,
    request_count: 10,
  })
  expect(await verify(db)).toEqual([])
})

test('the serve lock is held once and comes free with its holder', () => {
  const path = join(tempDir('lock').path, 'data', 'serve.lock')
  expect(isServing(path)).toBe(false)
  const lock = acquireServeLock(path)
  expect(lock).toBeDefined()
  expect(isServing(path)).toBe(true)
  expect(acquireServeLock(path)).toBeUndefined()
  lock?.release()
  expect(isServing(path)).toBe(false)
  const next = acquireServeLock(path)
  expect(next).toBeDefined()
  next?.release()
})

test('the serve lock of a killed process is free at once', async () => {
  const path = join(tempDir('lock').path, 'serve.lock')
  const child = start('lock-holder.ts', path)
  await printed(child.stdout, 'held')
  expect(isServing(path)).toBe(true)
  expect(acquireServeLock(path)).toBeUndefined()
  child.kill('SIGKILL')
  await child.exited
  expect(isServing(path)).toBe(false)
  const lock = acquireServeLock(path)
  expect(lock).toBeDefined()
  lock?.release()
})
