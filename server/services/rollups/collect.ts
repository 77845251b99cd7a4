/**
 * Counts calls as they happen. Counts are kept in memory for a few seconds and then added to the
 * rows of their hour, so that no call waits for them and a busy second costs one small commit.
 * They are no books: a process that dies loses its last seconds of them, and no money.
 */
import type { Db } from '../../../db/db'
import { addRollups, type RollupDelta } from '../../../db/tables/rollups'
import { type Clock, nowSeconds } from '../../clock'
import { errorFacts } from '../../domain/errors/error-facts'
import type { GatewayError } from '../../domain/errors/gateway-error'
import type { Charged } from '../../domain/ledger/orders'
import { LATENCY_SLOTS, latencySlot } from '../../domain/logs/latency'
import {
  HOUR,
  MINUTE,
  MINUTE_KINDS,
  type RollupError,
  type SubjectKind,
} from '../../domain/logs/rollups'
import { totalCompletionTokens, totalPromptTokens } from '../../domain/money/usage'
import type { Logger } from '../../log'
import type {
  AttemptEnd,
  CallListener,
  CallReport,
  Refusal,
  Settlement,
} from '../../relay/ports/ports'
import { isCallersFault } from '../health/callers-fault'
import { RefusedModels } from './refused-models'
import { type AttemptOutcome, Streaks } from './streaks'
import { WaitingRows } from './waiting-rows'

export interface RollupCollector extends CallListener {
  /** A settlement is written. */
  readonly charged: (charged: Charged) => void
  /** Writes what is known. */
  readonly flush: () => Promise<void>
}

export interface RollupParts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
}

const WRITE_AFTER_MS = 3_000
/** Different failures of a channel that an hour remembers. */
const MOST_ERRORS = 5

/** Counts of one subject that are not written yet. */
class Cell {
  calls = 0
  failed = 0
  refused = 0
  quota = 0
  uncollected = 0
  tokens = 0
  /** Epoch seconds of the newest attempt. */
  last_at = 0
  failed_in_row = 0
  failing_since = 0
  recovered_at = 0
  readonly latency: number[] = new Array<number>(LATENCY_SLOTS).fill(0)
}

type Cells<Key> = Map<Key, Cell>

/** Everything that falls into one minute. */
class Counts {
  /** Epoch seconds at which it began. */
  readonly minute: number
  readonly channel: Cells<number> = new Map()
  readonly key: Cells<string> = new Map()
  readonly token: Cells<number> = new Map()
  readonly user: Cells<number> = new Map()
  readonly model: Cells<string> = new Map()
  readonly site: Cells<''> = new Map()

  constructor(minute: number) {
    this.minute = minute
  }
}

function cellOf<Key>(cells: Cells<Key>, key: Key): Cell {
  const known = cells.get(key)
  if (known !== undefined) return known
  const fresh = new Cell()
  cells.set(key, fresh)
  return fresh
}

export function createRollups({ db, clock, log }: RollupParts): RollupCollector {
  const errors = new RecentErrors()
  const streaks = new Streaks()
  const refused = new RefusedModels()
  const rows = new WaitingRows({ db, log, addTo: addRollups, keyOf })
  let counts = new Counts(0)

  function take(nextMinute: number): void {
    rows.add(deltasOf(counts, errors))
    counts = new Counts(nextMinute)
  }

  const flush = (): Promise<void> => {
    take(counts.minute)
    return rows.flush()
  }

  /** Where something that happens now is counted. */
  function now(): { readonly into: Counts; readonly seconds: number } {
    const seconds = nowSeconds(clock)
    const minute = seconds - (seconds % MINUTE)
    if (counts.minute !== minute) take(minute)
    rows.wake(WRITE_AFTER_MS, flush)
    return { into: counts, seconds }
  }

  return {
    flush,
    attempted(call, attempt) {
      const { into, seconds } = now()
      const { channel, error, tookMs } = attempt
      const how = outcomeOf(error)
      const cell = cellOf(into.channel, channel.id)
      const key = channel.keyMark === undefined ? undefined : cellOf(into.key, channel.keyMark)
      for (const one of key === undefined ? [cell] : [cell, key]) addAttempt(one, how, seconds)
      Object.assign(cell, streaks.after(channel.id, how, seconds))
      if (how === 'failed') errors.add(call, attempt, seconds)
      if (how !== 'answered') return
      const slot = latencySlot(tookMs)
      for (const one of [cell, ...cellsOf(into, call)]) addWait(one, slot)
    },
    settled(call, settlement) {
      addSettled(now().into, { call, settlement })
    },
    charged(charged) {
      addCharged(now().into, charged)
    },
    refused(refusal) {
      const { into, seconds } = now()
      addRefused(into, refusal, refused.counted(refusal.model, seconds))
    },
  }
}

interface Settled {
  readonly call: CallReport
  readonly settlement: Settlement
}

