import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { ReaderPool, type ReaderPoolOptions } from '../../db/readers/pool'
import type { ReaderRequest } from '../../db/readers/thread'
import { tempDir } from '../support/temp-dir'
import { waitUntil } from '../support/wait-until'

const SLOW = counting(1_000_000)
/** Far beyond the limit, and yet no thread is left behind that counts for ever. */
const TOO_LONG = counting(8_000_000)
/** Still counting when two limits and a wait have passed. */
const FAR_TOO_LONG = counting(30_000_000)
const LIMIT_MS = 600
/** As the product's own: whoever opens the file at the same moment may be in the way. */
const PRAGMAS = ['busy_timeout = 5000', 'query_only = ON']
const QUICK = query('select 1 as n')

/** Work for one thread, without a row before the end. */
function counting(upTo: number) {
  return query(
    `with recursive c(n) as (select 1 union all select n + 1 from c where n < ?)
      select count(*) as n from c`,
    upTo,
  )
}

function query(sql: string, ...parameters: unknown[]) {
  return { sql, parameters }
}

const opened: ReaderPool[] = []
afterEach(async () => {
  for (const pool of opened.splice(0)) await pool.close()
})

/** With every thread that it has started. */
function poolOn(path: string, options: Partial<ReaderPoolOptions> = {}) {
  const threads: Bun.Worker[] = []
  const start = () => {
    const entry = new URL('../../db/readers/thread.ts', import.meta.url).href
    const thread = new Worker(entry) as Bun.Worker
    const request: ReaderRequest = { kind: 'open', path, pragmas: PRAGMAS }
    thread.postMessage(request)
    threads.push(thread)
    return thread
  }
  const pool = new ReaderPool({ size: 1, start, ...options })
  opened.push(pool)
  return { pool, threads }
}

function emptyFile(): string {
  const path = join(tempDir('readers').path, 'read.db')
  const database = new Database(path, { create: true })
  database.run('pragma journal_mode = wal')
  database.run('create table seen (n integer)')
  database.close(true)
  return path
}

const codeOf = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'answered',
    (error) => error.id ?? error.code ?? error.message,
  )

describe('reading threads', () => {
  test('no thread is started before somebody asks', async () => {
    const { pool, threads } = poolOn(emptyFile(), { size: 2 })
    expect(threads).toHaveLength(0)
    expect(await pool.read(QUICK)).toEqual([{ n: 1 }])
    expect(await pool.read(QUICK)).toEqual([{ n: 1 }])
    expect(threads).toHaveLength(1)
  })

  test('a slow query keeps nobody waiting while another thread is there', async () => {
    const { pool, threads } = poolOn(emptyFile(), { size: 2 })
    const order: string[] = []
    const slow = pool.read(SLOW).then((rows) => {
      order.push('slow')
      return rows
    })
    await pool.read(QUICK).then(() => order.push('quick'))
    expect(await slow).toEqual([{ n: 1_000_000 }])
    expect(order).toEqual(['quick', 'slow'])
    expect(threads).toHaveLength(2)
  })

  test('whoever asks first is answered first', async () => {
    const { pool } = poolOn(emptyFile())
    const order: number[] = []
    const asked = Array.from({ length: 20 }, (_, n) =>
      pool.read(query('select ? as n', n)).then(() => order.push(n)),
    )
    await Promise.all(asked)
    expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n))
  })

  test('a long answer arrives whole and in order', async () => {
    const { pool } = poolOn(emptyFile())
    const rows = await pool.read(
      query(`with recursive c(n) as (select 1 union all select n + 1 from c where n < 1001)
        select n from c`),
    )
    expect(rows).toEqual(Array.from({ length: 1001 }, (_, at) => ({ n: at + 1 })))
  })

  test('texts, numbers, nothing and bytes come through as they are', async () => {
    const { pool } = poolOn(emptyFile())
    const asked = query('select ? as a, ? as b, ? as c, ? as d', 'ä😀', 2 ** 53 - 1, null, 1.5)
    expect(await pool.read(asked)).toEqual([{ a: 'ä😀', b: 2 ** 53 - 1, c: null, d: 1.5 }])
    expect(await pool.read(query("select x'00ff' as e"))).toEqual([{ e: new Uint8Array([0, 255]) }])
  })

  test('what another connection committed is there for the next query', async () => {
    const path = emptyFile()
    const { pool } = poolOn(path)
    const writer = new Database(path)
    for (let n = 1; n <= 50; n += 1) {
      writer.run('insert into seen values (?)', [n])
      expect(await pool.read(query('select count(*) as n from seen'))).toEqual([{ n }])
    }
    writer.close(true)
  })

  test('nothing can be written', async () => {
    const { pool } = poolOn(emptyFile())
    expect(await codeOf(pool.read(query('insert into seen values (1)')))).toBe('SQLITE_READONLY')
    expect(await pool.read(query('select count(*) as n from seen'))).toEqual([{ n: 0 }])
  })

  test('a query that SQLite refuses fails alone', async () => {
    const { pool, threads } = poolOn(emptyFile())
    expect(await codeOf(pool.read(query('select nothing from nowhere')))).toBe('SQLITE_ERROR')
    expect(await pool.read(QUICK)).toEqual([{ n: 1 }])
    expect(threads).toHaveLength(1)
  })

  test('a file that cannot be opened is not available, until it can be', async () => {
    const path = join(tempDir('readers').path, 'later.db')
    const { pool } = poolOn(path)
    expect(await codeOf(pool.read(QUICK))).toBe('db.unavailable')
    new Database(path, { create: true }).close(true)
    expect(await pool.read(QUICK)).toEqual([{ n: 1 }])
  })
})

