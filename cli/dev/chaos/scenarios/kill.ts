/** kill -9 at a random moment under a mix of calls; the next start must have lost nothing. */

import type { Chance } from '../../../provider/chance'
import { type Judged, judgeBooks, readBooks, readStart, unfinished } from '../books'
import { call, type Seen } from '../client'
import type { LoadPlan } from '../faults/plans'
import type { Context, Scenario, Size } from '../scenario'
import type { Site } from '../site'
import { Tally } from '../tally'
import { rssMb, settledWithin } from '../watch'

/** As often as each is named. */
const MIX: readonly [LoadPlan, ...LoadPlan[]] = [
  'json',
  'json',
  'json-late',
  'json-no-usage',
  'stream',
  'stream',
  'stream-long',
  'stream-no-usage',
  'stream-dies',
  'stream-fin',
  'error-500',
  'busy-then-json',
]
/** Share of streams whose client hangs up. */
const LEAVING = 0.2

type Range = readonly [low: number, high: number]

/** How many workers call, and after how many complete answers or milliseconds the kill comes. */
export const LOADS: Readonly<Record<Size, { workers: number; answers: Range; ms: Range }>> = {
  // A fault of one settlement in a hundred shows among so many answers.
  short: { workers: 48, answers: [500, 600], ms: [0, 120] },
  long: { workers: 120, answers: [1, 150], ms: [0, 4500] },
}

interface Load {
  readonly calls: Seen[]
  open: number
  /** Resolves after so many complete answers. */
  readonly enough: Promise<void>
  stop(): void
  readonly done: Promise<unknown>
}

interface LoadOptions {
  /** Of each gateway; a caller keeps to one of them. */
  readonly urls: readonly [string, ...string[]]
  readonly workers: number
  readonly answers: number
  readonly chance: Chance
}

function leavesAfter(plan: string, draws: Chance): number | undefined {
  const leaves = plan.startsWith('stream') && draws.next() < LEAVING
  return leaves ? draws.between(1, 5) : undefined
}

export function startLoad(site: Site, { urls, workers, answers, chance }: LoadOptions): Load {
  const calls: Seen[] = []
  const { promise: enough, resolve } = Promise.withResolvers<void>()
  const state = { isRunning: true, complete: 0 }
  if (answers === 0) resolve()
  const work = async (draws: Chance): Promise<void> => {
    const url = draws.pick(urls)
    while (state.isRunning) {
      const plan = draws.pick(MIX)
      const { key } = draws.pick(site.payers).token
      const leaveAfter = leavesAfter(plan, draws)
      load.open += 1
      const seen = await call(url, { plan, key, ...(leaveAfter && { leaveAfter }) })
      load.open -= 1
      calls.push(seen)
      if (seen.isComplete) state.complete += 1
      if (state.complete >= answers) resolve()
      // Nobody listens any more: the process is dead.
      if (seen.status === 0) return
    }
  }
  const load: Load = {
    calls,
    open: 0,
    enough,
    stop() {
      state.isRunning = false
    },
    done: Promise.resolve(),
  }
  const done = Promise.all(Array.from({ length: workers }, () => work(chance.branch())))
  return Object.assign(load, { done })
}

async function run({ site: copy, size, chance }: Context): Promise<Tally> {
  const tally = new Tally()
  const site = await copy()
  const before = await readStart(site)
  const { workers, answers, ms } = LOADS[size]
  const served = await site.serve()
  const load = startLoad(site, {
    urls: [served.url],
    workers,
    answers: chance.between(...answers),
    chance,
  })
  await load.enough
  await Bun.sleep(chance.between(...ms))
  tally.add('kills')
  tally.add('open_at_kill', load.open)
  const openAtKill = load.open
  await served.kill9()
  load.stop()
  await load.done

  const again = await site.serve()
  tally.recoveryMs.push(again.readyMs)
  // What a node of a shared database held is free once it has been silent for a minute.
  const isShared = process.env.GW_CHAOS_ENGINE === 'postgres'
  const after = isShared ? await settledWithin(site, before) : await readBooks(site)
  judgeKill(tally, { before, after, calls: load.calls, openAtKill })
  await serveOn(tally, site, again)
  return tally
}

/** Nothing is lost and nothing doubled, whichever process was killed. */
export function judgeKill(
  tally: Tally,
  { openAtKill, ...judged }: Judged & { readonly openAtKill: number },
): void {
  judgeBooks(tally, judged)
  const { charged, released } = unfinished(judged.after.logs, judged.calls)
  tally.add('charged_unseen', charged.length)
  tally.add('begun_released', released.length)
  const bound = 'what is charged without its last frame was open at the kill'
  const about = { what: `${charged.length} of ${openAtKill}`, calls: charged.map((c) => c.callId) }
  tally.expect(charged.length <= openAtKill, bound, about)
}

/** The gateway that came back serves, settles and ends as if nothing had happened. */
async function serveOn(
  tally: Tally,
  site: Site,
  served: Awaited<ReturnType<Site['serve']>>,
): Promise<void> {
  const before = await readStart(site)
  const { key } = site.payers[0].token
  const seen = await call(served.url, { plan: 'stream', key })
  tally.expect(seen.isComplete, 'a restarted gateway serves', { what: seen })
  const after = await settledWithin(site, before)
  tally.same(after.users.used - before.users.used, seen.price, 'a restarted gateway charges')
  tally.expect(rssMb(served.pid) < MOST_MB, 'memory stays sane', { what: rssMb(served.pid) })
  tally.same(await served.stop(), 0, 'SIGTERM ends the gateway with 0')
}

const MOST_MB = 900

export const kill: Scenario = {
  name: 'kill',
  summary: 'kill -9 under load; restart; every complete answer charged exactly once',
  rounds: (requested) => requested,
  run,
}