function addSettled(into: Counts, { call, settlement }: Settled): void {
  const { usage, error } = settlement
  const tokens = totalPromptTokens(usage) + totalCompletionTokens(usage)
  if (call.channel !== undefined) cellOf(into.channel, call.channel.id).tokens += tokens
  for (const cell of cellsOf(into, call)) {
    cell.calls += 1
    if (error !== undefined) cell.failed += 1
    cell.tokens += tokens
  }
  // A call that fails by its caller's fault is no failure of the site.
  if (error !== undefined && isCallersFault(error)) cellOf(into.site, '').failed -= 1
}

/** By everything that it was charged to: the ledger says it, whichever way the call came. */
function addCharged(into: Counts, charged: Charged): void {
  const { userId, tokenId, channelId, model, charge, uncollected } = charged
  const cells = [
    cellOf(into.site, ''),
    cellOf(into.user, userId),
    ...(tokenId === undefined ? [] : [cellOf(into.token, tokenId)]),
    ...(channelId === undefined ? [] : [cellOf(into.channel, channelId)]),
    ...(model === '' ? [] : [cellOf(into.model, model)]),
  ]
  for (const cell of cells) {
    cell.quota += charge
    cell.uncollected += uncollected
  }
}

/** `model`: the name that it is counted by, "" for none. */
function addRefused(into: Counts, { user, token }: Refusal, model: string): void {
  cellOf(into.site, '').refused += 1
  cellOf(into.user, user.id).refused += 1
  if (token !== undefined) cellOf(into.token, token.id).refused += 1
  if (model !== '') cellOf(into.model, model).refused += 1
}

function outcomeOf(error: GatewayError | undefined): AttemptOutcome {
  if (error === undefined) return 'answered'
  return isCallersFault(error) ? 'callers_fault' : 'failed'
}

function addAttempt(cell: Cell, how: AttemptOutcome, seconds: number): void {
  cell.calls += 1
  if (how === 'failed') cell.failed += 1
  cell.last_at = seconds
}

function addWait(cell: Cell, slot: number): void {
  cell.latency[slot] = (cell.latency[slot] ?? 0) + 1
}

/** The cells of a call's site, user, model and token; its channels are counted per attempt. */
function cellsOf(into: Counts, { facts }: CallReport): readonly Cell[] {
  const { user, token, query } = facts
  const shared = [
    cellOf(into.site, ''),
    cellOf(into.user, user.id),
    cellOf(into.model, query.model),
  ]
  return token === undefined ? shared : [...shared, cellOf(into.token, token.id)]
}

const COUNTED_BY_HOUR = ['channel', 'key', 'model', 'token', 'user'] as const satisfies (
  | SubjectKind
  | 'key'
)[]

/** In one order, so that two processes that write the same rows never wait for each other. */
function deltasOf(counts: Counts, errors: RecentErrors): RollupDelta[] {
  const rows: RollupDelta[] = []
  const { minute } = counts
  const hour = minute - (minute % HOUR)
  for (const kind of COUNTED_BY_HOUR) {
    for (const [id, cell] of counts[kind] as Cells<number | string>) {
      const subject = String(id)
      const newest = kind === 'channel' ? errors.of(Number(id), hour) : ''
      rows.push({ kind, subject, at: hour, ...cell, errors: newest })
      if (kind === 'key') continue
      rows.push({ kind: MINUTE_KINDS[kind], subject, at: minute, ...cell, errors: '' })
    }
  }
  for (const cell of counts.site.values()) {
    rows.push({ kind: 'site', subject: '', at: minute, ...cell, errors: '' })
  }
  return rows.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

function keyOf({ kind, subject, at }: RollupDelta): string {
  return `${kind} ${subject} ${at}`
}

interface HourErrors {
  readonly hour: number
  readonly lines: RollupError[]
}

/** The newest different failures of each channel in the running hour. */
class RecentErrors {
  readonly #byChannel = new Map<number, HourErrors>()

  add({ facts }: CallReport, { channel, error }: AttemptEnd, at: number): void {
    if (error === undefined) return
    const hour = at - (at % HOUR)
    const known = this.#byChannel.get(channel.id)
    const lines: RollupError[] = known?.hour === hour ? known.lines : []
    const text = JSON.stringify(errorFacts(error))
    const alike = lines.findIndex(({ facts: old }) => old === text)
    const count = 1 + (lines[alike]?.count ?? 0)
    if (alike >= 0) lines.splice(alike, 1)
    const { query, requestId } = facts
    lines.unshift({ at, count, model: query.model, request_id: requestId, facts: text })
    lines.splice(MOST_ERRORS)
    this.#byChannel.set(channel.id, { hour, lines })
  }

  /** "" when the hour has none. */
  of(channelId: number, hour: number): string {
    const known = this.#byChannel.get(channelId)
    return known?.hour === hour ? JSON.stringify(known.lines) : ''
  }
}
