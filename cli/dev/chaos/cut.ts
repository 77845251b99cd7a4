/** Streams under way while somebody decides: each is settled exactly once, whatever it brings. */
import { type Api, apiOf } from './api'
import { judgeBooks, readBooks } from './books'
import { call, type Seen } from './client'
import type { Context, Scenario, Size } from './scenario'
import { addPayer, type Payer, type Site } from './site'
import { Tally } from './tally'
import { settledWithin, until } from './watch'

const STREAMS: Readonly<Record<Size, number>> = { short: 12, long: 100 }

interface Stage {
  readonly site: Site
  readonly root: Api
  readonly payer: Payer
  readonly url: string
}

interface Decision {
  readonly name: string
  readonly decide: (stage: Stage) => Promise<{ readonly success: boolean }>
  /** Whether the next call of the payer is refused. */
  readonly refusesNext: boolean
}

const DISABLED = 2

/** After these every token is still listed with what it used. */
const KEEPING: readonly Decision[] = [
  {
    name: 'token disabled',
    refusesNext: true,
    decide: ({ root, payer }) =>
      root.send('PUT', '/api/token/all?status_only=1', { id: payer.token.id, status: DISABLED }),
  },
  {
    name: 'user banned',
    refusesNext: true,
    decide: ({ root, payer }) =>
      root.send('POST', '/api/user/manage', { id: payer.id, action: 'disable' }),
  },
  {
    name: 'price changed',
    refusesNext: false,
    decide: ({ root }) =>
      root.send('PUT', '/api/option/', { key: 'ModelRatio', value: '{"chaos":7}' }),
  },
]

const ENDING: readonly Decision[] = [
  {
    name: 'token deleted',
    refusesNext: true,
    decide: ({ root, payer }) => root.send('DELETE', `/api/token/all/${payer.token.id}`),
  },
  {
    name: 'token revoked beside the server',
    refusesNext: true,
    async decide({ site, payer }) {
      const { code } = await site.run(['token', 'revoke', String(payer.token.id), '--yes'])
      return { success: code === 0 }
    },
  },
  {
    name: 'user deleted',
    refusesNext: true,
    decide: ({ root, payer }) => root.send('DELETE', `/api/user/${payer.id}`),
  },
  {
    name: 'channels off',
    refusesNext: true,
    async decide({ site, root }) {
      const answers = await Promise.all(
        site.channelIds.map((id) => root.send('PUT', '/api/channel/', { id, status: DISABLED })),
      )
      return { success: answers.every(({ success }) => success) }
    },
  },
]

/** One decision after the other on one gateway, each with a payer of its own. */
async function decideAll(
  context: Context,
  decisions: readonly Decision[],
  areTokensGone: boolean,
): Promise<Tally> {
  const tally = new Tally()
  const { upstream } = context
  const site = context.site()
  const payers: Payer[] = []
  for (const index of decisions.keys()) payers.push(await addPayer(site.ask, `decided${index}`))
  const before = await readBooks(site)
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

async function decideDuring(
  tally: Tally,
  { upstream, size }: Context,
  stage: Stage & { readonly decision: Decision },
): Promise<Seen[]> {
  const { url, payer, decision } = stage
  const { key } = payer.token
  const calls = Array.from({ length: STREAMS[size] }, () =>
    call(url, { plan: 'stream-gated', key }),
  )
  const ready = await until(() => upstream.waiting() === STREAMS[size])
  tally.expect(ready, 'every stream begins', { what: `${upstream.waiting()} wait` })
  const decided = await decision.decide(stage)
  const told = { what: decided }
  tally.expect(decided.success, `${decision.name}: the decision is taken under load`, told)
  if (decision.refusesNext) await expectRefused(tally, { url, key, decision })
  upstream.release()
  const seen = await Promise.all(calls)
  judgeEnds(tally, seen, decision)
  return seen
}

/** A command beside the server is in force within a second; the API at once. */
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

/** Either the whole answer or an error frame; never silence. */
function judgeEnds(tally: Tally, calls: readonly Seen[], decision: Decision): void {
  for (const seen of calls) {
    if (seen.isWhole) continue
    tally.add('cut')
    const isTold = seen.error !== undefined && seen.failure === undefined
    const about = { what: seen, calls: [seen.callId] }
    tally.expect(isTold, `${decision.name}: a stream that is cut says so`, about)
  }
}

/** Clients that hang up after some events: the upstream is told, the bill is written once. */
async function hangUp(context: Context): Promise<Tally> {
  const tally = new Tally()
  const { upstream, size, chance } = context
  const site = context.site()
  const before = await readBooks(site)
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
  tally.same(rows.length, count, 'every call that was left has one row in the log')
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
  rounds: (asked) => Math.ceil(asked / 4),
  run,
}
