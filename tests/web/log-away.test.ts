/** Days of the log that are read in ClickHouse, and the page without it. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { insertRows } from '../../db/insert-rows'
import { openDatabase } from '../../db/open'
import { nowSeconds, systemClock } from '../../server/clock'
import { DAY, row } from '../services/log-of-months'
import { StandIn } from '../support/clickhouse'
import { openConsole } from './console-fixture'

test('the page says which days are from ClickHouse, and which are missing', async () => {
  await using standIn = new StandIn()
  await using site = await openConsole({ env: { GW_CLICKHOUSE_URL: standIn.address } })
  const now = nowSeconds(systemClock)
  const db = await openDatabase(join(site.gateway.dataDir, 'gw.db'))
  const rows = Array.from({ length: 40 }, (_, index) => row(now - (40 - index) * (DAY / 4), index))
  await db.transaction((trx) => insertRows(trx, 'logs', rows))
  await db.close()
  const { logs } = site.gateway.services
  await logs.ship()
  await site.gateway.cli(['option', 'set', 'LogLocalDays', '3'])
  await logs.leave()

  await using visit = await site.open('root', { language: 'en', width: 360 })
  const times = `start=${dayText(now - 8 * DAY)}&end=${dayText(now - 6 * DAY)}`
  await visit.goto(`/log?${times}`)
  await visit.page.getByText(/^\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d are from ClickHouse$/).waitFor()
  await visit.page.getByText('usual').first().waitFor()
  standIn.fault = 'down'
  await visit.goto(`/log?${times}`)
  const missing = { hasText: 'ClickHouse, which does not answer' }
  await visit.page.getByRole('alert').filter(missing).waitFor()
  expect(visit.complaints).toEqual([])
  expect(standIn.refused).toEqual([])
}, 60_000)

function dayText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 16)
}
