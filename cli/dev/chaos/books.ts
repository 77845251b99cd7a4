/** Reads a gateway's accounts through its own commands, and holds them against each other. */
import type { Seen } from './client'
import type { Ran } from './program'
import type { Site } from './site'
import type { Tally } from './tally'

interface LogRow {
  readonly id: number
  readonly type: number
  readonly quota: number
  readonly request_id: string
}

interface Balance {
  readonly remaining: number
  readonly used: number
}

export interface Books {
  readonly users: Balance
  readonly tokens: Balance
  readonly channels: number
  readonly hours: number
  /** Log rows of calls, newest first. */
  readonly logs: readonly LogRow[]
  readonly verify: Ran
  readonly check: Ran
}

/** Types of log rows. */
const CONSUMPTION = 2
const FAILED = 5

const PAGE = 10_000
const ALL = ['--limit', String(PAGE)]

/** What a round begins with. */
export type Start = Pick<Books, 'users' | 'tokens'>

export async function readStart(site: Site): Promise<Start> {
  const [users, tokens] = await Promise.all([readUsers(site), readTokens(site)])
  return { users, tokens }
}

export async function readBooks(site: Site): Promise<Books> {
  const { ask } = site
  const [users, tokens, channels, hours, logs, verify, check] = await Promise.all([
    readUsers(site),
    readTokens(site),
    ask<{ used_quota: number }[]>('channel', 'list', ...ALL),
    ask<{ quota: number }[]>('stats', 'hours', '--from', '2d', ...ALL),
    readLogs(site),
    site.run(['ledger', 'verify']),
    site.run(['db', 'check']),
  ])
  return {
    users,
    tokens,
    channels: channels.reduce((total, { used_quota }) => total + used_quota, 0),
    hours: hours.reduce((total, { quota }) => total + quota, 0),
    logs,
    verify,
    check,
  }
}

/** Of all users and organisations together, the deleted users too. */
export async function readUsers({ ask }: Pick<Site, 'ask'>): Promise<Balance> {
  const list = ['user', 'list', '--deleted', ...ALL]
  const users = await ask<{ quota: number; used_quota: number }[]>(...list)
  const firms = await ask<typeof users>('organisation', 'list', ...ALL)
  return sum([...users, ...firms], ({ quota, used_quota }) => [quota, used_quota])
}

async function readTokens({ ask }: Site): Promise<Balance> {
  const list = ['token', 'list', ...ALL]
  const tokens = await ask<{ remain_quota: number; used_quota: number }[]>(...list)
  return sum(tokens, ({ remain_quota, used_quota }) => [remain_quota, used_quota])
}

export async function readLogs({ ask }: Site): Promise<LogRow[]> {
  const fields = ['--fields', 'id,type,quota,request_id']
  const rows: LogRow[] = []
  for (;;) {
    const before = rows.at(-1)?.id
    const from = before === undefined ? [] : ['--before', String(before)]
    const got = await ask<LogRow[]>('log', 'list', ...ALL, ...from, ...fields)
    rows.push(...got)
    if (got.length < PAGE) {
      return rows.filter(({ type }) => type === CONSUMPTION || type === FAILED)
    }
  }
}

function sum<Row>(
  rows: readonly Row[],
  read: (row: Row) => [remaining: number, used: number],
): Balance {
  return rows.map(read).reduce<Balance>(
    (total, [remaining, used]) => ({
      remaining: total.remaining + remaining,
      used: total.used + used,
    }),
    { remaining: 0, used: 0 },
  )
}

export interface Judged {
  readonly before: Start
  readonly after: Books
  readonly calls: readonly Seen[]
  /** Tokens or users were deleted meanwhile: lists do not show what they used. */
  readonly areTokensGone?: boolean
}

