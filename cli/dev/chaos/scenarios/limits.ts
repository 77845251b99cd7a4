/** Many at once under several limits: as many pass as the tightest lets, and all comes back. */
import type { Chance } from '../../../provider/chance'
import { judgeBooks, readStart } from '../books'
import { beginCall, call, type Seen } from '../client'
import type { Context, Scenario } from '../scenario'
import { addPayer, type Caller, PLENTY, PRICE_PER_CALL, type Site, type TokenOf } from '../site'
import { Tally } from '../tally'
import { settledWithin, until } from '../watch'
import { judgeRefused } from './refused'

const AT_ONCE = 64
const MODEL = { name: 'chaos-call', price: PRICE_PER_CALL }
const CREDITS_PER_DOLLAR = 500_000

type Subject = 'token' | 'user' | 'group'
type Amounts = Readonly<Record<Subject, number>>

/** Any of the three may be the tightest. */
function amountsOf(chance: Chance): Amounts {
  const [token, user, group] = chance.pick<readonly [number, number, number]>([
    [25, 30, 40],
    [40, 25, 30],
    [40, 30, 25],
  ])
  return { token, user, group }
}

interface Counted {
  readonly used: number
}

/** A subject and its id or name. */
type Limited = readonly [subject: Subject, name: string]

async function usedOf({ ask }: Site, limited: Limited): Promise<number[]> {
  const limits = await ask<Counted[]>('limit', 'list', ...limited)
  return limits.map(({ used }) => used)
}

interface Burst {
  readonly url: string
  readonly key: string
  readonly plan: (index: number) => string
}

async function burst({ url, key, plan }: Burst): Promise<Seen[]> {
  return await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) =>
      call(url, { plan: plan(index), key, model: MODEL }),
    ),
  )
}

const OVER_LIMIT = 'a caller over a limit gets its error'

interface Arena {
  readonly url: string
  readonly context: Context
}

/** Runs `play` on a gateway, and judges the books of the calls that it made. */
async function onGateway(
  tally: Tally,
  { site, context }: { readonly site: Site; readonly context: Context },
  play: (arena: Arena) => Promise<readonly Seen[]>,
): Promise<void> {
  const before = await readStart(site)
  const served = await site.serve()
  const calls = await play({ context, url: served.url })
  judgeBooks(tally, { before, after: await settledWithin(site, before), calls })
  tally.same(await served.stop(), 0, 'SIGTERM ends the gateway with 0')
}

/** A token, another of its user, and another user of its group use the limits up in turn. */
async function raceForRequests(tally: Tally, context: Context): Promise<void> {
  const site = await context.site()
  const amounts = amountsOf(context.chance)
  const [payer, neighbour] = await Promise.all([
    addPayer(site.ask, 'limited'),
    addPayer(site.ask, 'neighbour'),
  ])
  const second = await site.ask<TokenOf>(
    ...['token', 'create', 'second', '--user', 'limited', '--quota', String(PLENTY)],
  )
  const limited: readonly Limited[] = [
    ['token', String(payer.token.id)],
    ['user', 'limited'],
    ['group', 'default'],
  ]
  await Promise.all(
    limited.map(async (each) => {
      const [subject] = each
      const amount = ['--requests', String(amounts[subject]), '--per', 'total']
      await site.ask('limit', 'set', ...each, ...amount)
    }),
  )
  const callers: readonly Asking[] = [
    [payer.token.key, ['token', 'user', 'group']],
    [second.key, ['user', 'group']],
    [neighbour.token.key, ['group']],
  ]
  const remaining: Record<Subject, number> = { ...amounts }
  await onGateway(tally, { site, context }, async (arena) => {
    const all: Seen[] = []
    for (const caller of callers) all.push(...(await askAll(tally, arena, { caller, remaining })))
    return all
  })
  const counted = await Promise.all(limited.map((each) => usedOf(site, each)))
  for (const [index, [subject]] of limited.entries()) {
    const used = counted[index]
    tally.same(
      used,
      [amounts[subject] - remaining[subject]],
      `requests of a ${subject} are counted`,
    )
  }
}

/** A key and what its calls are limited by. */
type Asking = readonly [key: string, subjects: readonly Subject[]]

