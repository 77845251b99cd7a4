import { expect, test } from 'bun:test'
import { gatewayFolder } from '../support/temp-dir'
import { simulateYear } from './simulate'

/** Until after the clocks have changed twice in both zones, with the leap day between. */
const DAYS = 170

test('half a year of a shop that is killed and lied to ends with equal books', async () => {
  using folder = gatewayFolder('year')
  const report = await simulateYear({
    ...{ dataDir: folder.path, customers: 16, days: DAYS, actsPerDay: 4 },
    ...{ killsPerHundredDays: 6, seed: 20_271_015 },
  })
  expect(report.problems).toEqual([])
  expect(report.kills).toBeGreaterThan(3)
  expect(report.paid).toBeGreaterThan(50)
  expect(report.refunded).toBeGreaterThan(5)
  expect(report.used).toBeGreaterThan(0)
  for (const times of Object.values(report.told)) expect(times).toBeGreaterThan(0)
}, 300_000)
