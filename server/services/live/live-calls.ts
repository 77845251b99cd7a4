/**
 * What this process relays, kept in memory: counters that a call adds a few numbers to, for the
 * last minutes. Nothing is computed before somebody asks for a report.
 */
import type { Clock } from '../../clock'
import { mayManage } from '../../domain/accounts/roles'
import { errorFacts } from '../../domain/errors/error-facts'
import { GatewayError } from '../../domain/errors/gateway-error'
import {
  bySpend,
  type CallState,
  type ChannelCounts,
  type LastFailure,
  type LiveReport,
  MOST_CALLS,
  RATE_SECONDS,
  RATES,
  type Rate,
  type RunningCallFacts,
  type SpenderCounts,
} from '../../domain/live/report'
import { LATENCY_SLOTS, latencySlot } from '../../domain/logs/latency'
import { totalCompletionTokens, totalPromptTokens } from '../../domain/money/usage'
import type { AttemptEnd, CallListener, CallReport, RunningCall } from '../../relay/ports/ports'
import { isCallersFault } from '../health/callers-fault'
import type { EndOrder, EndOutcome, LivePort, LiveProcess } from '../live-port'

/** Minutes that channels and spenders are reported for, the running one among them. */
const MINUTES = 5
/** Of one kind in a minute; whoever comes later is not counted there. */
const MOST_SUBJECTS = 5000
/** Of one process: more than are shown, because several are added up. */
const MOST_SPENDERS_TOLD = 200

export interface LiveCalls {
  readonly listener: CallListener
  readonly report: (running: readonly RunningCall[]) => LiveReport
}

class Second {
  at = 0
  calls = 0
  failed = 0
  refused = 0
  tokens = 0
  quota = 0
}

interface ChannelCell {
  name: string
  attempts: number
  failed: number
  readonly latency: number[]
  lastFailure: LastFailure | null
}

interface SpenderCell {
  readonly name: string
  readonly owner: string
  calls: number
  quota: number
}

class Minute {
  at = 0
  readonly channels = new Map<number, ChannelCell>()
  readonly users = new Map<number, SpenderCell>()
  readonly tokens = new Map<number, SpenderCell>()

  restart(at: number): void {
    this.at = at
    for (const cells of [this.channels, this.users, this.tokens]) cells.clear()
  }
}

export function createLiveCalls(clock: Clock): LiveCalls {
  const seconds = Array.from({ length: RATE_SECONDS + 1 }, () => new Second())
  const minutes = Array.from({ length: MINUTES }, () => new Minute())

  let ended = 0

  function secondNow(): Second {
    const at = Math.floor(clock.nowMs() / 1000)
    const second = seconds[at % seconds.length] ?? new Second()
    if (second.at !== at) {
      Object.assign(second, { at, calls: 0, failed: 0, refused: 0, tokens: 0, quota: 0 })
    }
    return second
  }

  function minuteNow(): Minute {
    const at = Math.floor(clock.nowMs() / 60_000)
    const minute = minutes[at % MINUTES] ?? new Minute()
    if (minute.at !== at) minute.restart(at)
    return minute
  }

  const listener: CallListener = {
    attempted(call, attempt) {
      addAttempt(minuteNow(), { call, attempt, at: Math.floor(clock.nowMs() / 1000) })
    },
    settled(call, { usage, charge, error }) {
      ended += 1
      const second = secondNow()
      second.calls += 1
      if (error !== undefined) second.failed += 1
      second.tokens += totalPromptTokens(usage) + totalCompletionTokens(usage)
      second.quota += charge
      addSpent(minuteNow(), call, charge)
    },
    refused() {
      ended += 1
      secondNow().refused += 1
    },
  }

  return {
    listener,
    report(running) {
      const now = Math.floor(clock.nowMs() / 1000)
      const minute = Math.floor(clock.nowMs() / 60_000)
      const recent = minutes.filter(({ at }) => at > minute - MINUTES)
      return {
        in_flight: running.length,
        ended,
        calls: oldest(running).map(factsOf),
        until: now - 1,
        rates: ratesUntil(seconds, now - 1),
        channels: channelsOf(recent, running),
        users: spendersOf(recent.map(({ users }) => users)),
        tokens: spendersOf(recent.map(({ tokens }) => tokens)),
      }
    },
  }
}

interface Attempted {
  readonly call: CallReport
  readonly attempt: AttemptEnd
  /** Epoch seconds. */
  readonly at: number
}

function addAttempt({ channels }: Minute, { call, attempt, at }: Attempted): void {
  const { channel, error, tookMs } = attempt
  const cell = cellOf(channels, channel.id, () => emptyChannel(channel.name))
  if (cell === undefined) return
  cell.name = channel.name
  cell.attempts += 1
  if (error === undefined) {
    const slot = latencySlot(tookMs)
    cell.latency[slot] = (cell.latency[slot] ?? 0) + 1
  } else if (!isCallersFault(error)) {
    cell.failed += 1
    cell.lastFailure = { at, model: call.facts.query.model, facts: errorFacts(error) }
  }
}

function addSpent({ users, tokens }: Minute, { facts }: CallReport, charge: number): void {
  const { user, token } = facts
  const { username } = user
  addTo(
    cellOf(users, user.id, () => spender(username, username)),
    charge,
  )
  if (token === undefined) return
  addTo(
    cellOf(tokens, token.id, () => spender(token.name, username)),
    charge,
  )
}

function addTo(cell: SpenderCell | undefined, charge: number): void {
  if (cell === undefined) return
  cell.calls += 1
  cell.quota += charge
}

