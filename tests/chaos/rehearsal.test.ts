/** The short form of `npm run chaos`: the real program is killed, raced, cut and lied to. */
import { expect, test } from 'bun:test'
import { rehearse } from '../../cli/dev/chaos/rehearse'
import { failureText } from '../../cli/dev/chaos/report'
import { SCENARIOS } from '../../cli/dev/chaos/scenarios'

/** Any seed must do; this one makes a failure the same for everybody. */
const SEED = 20_261_122

const ROWS = SCENARIOS.map((scenario) => [scenario.name, scenario] as const)

test.each(ROWS)(
  '%s: no invariant is violated',
  async (_name, scenario) => {
    const [report] = await rehearse({ scenarios: [scenario], size: 'short', rounds: 1, seed: SEED })
    expect(report?.failures.map(failureText)).toEqual([])
    const {
      requests = 0,
      attempts = 0,
      whole = 0,
      charged_once,
      holds_left,
    } = report?.tally.counts ?? {}
    expect(requests + attempts).toBeGreaterThan(0)
    if (whole > 0)
      expect({ charged_once, holds_left }).toEqual({ charged_once: whole, holds_left: 0 })
  },
  120_000,
)
