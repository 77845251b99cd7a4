/**
 * `npm run chaos`: kills, races, cuts and faults against the real program, with the money
 * counted afterwards. Exits 1 when an invariant is violated.
 *
 *   npm run chaos -- [--rounds 20] [--only NAME]… [--seed N] [--short] [--bail] [--keep] [--json]
 *                           [--workers 2] [--engine postgres] [--nodes 3]
 *   npm run chaos -- --mutants [--only NAME]… [--seed N]
 *   npm run chaos -- --year [--customers 500] [--days 366] [--kills 3] [--seed N]
 */
import { parseArgs } from 'node:util'
import { removeFolders } from './chaos/folders'
import type { MutantReport } from './chaos/mutate'
import { endPrograms, programName } from './chaos/program'
import { rehearse } from './chaos/rehearse'
import { asJson, failureText, progressText, summaryText, tableText } from './chaos/report'
import { chosen } from './chaos/scenarios'
import { bail } from './chaos/tally'

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    short: { type: 'boolean', default: false },
    bail: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    workers: { type: 'string', default: '1' },
    // Of $GW_CHAOS_DATABASE_URL, by who may make databases.
    engine: { type: 'string', default: 'sqlite' },
    nodes: { type: 'string', default: '3' },
    year: { type: 'boolean', default: false },
    customers: { type: 'string', default: '500' },
    days: { type: 'string', default: '366' },
    kills: { type: 'string', default: '3' },
  },
})
process.env.GW_CHAOS_WORKERS = flags.workers
process.env.GW_CHAOS_ENGINE = flags.engine
process.env.GW_CHAOS_NODES = flags.nodes
if (flags.engine === 'postgres' && !process.env.GW_CHAOS_DATABASE_URL) {
  console.error('$GW_CHAOS_DATABASE_URL names no database')
  process.exit(2)
}
const rounds = Number(flags.rounds)
const seed = Number(flags.seed)
if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(seed)) {
  console.error('--rounds and --seed must be whole numbers')
  process.exit(2)
}
if (flags.year) {
  const { runYear } = await import('./chaos/year')
  const sizes = { customers: Number(flags.customers), days: Number(flags.days) }
  process.exit((await runYear({ ...sizes, killsPerDay: Number(flags.kills), seed })) ? 0 : 1)
}
const named = chosen(flags.only)
if (typeof named === 'string') {
  console.error(named)
  process.exit(2)
}
const scenarios = named.filter(
  ({ isOfOneProcess, engine = flags.engine }) =>
    engine === flags.engine && (flags.workers === '1' || !isOfOneProcess),
)

for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const) {
  process.once(signal, () => {
    endPrograms()
    removeFolders()
    process.exit(128 + number)
  })
}

if (flags.mutants) {
  const { runMutants, mutantTable, mutantText } = await import('./chaos/mutate')
  const { MUTANTS } = await import('../../tests/chaos/mutants')
  const names = scenarios.map(({ name }) => name)
  const mutants = MUTANTS.filter(({ scenario }) => names.includes(scenario))
  const progress = (report: MutantReport) => console.error(mutantText(report))
  const reports = await runMutants({ mutants, seed, progress })
  console.log(mutantTable(reports))
  process.exit(reports.every(({ verdict }) => verdict === 'caught') ? 0 : 1)
}

if (flags.bail) bail()
console.error(`gw: rehearsing ${programName()}, seed ${seed}`)
const reports = await rehearse({
  scenarios,
  size: flags.short ? 'short' : 'long',
  rounds,
  seed,
  keep: flags.keep,
  progress(round) {
    console.error(progressText(round))
    if (round.tally.violations.length > 0) console.error(failureText(round))
  },
})
const failures = reports.flatMap((report) => report.failures)
if (flags.json) console.log(JSON.stringify(asJson(reports, seed), null, 2))
else {
  console.log(tableText(reports))
  console.log(summaryText(reports))
}
process.exit(failures.length === 0 ? 0 : 1)
