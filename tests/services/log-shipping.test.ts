/** The log copied to ClickHouse. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openDatabase } from '../../db/open'
import { insertLog, type LogRow } from '../../db/tables/logs'
import { nowSeconds, systemClock } from '../../server/clock'
import { StandIn } from '../support/clickhouse'
import { type Gateway, startGateway } from '../support/gateway'

async function addRows(gateway: Gateway, count: number, createdAt: number): Promise<void> {
  const db = await openDatabase(join(gateway.dataDir, 'gw.db'))
  await db.transaction(async (trx) => {
    for (let at = 0; at < count; at += 1) await insertLog(trx, row(createdAt, at))
  })
  await db.close()
}

function row(created_at: number, at: number): Omit<LogRow, 'id'> {
  return {
    user_id: 1,
    created_at,
    type: 2,
    content: `第 ${at} 行`,
    username: 'u',
    token_name: 't',
    model_name: 'm',
    quota: at,
    prompt_tokens: 1,
    completion_tokens: 1,
    use_time: 1,
    is_stream: 1,
    channel_id: 1,
    token_id: 1,
    group: 'default',
    ip: '',
    request_id: `r${at}`,
    other: '',
    client: '',
    tags: '',
    session: '',
    duration_ms: 5,
    calls: 1,
  }
}

async function start(standIn: StandIn): Promise<Gateway> {
  return await startGateway({ env: { GW_CLICKHOUSE_URL: standIn.address } })
}

test('every row arrives once: after refusals, lost answers and an hour away', async () => {
  await using standIn = new StandIn()
  await using gateway = await start(standIn)
  const now = nowSeconds(systemClock)
  await addRows(gateway, 10_500, now - 60)
  expect(await gateway.services.logs.ship()).toBe(10_500)
  expect(standIn.tokens).toHaveLength(2)
  const [row] = await standIn.rows('quota = 6')
  expect(row).toMatchObject({ content: '第 6 行', quota: 6, model_name: 'm' })

  // It stands there and nobody learns of it: the same rows are sent again under the same name.
  await addRows(gateway, 5, now - 50)
  standIn.fault = 'lost answer'
  expect(await gateway.services.logs.ship().catch(String)).toContain('ClickHouse 502')
  await addRows(gateway, 7, now - 40)
  standIn.fault = 'down'
  expect(await gateway.services.logs.ship().catch(String)).toContain('Not now')
  await addRows(gateway, 20, now - 30)
  standIn.fault = undefined
  // Those that were under way, and those that came meanwhile.
  expect(await gateway.services.logs.ship()).toBe(32)
  expect(await gateway.services.logs.ship()).toBe(0)

  expect(await standIn.counts()).toEqual({ stored: 10_532, rows: 10_532 })
  expect((await gateway.services.logs.list({})).total).toBe(10_532)
  expect(standIn.refused).toEqual([])
  expect([...standIn.credentials]).toEqual(['writer s ecret'])
  expect(JSON.stringify(gateway.logged)).not.toContain('ecret')
}, 60_000)

test('retention waits for what has not arrived', async () => {
  await using standIn = new StandIn()
  await using gateway = await start(standIn)
  const old = nowSeconds(systemClock) - 40 * 86_400
  await addRows(gateway, 10, old)
  standIn.fault = 'down'
  await gateway.cli(['option', 'set', 'LogRetentionDays', '30'])
  expect(await gateway.services.logs.retain()).toBe(0)
  expect((await gateway.services.logs.list({ to: old })).total).toBe(10)
  standIn.fault = undefined
  await addRows(gateway, 1, old + 86_400)
  expect(await gateway.services.logs.ship()).toBe(await inLog(gateway))
  expect(await gateway.services.logs.retain()).toBe(10)
})

async function inLog(gateway: Gateway): Promise<number> {
  return (await gateway.services.logs.list({})).total
}

test('without an address nothing is copied', async () => {
  await using gateway = await startGateway()
  await addRows(gateway, 3, nowSeconds(systemClock) - 60)
  expect(await gateway.services.logs.ship()).toBe(0)
})
