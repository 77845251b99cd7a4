/** Runs rounds of scenarios, each on a data folder of its own. */
import { join } from 'node:path'
import { chanceOf } from '../../provider/chance'
import { makeFolder, removeFolder } from './folders'
import type { Context, Scenario, Size } from './scenario'
import { prepare, type Site, type Template } from './site'
import { Tally, ViolationError } from './tally'
import { startUpstream, type Upstream } from './upstream'

export interface Rehearsal {
  readonly scenarios: readonly Scenario[]
  readonly size: Size
  /** Asked for; a scenario may make fewer of them. */
  readonly rounds: number
  /** Of the first round; every later one counts on. */
  readonly seed: number
  /** Scenarios that run at a time, each with an upstream of its own; one when absent. */
  readonly lanes?: number
  /** Leaves the data folders of rounds that failed. */
  readonly keep?: boolean
  /** Told after each round. */
  readonly progress?: (round: RoundReport) => void
}

export interface RoundReport {
  readonly scenario: string
  readonly size: Size
  readonly seed: number
  readonly tally: Tally
  readonly tookMs: number
  /** The folder with the data folders of the round, if it was left behind. */
  readonly kept: string | undefined
}

export interface ScenarioReport {
  readonly scenario: string
  readonly rounds: number
  readonly tally: Tally
  readonly failures: readonly RoundReport[]
}

export async function rehearse(rehearsal: Rehearsal): Promise<ScenarioReport[]> {
  const { scenarios, lanes = 1 } = rehearsal
  const waiting = [...scenarios]
  const reports: ScenarioReport[] = []
  const laneOf = () => runLane(rehearsal, waiting, (report) => reports.push(report))
  await Promise.all(Array.from({ length: lanes }, laneOf))
  const placeOf = ({ scenario }: ScenarioReport) =>
    scenarios.findIndex(({ name }) => name === scenario)
  return reports.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Takes one scenario after the other; what they are made of is the lane's own. */
async function runLane(
  rehearsal: Rehearsal,
  waiting: Scenario[],
  done: (report: ScenarioReport) => void,
): Promise<void> {
  const upstream = await startUpstream()
  let template: Template | undefined
  try {
    template = await prepare(upstream.port)
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      done(await runScenario(next, { ...rehearsal, upstream, template }))
    }
  } finally {
    await template?.remove()
    await upstream.stop()
  }
}

interface Stage extends Rehearsal {
  readonly upstream: Upstream
  readonly template: Template
}

async function runScenario(scenario: Scenario, stage: Stage): Promise<ScenarioReport> {
  const total = new Tally()
  const failures: RoundReport[] = []
  const rounds = Math.max(1, scenario.rounds(stage.rounds))
  for (let round = 0; round < rounds; round += 1) {
    const report = await runRound(scenario, stage, round)
    total.join(report.tally)
    if (report.tally.violations.length > 0) failures.push(report)
    stage.progress?.(report)
  }
  return { scenario: scenario.name, rounds, tally: total, failures }
}

/** Violated when something else than an invariant ends a round. */
export const ENDS = 'the round runs to its end'

/** The tally of a round that did not run to its end. */
function brokenOff(error: unknown): Tally {
  const tally = new Tally()
  if (error instanceof ViolationError) tally.violations.push(error.violation)
  else {
    const seen = error instanceof Error ? (error.stack ?? error.message) : String(error)
    tally.violations.push({ invariant: ENDS, seen, calls: [] })
  }
  return tally
}

async function runRound(scenario: Scenario, stage: Stage, round: number): Promise<RoundReport> {
  const { size, upstream, template, keep = false } = stage
  const seed = stage.seed + round
  const folder = makeFolder()
  const sites: Site[] = []
  const context: Context = {
    size,
    chance: chanceOf(seed),
    upstream,
    async site(from: Pick<Site, 'copy'> = template) {
      const site = await from.copy(join(folder, String(sites.length + 1)))
      sites.push(site)
      return site
    },
  }
  const startedAt = performance.now()
  const tally = await scenario.run(context).catch(brokenOff)
  upstream.release()
  for (const site of sites) await site.end()
  const isKept = keep && tally.violations.length > 0
  if (!isKept) removeFolder(folder)
  return {
    scenario: scenario.name,
    size,
    seed,
    tally,
    tookMs: performance.now() - startedAt,
    kept: isKept ? folder : undefined,
  }
}