/** The invariants of money, whatever happened to the calls. No call may be under way. */
export function judgeBooks(tally: Tally, judged: Judged): void {
  const { before, after, calls, areTokensGone = false } = judged
  judgeCommands(tally, after)
  const charged = after.logs.reduce((total, { quota }) => total + quota, 0)
  const used = after.users.used
  tally.same(used, charged, 'what users used is what the log says')
  tally.same(after.hours, charged, 'the hours add up to the log')
  tally.same(after.channels, charged, 'what channels used is what the log says')
  const held = before.users.remaining - after.users.remaining - (used - before.users.used)
  tally.add('holds_left', held === 0 ? 0 : 1)
  tally.same(held, 0, 'no credits of a user stay held')
  if (!areTokensGone) {
    const spent = after.tokens.used - before.tokens.used
    tally.same(after.tokens.used, charged, 'what tokens used is what the log says')
    tally.same(before.tokens.remaining - after.tokens.remaining - spent, 0, 'no token stays held')
  }
  judgeCalls(tally, after.logs, calls)
}

export function judgeCommands(tally: Tally, { verify, check }: Pick<Books, 'verify' | 'check'>) {
  const ofVerify = { what: `exit ${verify.code}: ${verify.stdout}${verify.stderr}` }
  tally.expect(verify.code === 0, 'gw ledger verify finds no difference', ofVerify)
  const ofCheck = { what: `exit ${check.code}: ${check.stdout}${check.stderr}` }
  tally.expect(check.code === 0, 'gw db check finds no damage', ofCheck)
}

function judgeCalls(tally: Tally, logs: readonly LogRow[], calls: readonly Seen[]): void {
  const charges = new Map<string, LogRow[]>()
  for (const row of logs) {
    if (row.type === CONSUMPTION) {
      charges.set(row.request_id, [...(charges.get(row.request_id) ?? []), row])
    } else tally.expect(row.quota === 0, 'a failed call costs nothing', one(row))
  }
  const twice = [...charges].filter(([, rows]) => rows.length > 1).map(([id]) => id)
  const ofTwice = { what: `${twice.length} calls`, calls: twice }
  tally.expect(twice.length === 0, 'no call is charged twice', ofTwice)
  for (const seen of calls) judgeWhole(tally, seen, charges.get(seen.callId) ?? [])
  const ids = calls.map(({ callId }) => callId).filter((id) => id !== '')
  tally.same(new Set(ids).size, ids.length, 'no two calls have the same id')
}

function judgeWhole(tally: Tally, seen: Seen, rows: readonly LogRow[]): void {
  tally.add('requests')
  if (!seen.isComplete) return
  tally.add('complete')
  const [row] = rows
  const about = { what: `plan ${seen.plan}, ${rows.length} charges`, calls: [seen.callId] }
  if (!tally.expect(rows.length === 1, 'a complete answer is charged exactly once', about)) return
  tally.add('charged_once')
  const { price } = seen
  const what = `plan ${seen.plan}: ${row?.quota} credits instead of ${price}`
  const isRight = price === undefined ? (row?.quota ?? 0) > 0 : row?.quota === price
  tally.expect(isRight, 'a complete answer costs what its usage says', {
    what,
    calls: [seen.callId],
  })
}

function one(row: LogRow) {
  return { what: `${row.quota} credits`, calls: [row.request_id] }
}

/** Calls that ended without a charge because the gateway died under them, and those charged. */
export function unfinished(logs: readonly LogRow[], calls: readonly Seen[]) {
  const byCall = new Map(logs.map((row) => [row.request_id, row]))
  const broken = calls.filter(({ failure }) => failure !== undefined)
  const typed = (type: number) => broken.filter(({ callId }) => byCall.get(callId)?.type === type)
  return {
    charged: typed(CONSUMPTION),
    released: typed(FAILED).filter(({ events }) => events > 0),
  }
}

/** Those of `calls` that the log has a charge of. */
export function chargedCalls({ logs }: Pick<Books, 'logs'>, calls: readonly Seen[]): Seen[] {
  const charged = new Set(logs.filter(({ type }) => type === CONSUMPTION).map((r) => r.request_id))
  return calls.filter(({ callId }) => charged.has(callId))
}
