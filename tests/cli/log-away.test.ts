/** Days of the log that leave for ClickHouse, as an operator sees it. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { insertRows } from '../../db/insert-rows'
import { StandIn } from '../support/clickhouse'
import { type DatabaseShell, openFilledShell } from './database-fixture'

const DAY = 86_400
let shell: DatabaseShell
let standIn: StandIn

beforeEach(async () => {
  standIn = new StandIn()
  shell = await openFilledShell()
  const row = (created_at: number, index: number) => ({
    ...{ user_id: 1, created_at, type: 2, content: '', username: 'ann', token_name: '' },
    ...{ model_name: 'gpt', quota: index, prompt_tokens: 0, completion_tokens: 0, use_time: 0 },
    ...{ is_stream: 0 as const, channel_id: 0, token_id: 0, group: '', ip: '', other: '' },
    request_id: `r${index}`,
  })
  const start = Date.UTC(2024, 0, 15) / 1000
  const rows = Array.from({ length: 60 }, (_, index) => row(start + index * DAY, index))
  await shell.edit((db) => db.transaction((trx) => insertRows(trx, 'logs', rows)))
  await shell.text(['option', 'set', 'LogLocalDays', '30'])
})
afterEach(async () => {
  shell.remove()
  await standIn[Symbol.asyncDispose]()
  expect(standIn.refused).toEqual([])
})

test('days leave by jobs, and lists say where they come from', async () => {
  const here = { env: { GW_CLICKHOUSE_URL: standIn.address } }
  await shell.text(['job', 'run', 'log-shipping'], here)
  await shell.text(['job', 'run', 'log-months'], here)
  await shell.edit((db) => db.kysely.updateTable('log_shipping').set({ away_since: 1 }).execute())
  await shell.text(['job', 'run', 'log-months'], here)
  expect(await shell.json(['log', 'storage'], here)).toMatchObject([
    { name: 'database', state: 'open', rows: 2 },
    { name: 'clickhouse', state: 'open', rows: 58 },
  ])
  const listed = await shell.gw(['log', 'list', '--limit', '100'], here)
  expect(listed.stderr).toContain('2024-01-15 to 2024-03-12 are from ClickHouse')
  expect(listed.stdout).toContain('gpt')
  const doctor = await shell.gw(['doctor'], here)
  expect(doctor.stdout).toContain('the log before 2024-03-13 is read there')
  const one = Object(await shell.json(['log', 'list', '--request', 'r7'], here))
  expect(one).toHaveLength(1)

  // Whoever is not told where it is learns what is missing.
  const without = await shell.gw(['log', 'list', '--limit', '100'])
  expect(without.stderr).toContain('without 2024-01-15 to 2024-03-12: ClickHouse does not answer')
  const exported = await shell.gw(['log', 'archive', '--to', join(shell.dataDir, 'archive')])
  expect(exported.code).not.toBe(0)
  expect(exported.stderr).toContain('GW_CLICKHOUSE_URL')
})