describe('a thread that fails', () => {
  test('takes its query with it, and the next one finds another', async () => {
    const { pool, threads } = poolOn(emptyFile())
    const lost = codeOf(pool.read(SLOW))
    const next = pool.read(QUICK)
    threads[0]?.terminate()
    expect(await lost).toBe('db.unavailable')
    expect(await next).toEqual([{ n: 1 }])
    expect(threads).toHaveLength(2)
  })

  test('is not missed when it had nothing to do', async () => {
    const { pool, threads } = poolOn(emptyFile())
    await pool.read(QUICK)
    const [first] = threads
    let isGone = false
    first?.addEventListener('close', () => {
      isGone = true
    })
    first?.terminate()
    await waitUntil('the end of the thread', () => isGone)
    expect(await pool.read(QUICK)).toEqual([{ n: 1 }])
    expect(threads).toHaveLength(2)
  })

  test('is replaced when its query takes too long, and whoever asked is told', async () => {
    const { pool, threads } = poolOn(emptyFile(), { limitMs: LIMIT_MS })
    expect(await codeOf(pool.read(TOO_LONG))).toBe('db.query_too_long')
    expect(await pool.read(QUICK)).toEqual([{ n: 1 }])
    expect(threads).toHaveLength(2)
  })

  test('is replaced only so often: then everybody waits, though not for ever', async () => {
    const { pool, threads } = poolOn(emptyFile(), { limitMs: LIMIT_MS, waitLimitMs: 200 })
    expect(await codeOf(pool.read(FAR_TOO_LONG))).toBe('db.query_too_long')
    expect(await codeOf(pool.read(FAR_TOO_LONG))).toBe('db.query_too_long')
    expect(await codeOf(pool.read(QUICK))).toBe('db.unavailable')
    expect(threads).toHaveLength(2)
  })

  test('goes on with others when its late query has ended', async () => {
    const { pool, threads } = poolOn(emptyFile(), { limitMs: LIMIT_MS, waitLimitMs: 55_000 })
    expect(await codeOf(pool.read(FAR_TOO_LONG))).toBe('db.query_too_long')
    expect(await codeOf(pool.read(TOO_LONG))).toBe('db.query_too_long')
    expect(await pool.read(QUICK)).toEqual([{ n: 1 }])
    expect(threads).toHaveLength(2)
  })
})

describe('the line', () => {
  test('has an end', async () => {
    const { pool } = poolOn(emptyFile())
    const asked = Array.from({ length: 600 }, () => codeOf(pool.read(QUICK)))
    const answers = await Promise.all(asked)
    expect(answers.slice(0, 501).every((code) => code === 'answered')).toBe(true)
    expect(answers.slice(501).every((code) => code === 'overloaded')).toBe(true)
  })

  test('is told when the database is closed, and so is whoever comes later', async () => {
    const { pool } = poolOn(emptyFile())
    const asked = [codeOf(pool.read(TOO_LONG)), codeOf(pool.read(QUICK))]
    await pool.close()
    expect(await Promise.all(asked)).toEqual(['db.unavailable', 'db.unavailable'])
    expect(await codeOf(pool.read(QUICK))).toBe('db.unavailable')
  })

  test('closing lets go of the file', async () => {
    const path = emptyFile()
    const { pool } = poolOn(path, { size: 2 })
    await Promise.all([pool.read(SLOW), pool.read(QUICK)])
    await pool.close()
    const other = new Database(path)
    // Granted to the only user of a file.
    expect(other.prepare('pragma journal_mode = delete').get()).toEqual({ journal_mode: 'delete' })
    other.close(true)
  })
})
