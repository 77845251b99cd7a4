/** The log as Parquet files that other programs read. */
import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { openDatabase } from '../../db/open'
import { insertLog, type LogRow } from '../../db/tables/logs'
import { nowSeconds, systemClock } from '../../server/clock'
import { startGateway } from '../support/gateway'
import { tempDir } from '../support/temp-dir'

const DAY = 86_400
const ROWS_A_DAY = 2500

function row(createdAt: number, at: number): Omit<LogRow, 'id'> {
  return {
    user_id: 1,
    created_at: createdAt,
    type: 2,
    content: `第 ${at} 行 “quoted”`,
    username: 'user1',
    token_name: 'key',
    model_name: at % 2 === 0 ? 'gpt-4o' : 'claude-sonnet-4-5',
    quota: at === 7 ? 9_000_000_000_000 : at,
    prompt_tokens: 10,
    completion_tokens: at,
    use_time: 1,
    is_stream: at % 2 === 0 ? 1 : 0,
    channel_id: 3,
    token_id: 4,
    group: 'default',
    ip: '203.0.113.1',
    request_id: `call-${createdAt}-${at}`,
    other: '{"a":1}',
    client: '',
    tags: '',
    session: '',
    duration_ms: 1234,
    calls: 1,
  }
}

async function read(path: string) {
  return await parquetReadObjects({ file: await asyncBufferFromFile(path) })
}

test('every complete day is a file with all of its rows, written once', async () => {
  await using gateway = await startGateway()
  const today = nowSeconds(systemClock) - (nowSeconds(systemClock) % DAY)
  const days = [today - 3 * DAY, today - DAY, today]
  const db = await openDatabase(join(gateway.dataDir, 'gw.db'))
  await db.transaction(async (trx) => {
    for (const day of days) {
      const count = day === today ? 5 : ROWS_A_DAY
      for (let at = 0; at < count; at += 1) await insertLog(trx, row(day + at, at))
    }
  })
  await db.close()
  const folder = join(tempDir('archive').path, 'made')
  const archive = (...more: readonly string[]) =>
    gateway.cli(['log', 'archive', '--to', folder, '--json', ...more])

  const first = await archive()
  expect(first.code).toBe(0)
  const named = [days[0] ?? 0, days[1] ?? 0].map((day) => {
    return new Date(day * 1000).toISOString().slice(0, 10)
  })
  const written = JSON.parse(first.stdout)
  expect(written.map(({ day }: { day: string }) => day)).toEqual(named)
  expect(written.map(({ rows }: { rows: number }) => rows)).toEqual([ROWS_A_DAY, ROWS_A_DAY])
  expect(readdirSync(folder).sort()).toEqual(named.map((day) => `logs-${day}.parquet`))

  const rows = await read(join(folder, `logs-${named[0]}.parquet`))
  expect(rows).toHaveLength(ROWS_A_DAY)
  const seventh = rows.find(({ completion_tokens: at }) => at === 7n)
  expect(seventh).toMatchObject({
    created_at: new Date(((days[0] ?? 0) + 7) * 1000),
    type: 2,
    username: 'user1',
    model_name: 'claude-sonnet-4-5',
    quota: 9_000_000_000_000n,
    is_stream: false,
    content: '第 7 行 “quoted”',
    other: '{"a":1}',
    duration_ms: 1234n,
    group: 'default',
  })
  expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(ROWS_A_DAY)

  expect(JSON.parse((await archive()).stdout)).toEqual([])
  expect(JSON.parse((await archive('--overwrite', '--from', '2d')).stdout)).toHaveLength(1)
  expect(
    JSON.parse((await archive('--before', named[1] ?? '', '--overwrite')).stdout),
  ).toHaveLength(1)
  // The log is as it was.
  expect((await gateway.services.logs.list({})).total).toBe(2 * ROWS_A_DAY + 5)
})

test('an empty log makes no file, and a folder is wanted', async () => {
  await using gateway = await startGateway()
  const folder = join(tempDir('archive').path, 'made')
  const none = await gateway.cli(['log', 'archive', '--to', folder])
  expect(none.code).toBe(0)
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
  const missing = await gateway.cli(['log', 'archive'])
  expect(missing.code).toBe(2)
  expect(missing.stderr).toContain('--to')
})
