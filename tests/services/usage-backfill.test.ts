/** What the log knows of before usage was counted is added up once, whatever is run again. */
import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { ask, MODEL, PATH_OF, PRICES, RECORDED_CHARGE, recorded } from '../relay/black-box'
import { startGateway } from '../support/gateway'
import { json, startUpstream } from '../support/upstream'

const DAY = 86_400
const NOW = 1_750_005_000

test('days of the log are added up before the first call that was counted', async () => {
  let nowMs = NOW * 1000
  await using upstream = await startUpstream(json(JSON.parse(recorded('openai').json)))
  await using gateway = await startGateway({
    clock: { nowMs: () => nowMs, monotonicMs: () => performance.now() },
    options: PRICES,
    channels: [{ upstream, models: MODEL }],
  })
  const { usage } = gateway.services
  const spent = async () => {
    await gateway.idle()
    const asked = { measure: 'spend', window: '90d', by: ['model'], only: {}, top: 9, shift: 0 }
    return (await usage.explore(asked as never)).value ?? 0
  }
  const call = async (seconds: number) => {
    nowMs = seconds * 1000
    await gateway.post(PATH_OF.openai, ask('openai'))
    await gateway.idle()
  }
  for (const days of [70, 40, 40, 1, 0]) await call(NOW - days * DAY)
  nowMs = NOW * 1000
  expect(await usage.backfill()).toBeGreaterThan(0)
  expect(await spent()).toBe(5 * RECORDED_CHARGE)

  // As if the program had been updated before the last of these calls.
  const db = await openDatabase(`${gateway.dataDir}/gw.db`)
  await db.kysely.deleteFrom('usage_facts').where('user_id', '=', 0).execute()
  await db.kysely
    .deleteFrom('usage_facts')
    .where('at', '<=', NOW - DAY)
    .execute()
  await db.close()
  expect(await spent()).toBe(RECORDED_CHARGE)
  await usage.backfill()
  expect(await spent()).toBe(4 * RECORDED_CHARGE)
  expect(await usage.backfill()).toBe(0)
  const { finance } = gateway.services
  const from = NOW - 60 * DAY + 5000
  expect((await finance.show({ from, to: NOW + 3600 })).usage.quota).toBe(4 * RECORDED_CHARGE)
  const late = { from: NOW - DAY + 3600, to: NOW + 3600 }
  expect((await finance.show(late)).usage.quota).toBe(RECORDED_CHARGE)
  await call(NOW + 60)
  expect(await usage.backfill()).toBe(0)
  expect(await spent()).toBe(5 * RECORDED_CHARGE)
})
