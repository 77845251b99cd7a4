/** Files that are torn, wrong or gone: the gateway serves, or refuses and changes nothing. */
import { type Books, chargedCalls, judgeBooks, readBooks, readLogs } from '../books'
import { call, type Seen } from '../client'
import type { Served } from '../program'
import type { Context, Scenario } from '../scenario'
import type { Site } from '../site'
import { Tally } from '../tally'
import { fingerprint, putBack, TORN, type TornFile } from './torn-files'

/** A site whose process was killed with calls in its log, so that the log file is still there. */
async function killedSite(context: Context): Promise<{ site: Site; calls: Seen[] }> {
  const site = await context.site()
  const served = await site.serve()
  const { key } = site.payers[0].token
  const calls = await Promise.all(
    Array.from({ length: 40 }, () => call(served.url, { plan: 'json', key })),
  )
  await served.kill9()
  return { site, calls }
}

async function run(context: Context): Promise<Tally> {
  const tally = new Tally()
  const { site: intact, calls } = await killedSite(context)
  for (const row of TORN) {
    tally.add('attempts')
    const site = await context.site(intact)
    row.tear(site, context.chance)
    await judgeTorn(tally, { intact, site, row, calls })
  }
  return tally
}

interface Torn {
  /** Before the damage. */
  readonly intact: Site
  readonly site: Site
  readonly row: TornFile
  readonly calls: readonly Seen[]
}

async function judgeTorn(tally: Tally, torn: Torn): Promise<void> {
  const { site, row } = torn
  const { name, outcome } = row
  const before = fingerprint(site, row)
  const started = await site.serve().catch((error: Error) => error)
  if (!(started instanceof Error)) {
    tally.expect(outcome !== 'refuses', `${name}: the gateway refuses to start`, {
      what: 'it serves',
    })
    return await judgeServing(tally, torn, started)
  }
  const { message } = started
  tally.expect(outcome !== 'serves', `${name}: the gateway serves`, { what: message })
  const isClear = message.includes('"message"') && !/^\s+at /m.test(message)
  tally.expect(isClear, `${name}: the refusal says why in one line`, { what: message })
  if (row.isReplaced !== true) {
    tally.same(fingerprint(site, row), before, `${name}: a refusal leaves the file as it is`)
  }
  await judgePutBack(tally, torn)
}

/** With the good file in its place again everything is there. */
async function judgePutBack(tally: Tally, { intact, site, row, calls }: Torn): Promise<void> {
  putBack(intact, site, row)
  const served = await site.serve()
  const logs = await readLogs(site)
  await served.stop()
  const invariant = `${row.name}: with the good file back every charge is there`
  tally.same(chargedCalls({ logs }, calls).length, calls.length, invariant)
}

async function judgeServing(tally: Tally, torn: Torn, served: Served): Promise<void> {
  const { site, row, calls } = torn
  const { key } = site.payers[0].token
  const seen = await call(served.url, { plan: 'json', key })
  const isClear = seen.isComplete || (seen.status >= 400 && seen.error !== undefined)
  tally.expect(isClear, `${row.name}: a call is answered or clearly refused`, { what: seen })
  await served.stop()
  if (row.outcome === 'either') return
  const after = await readBooks(site)
  judgeBooks(tally, {
    before: untouched(after),
    after,
    calls: chargedCalls(after, [...calls, seen]),
  })
}

/**
 * The books that would have led to these without any call. What was lost with a log is lost
 * with its money; what remains has to agree with itself.
 */
function untouched(books: Books): Books {
  const { users, tokens } = books
  return {
    ...books,
    users: { remaining: users.remaining + users.used, used: 0 },
    tokens: { remaining: tokens.remaining + tokens.used, used: 0 },
  }
}

export const torn: Scenario = {
  engine: 'sqlite',
  name: 'torn',
  summary: 'torn log, truncated or overwritten database, wrong or missing key file',
  rounds: (requested) => Math.ceil(requested / 10),
  run,
}
