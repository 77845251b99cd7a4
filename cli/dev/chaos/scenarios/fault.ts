/** Every fault of an upstream, one by one: a clear answer, no hold open, a gateway alive. */
import { type Books, judgeBooks, readStart } from '../books'
import { call, type Seen } from '../client'
import type { Ending } from '../faults/plan'
import { FAULTS } from '../faults/plans'
import type { Context, Scenario } from '../scenario'
import { Tally } from '../tally'
import { rssMb, settledWithin } from '../watch'

/** Silent upstreams run into these, others do not even on a busy machine; none is retried. */
const LIMITS = {
  GW_FIRST_BYTE_TIMEOUT_MS: '6000',
  GW_IDLE_TIMEOUT_MS: '6000',
  GW_CONNECT_TIMEOUT_MS: '6000',
}
const MOST_MB = 1200
const REFUSED_FROM = 400

/** What ended the answer, as the client can tell. */
function endingOf(seen: Seen): Exclude<Ending, 'sound'> | 'unclear' {
  if (seen.failure !== undefined) return 'unclear'
  if (seen.status >= REFUSED_FROM && seen.error !== undefined) return 'refused'
  if (seen.status === 200 && seen.error !== undefined) return 'broken'
  return seen.isComplete ? 'complete' : 'unclear'
}

async function run(context: Context): Promise<Tally> {
  const tally = new Tally()
  const site = await context.site()
  await site.ask('option', 'set', 'RetryTimes', '0')
  const before = await readStart(site)
  const served = await site.serve(LIMITS)
  const { key } = site.payers[0].token
  const calls = await Promise.all(
    Object.keys(FAULTS).map((plan) => call(served.url, { plan, key })),
  )
  const healthy = await fetch(`${served.url}/healthz`).then(({ ok }) => ok)
  tally.expect(healthy, 'the gateway is alive after every fault', { what: served.stderr() })
  const memory = rssMb(served.pid)
  tally.expect(memory < MOST_MB, 'memory stays sane', { what: `${memory} MB` })
  const after = await settledWithin(site, before)
  judgeBooks(tally, { before, after, calls })
  for (const seen of calls) judgeFault(tally, seen, after)
  tally.same(await served.stop(), 0, 'SIGTERM ends the gateway with 0')
  return tally
}

function judgeFault(tally: Tally, seen: Seen, { logs }: Books): void {
  const { plan, callId } = seen
  const wanted = FAULTS[plan]?.ends
  const found = endingOf(seen)
  const fits = wanted === 'sound' ? found !== 'unclear' : found === wanted
  const about = { what: { wanted, found, ...seen }, calls: [callId] }
  tally.expect(fits, `${plan}: the client gets a clear error`, about)
  const rows = logs.filter(({ request_id }) => request_id === callId)
  tally.same(rows.length, 1, `${plan}: the call has one row in the log`)
  const isFree = rows.every(({ quota }) => quota === 0)
  const isKind = found !== 'refused' || isFree
  tally.expect(isKind, `${plan}: a refused call is free`, { what: rows, calls: [callId] })
}

export const fault: Scenario = {
  name: 'fault',
  summary: 'every fault of an upstream: clear answer, nothing held, gateway alive',
  rounds: (requested) => Math.ceil(requested / 10),
  run,
}
