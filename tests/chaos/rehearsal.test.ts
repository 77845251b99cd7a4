/** The short form of `npm run chaos`: the real program is killed, raced, cut and lied to. */
import { beforeAll, expect, test } from 'bun:test'
import { rehearse, type ScenarioReport } from '../../cli/dev/chaos/rehearse'
import { failureText } from '../../cli/dev/chaos/report'
import { SCENARIOS } from '../../cli/dev/chaos/scenarios'

const ON_A_FILE = SCENARIOS.filter(({ engine }) => engine !== 'postgres')
/** Any seed must do; this one makes a failure the same for everybody. */
const SEED = 20_261_122
/** Most of a scenario is waiting for programs that start. */
const LANES = 3
/** Of all scenarios, on a busy machine. */
const LIMIT_MS = 900_000

const reports = new Map<string, ScenarioReport>()
beforeAll(async () => {
  const all = await rehearse({
    scenarios: ON_A_FILE,
    size: 'short',
    rounds: 1,
    seed: SEED,
    lanes: LANES,
  })
  for (const report of all) reports.set(report.scenario, report)
}, LIMIT_MS)

test.each(ON_A_FILE.map(({ name }) => name))('%s: no invariant is violated', (name) => {
  const report = reports.get(name)
  expect(report?.failures.map(failureText)).toEqual([])
  const {
    requests = 0,
    attempts = 0,
    complete = 0,
    charged_once,
    holds_left,
  } = report?.tally.counts ?? {}
  expect(requests + attempts).toBeGreaterThan(0)
  if (complete > 0)
    expect({ charged_once, holds_left }).toEqual({ charged_once: complete, holds_left: 0 })
})

test('a fault of one settlement in a hundred would show', () => {
  expect(reports.get('kill')?.tally.counts.complete ?? 0).toBeGreaterThanOrEqual(500)
})