function cellOf<Cell>(cells: Map<number, Cell>, id: number, make: () => Cell): Cell | undefined {
  const known = cells.get(id)
  if (known !== undefined || cells.size >= MOST_SUBJECTS) return known
  const fresh = make()
  cells.set(id, fresh)
  return fresh
}

function emptyChannel(name: string): ChannelCell {
  const latency = new Array<number>(LATENCY_SLOTS).fill(0)
  return { name, attempts: 0, failed: 0, latency, lastFailure: null }
}

function spender(name: string, owner: string): SpenderCell {
  return { name, owner, calls: 0, quota: 0 }
}

function ratesUntil(seconds: readonly Second[], until: number): LiveReport['rates'] {
  const of = (rate: Rate): readonly number[] =>
    Array.from({ length: RATE_SECONDS }, (_, index) => {
      const at = until - RATE_SECONDS + 1 + index
      const second = seconds[at % seconds.length]
      return second?.at === at ? second[rate] : 0
    })
  const [calls, failed, refused, tokens, quota] = RATES.map(of)
  return {
    calls: calls ?? [],
    failed: failed ?? [],
    refused: refused ?? [],
    tokens: tokens ?? [],
    quota: quota ?? [],
  }
}

/** They begin in no order that the list keeps. */
function oldest(running: readonly RunningCall[]): readonly RunningCall[] {
  const byStart = running.toSorted((a, b) => a.facts.startedAtMs - b.facts.startedAtMs)
  return byStart.slice(0, MOST_CALLS)
}

function factsOf(call: RunningCall): RunningCallFacts {
  const { facts, channel, tried, firstByteMs } = call
  const { user, token } = facts
  return {
    id: facts.requestId,
    user_id: user.id,
    username: user.username,
    token_id: token?.id ?? 0,
    token_name: token?.name ?? '',
    model: facts.query.model,
    channel_id: channel?.id ?? 0,
    channel_name: channel?.name ?? '',
    started_at: facts.startedAtMs,
    first_byte_ms: firstByteMs ?? 0,
    state: stateOf(call),
    tries: tried.length,
    output_tokens: Math.round(call.outputTokens()),
  }
}

function stateOf({ firstByteMs, isSent }: RunningCall): CallState {
  if (firstByteMs !== undefined) return 'answering'
  return isSent ? 'asked' : 'choosing'
}

function channelsOf(
  minutes: readonly Minute[],
  running: readonly RunningCall[],
): readonly ChannelCounts[] {
  const cells = new Map<number, ChannelCell>()
  const inFlight = new Map<number, number>()
  for (const { channels } of minutes.toSorted((a, b) => a.at - b.at)) {
    for (const [id, cell] of channels) addChannel(cells, id, cell)
  }
  for (const { channel } of running) {
    if (channel === undefined) continue
    inFlight.set(channel.id, (inFlight.get(channel.id) ?? 0) + 1)
    if (!cells.has(channel.id)) cells.set(channel.id, emptyChannel(channel.name))
  }
  return [...cells].map(([id, { name, attempts, failed, latency, lastFailure }]) => ({
    ...{ id, name, attempts, failed, latency },
    in_flight: inFlight.get(id) ?? 0,
    last_failure: lastFailure,
  }))
}

function addChannel(cells: Map<number, ChannelCell>, id: number, cell: ChannelCell): void {
  const sum = cells.get(id) ?? emptyChannel(cell.name)
  cells.set(id, sum)
  sum.name = cell.name
  sum.attempts += cell.attempts
  sum.failed += cell.failed
  sum.lastFailure = cell.lastFailure ?? sum.lastFailure
  for (const [slot, count] of cell.latency.entries()) {
    sum.latency[slot] = (sum.latency[slot] ?? 0) + count
  }
}

function spendersOf(minutes: readonly Map<number, SpenderCell>[]): readonly SpenderCounts[] {
  const sums = new Map<number, SpenderCounts>()
  for (const cells of minutes) {
    for (const [id, { name, owner, calls, quota }] of cells) {
      const known = sums.get(id)
      sums.set(id, {
        ...{ id, name, owner },
        calls: calls + (known?.calls ?? 0),
        quota: quota + (known?.quota ?? 0),
      })
    }
  }
  return [...sums.values()].sort(bySpend).slice(0, MOST_SPENDERS_TOLD)
}

/** Its client gets an error, and what has come of its answer is charged. */
function endCall(running: readonly RunningCall[], { id, actorId, role }: EndOrder): EndOutcome {
  const call = running.find(({ facts }) => facts.requestId === id)
  if (call === undefined) return { kind: 'unknown' }
  const { user, query } = call.facts
  if (user.id !== actorId && !mayManage(role, user.role)) return { kind: 'outranked' }
  call.end(new GatewayError('call.ended'))
  return { kind: 'ended', username: user.username, model: query.model }
}

export function liveProcess(
  { report }: LiveCalls,
  running: () => readonly RunningCall[],
): LiveProcess {
  return { report: () => report(running()), end: (order) => endCall(running(), order) }
}

interface Workers {
  readonly liveReports: () => Promise<readonly LiveReport[]>
  readonly endCall: (order: EndOrder) => Promise<EndOutcome>
}

/** This process, once it relays, and the workers that it writes for. */
export function livePort(own: () => LiveProcess, workers: Workers | undefined): LivePort {
  return {
    reports: async () => [own().report(), ...((await workers?.liveReports()) ?? [])],
    async end(order) {
      const outcome = own().end(order)
      if (outcome.kind !== 'unknown' || workers === undefined) return outcome
      return await workers.endCall(order)
    },
  }
}
