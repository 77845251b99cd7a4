/** Streams under way while somebody decides: each ends or goes on as promised, settled once. */
import { apiOf } from '../api'
import { judgeBooks, readStart } from '../books'
import { beginCall, call, type RunningCall, type Seen } from '../client'
import { type Decision, ENDING, KEEPING, type Stage } from '../decisions'
import { GATED_EVENTS } from '../faults/plans'
import type { Context, Scenario, Size } from '../scenario'
import { addPayer } from '../site'
import { Tally } from '../tally'
import { settledWithin, until } from '../watch'

const STREAMS: Readonly<Record<Size, number>> = { short: 12, long: 100 }
/** A decision ends streams at once; those of another process within a second. */
const LONGEST_END_MS = 10_000

/** One decision after the other on one gateway, each with a payer of its own. */
async function decideAll(
  context: Context,
  decisions: readonly Decision[],
  areTokensGone: boolean,
): Promise<Tally> {
  const tally = new Tally()
  const { upstream } = context
  const site = await context.site()
  const payers = await Promise.all(
    decisions.map((_, index) => addPayer(site.ask, `decided${index}`)),
  )
  const before = await readStart(site)
  const served = await site.serve()
  const root = apiOf(served.url, site.root)
  const calls: Seen[] = []
  for (const [index, decision] of decisions.entries()) {
    const payer = payers[index] ?? site.payers[0]
    const stage = { site, root, payer, url: served.url }
    calls.push(...(await decideDuring(tally, context, { ...stage, decision })))
  }
  const after = await settledWithin(site, before)
  judgeBooks(tally, { before, after, calls, areTokensGone })
  const closed = await until(() => upstream.open() === 0)
  tally.expect(closed, 'nothing stays open upstream', { what: `${upstream.open()} open` })
  tally.same(await served.stop(), 0, 'SIGTERM ends the gateway with 0')
  return tally
}

type Taken = Stage & { readonly decision: Decision }

async function decideDuring(tally: Tally, context: Context, taken: Taken): Promise<Seen[]> {
  const { upstream, size } = context
  const { payer, decision } = taken
  const { key } = payer.token
  const count = STREAMS[size]
  const calls = Array.from({ length: count }, () =>
    beginCall(taken.url, { plan: 'stream-gated', key }),
  )
  const isAtGate = ({ seen }: RunningCall): boolean => seen.events === GATED_EVENTS.before
  const ready = await until(() => upstream.waiting() === count && calls.every(isAtGate))
  tally.expect(ready, 'every stream begins', { what: `${upstream.waiting()} wait` })
  const cancelledBefore = upstream.cancelled()
  const decided = await decision.decide(taken)
  const about = { what: decided }
  tally.expect(decided.success, `${decision.name}: the decision is taken under load`, about)
  const next = await judgeNext(tally, taken)
  if (decision.running === 'ends') {
    await until(() => upstream.waiting() === 0, LONGEST_END_MS)
    const cancelled = upstream.cancelled() - cancelledBefore
    tally.same(cancelled, count, `${decision.name}: every stream is ended at its upstream`)
  } else {
    tally.same(upstream.waiting(), count, `${decision.name}: every stream goes on`)
  }
  // What is promised to end has ended by now: whatever passes the gate came too late.
  upstream.release()
  const seen = await Promise.all(calls.map(({ done }) => done))
  for (const each of seen) judgeStream(tally, each, decision)
  return [...seen, ...next]
}

/** What the payer meets once the decision is in force; the call, if it is answered. */
async function judgeNext(tally: Tally, { url, payer, decision }: Taken): Promise<Seen[]> {
  const { key } = payer.token
  if (decision.next === 'refused') {
    await expectRefused(tally, { url, key, decision })
    return []
  }
  const model = { name: 'chaos', price: decision.next }
  const seen = await call(url, { plan: 'json', key, model })
  tally.expect(seen.isComplete, `${decision.name}: the next call is answered`, { what: seen })
  return [seen]
}

/** What another process decides is in force within a second; the API at once. */
async function expectRefused(
  tally: Tally,
  next: { readonly url: string; readonly key: string; readonly decision: Decision },
): Promise<void> {
  let seen: Seen | undefined
  const refused = await until(async () => {
    seen = await call(next.url, { plan: 'error-500', key: next.key })
    return seen.status >= 400 && !/scripted 500/.test(seen.error ?? '')
  })
  tally.expect(refused, `${next.decision.name}: the next call is refused`, { what: seen })
}

/**
 * A stream that goes on is complete. One that ends brings an error frame after the events that
 * came before the decision, and nothing else; never silence.
 */
function judgeStream(tally: Tally, seen: Seen, { name, running }: Decision): void {
  const about = { what: seen, calls: [seen.callId] }
  const later = seen.events - GATED_EVENTS.before
  if (running === 'goes on') {
    const isComplete = seen.isComplete && later === GATED_EVENTS.after
    tally.expect(isComplete, `${name}: a stream that goes on is complete`, about)
    return
  }
  tally.add('cut')
  const isTold = seen.error !== undefined && seen.failure === undefined
  tally.expect(isTold, `${name}: a stream that is cut says so`, about)
  tally.expect(!seen.isComplete && later === 1, `${name}: no further word is sent`, about)
}

/** Clients that hang up after some events: the upstream sees it, the bill is written once. */
async function hangUp(context: Context): Promise<Tally> {
  const tally = new Tally()
  const { upstream, size, chance } = context
  const site = await context.site()
  const before = await readStart(site)
  const served = await site.serve()
  const cancelledBefore = upstream.cancelled()
  const count = STREAMS[size]
  const calls = await Promise.all(
    Array.from({ length: count }, () => {
      const { key } = chance.pick(site.payers).token
      const leaveAfter = chance.between(1, 8)
      return call(served.url, { plan: 'stream-endless', key, leaveAfter })
    }),
  )
  tally.same(calls.filter(({ hasLeft }) => hasLeft).length, count, 'every client hangs up')
  const cancelled = await until(() => upstream.cancelled() - cancelledBefore === count)
  const about = { what: `${upstream.cancelled() - cancelledBefore} of ${count}` }
  tally.expect(cancelled, 'a client that leaves cancels its upstream', about)
  const after = await settledWithin(site, before)
  judgeBooks(tally, { before, after, calls })
  const ids = new Set(calls.map(({ callId }) => callId))
  const rows = after.logs.filter(({ request_id }) => ids.has(request_id))
  tally.same(rows.length, count, 'every remaining call has one row in the log')
  tally.same(await served.stop(), 0, 'SIGTERM ends the gateway with 0')
  return tally
}

async function run(context: Context): Promise<Tally> {
  const tally = new Tally()
  tally.join(await decideAll(context, KEEPING, false))
  tally.join(await decideAll(context, ENDING, true))
  tally.join(await hangUp(context))
  return tally
}

export const cut: Scenario = {
  name: 'cut',
  summary: 'streams while tokens, users, prices and channels change; clients that hang up',
  rounds: (requested) => Math.ceil(requested / 4),
  run,
}