/** More calls at once than any of the limits allows. */
async function askAll(
  tally: Tally,
  { url, context }: Arena,
  { caller, remaining }: { readonly caller: Asking; readonly remaining: Record<Subject, number> },
): Promise<Seen[]> {
  const [key, subjects] = caller
  const under = subjects.map((subject) => `${subject} ${remaining[subject]}`).join(', ')
  const passing = Math.min(...subjects.map((subject) => remaining[subject]))
  for (const subject of subjects) remaining[subject] -= passing
  const plan = () => context.chance.pick(['json', 'json-late', 'stream'])
  const calls = await burst({ url, key, plan })
  const passed = calls.filter(({ isComplete }) => isComplete).length
  tally.same(passed, passing, `with so much remaining (${under}) as many pass as the tightest lets`)
  judgeRefused(tally, calls, OVER_LIMIT)
  return calls
}

const PLACES = { token: 7, user: 9 } as const

/** Exactly so many streams run at a time, again and again: every place comes back. */
async function raceForPlaces(
  tally: Tally,
  { url, context }: Arena,
  { key }: TokenOf,
): Promise<Seen[]> {
  const { upstream } = context
  const all: Seen[] = []
  for (const time of ['first', 'second']) {
    const calls = Array.from({ length: AT_ONCE }, () =>
      beginCall(url, { plan: 'stream-gated', key, model: MODEL }),
    )
    let refused = 0
    for (const { done } of calls) {
      void done.then(({ isComplete }) => {
        if (!isComplete) refused += 1
      })
    }
    const free = AT_ONCE - PLACES.token
    await until(() => refused === free && upstream.waiting() === PLACES.token)
    const what = `${upstream.waiting()} run, ${refused} are refused`
    const ofPlaces = upstream.waiting() === PLACES.token && refused === free
    tally.expect(ofPlaces, `${time} burst: as many run at a time as there are places`, { what })
    upstream.release()
    const seen = await Promise.all(calls.map(({ done }) => done))
    judgeRefused(tally, seen, OVER_LIMIT)
    all.push(...seen)
    // These fail at the upstream, and keep neither a place nor money.
    all.push(...(await failInTurn(url, key)))
  }
  return all
}

async function failInTurn(url: string, key: string): Promise<Seen[]> {
  const calls: Seen[] = []
  for (let count = 0; count <= PLACES.token; count += 1) {
    calls.push(await call(url, { plan: 'error-500', key, model: MODEL }))
  }
  return calls
}

const AFFORDED = 20

/** A budget for N calls makes N calls, however many ask at once and however many failed before. */
async function raceForBudget(tally: Tally, { url }: Arena, { key }: TokenOf): Promise<Seen[]> {
  const failed = await burst({ url, key, plan: () => 'error-500' })
  const calls = await burst({ url, key, plan: (index) => (index % 2 === 0 ? 'json' : 'stream') })
  const passed = calls.filter(({ isComplete }) => isComplete).length
  tally.same(passed, AFFORDED, 'a budget for N calls makes N calls')
  judgeRefused(tally, calls, OVER_LIMIT)
  return [...failed, ...calls]
}

async function raceForRoom(tally: Tally, context: Context): Promise<void> {
  const site = await context.site()
  const [runner, spender] = await Promise.all([
    addPayer(site.ask, 'runner'),
    addPayer(site.ask, 'spender'),
  ])
  const token = ({ token: { id } }: Caller): Limited => ['token', String(id)]
  const user: Limited = ['user', 'runner']
  const dollars = (AFFORDED * PRICE_PER_CALL) / CREDITS_PER_DOLLAR
  const limits = [
    [token(runner), '--concurrency', String(PLACES.token)],
    [user, '--concurrency', String(PLACES.user)],
    [token(spender), '--budget', String(dollars), '--per', 'total'],
  ] as const
  await Promise.all(
    limits.map(([limited, ...amount]) => site.ask('limit', 'set', ...limited, ...amount)),
  )
  await onGateway(tally, { site, context }, async (arena) => [
    ...(await raceForPlaces(tally, arena, runner.token)),
    ...(await raceForBudget(tally, arena, spender.token)),
  ])
  for (const limited of [token(runner), user]) {
    const invariant = `every place of a ${limited[0]} is given back`
    tally.same(await usedOf(site, limited), [0], invariant)
  }
  const spent = await usedOf(site, token(spender))
  tally.same(spent, [AFFORDED * PRICE_PER_CALL], 'a budget is used for what was charged')
}

async function run(context: Context): Promise<Tally> {
  const tally = new Tally()
  await raceForRequests(tally, context)
  await raceForRoom(tally, context)
  return tally
}

export const limits: Scenario = {
  name: 'limits',
  summary: 'many at once under several limits; what is taken and not used comes back',
  rounds: (requested) => Math.ceil(requested / 4),
  run,
}
