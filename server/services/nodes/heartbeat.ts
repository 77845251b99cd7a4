/**
 * Records in this database that this process serves it and how it does, and on PostgreSQL
 * for the other nodes that it lives, so that what it holds for its calls is left alone.
 */
import { hostname } from 'node:os'
import type { Db } from '../../../db/db'
import { beat, enter, forgetSilent, leave, type NodeFacts } from '../../../db/tables/nodes'
import type { Clock } from '../../clock'
import type { Logger } from '../../log'

/** Several are lost before the others take this node for dead; nobody waits for those of a file. */
const BEAT_MS = { postgres: 5_000, sqlite: 10_000 } as const
const MINUTE_MS = 60_000

/** What only the process that relays can say. */
export interface NodeLoad {
  readonly in_flight: number
  /** Since the start. */
  readonly calls: number
  readonly settlements_waiting: number
}

export interface HeartbeatParts {
  readonly db: Db
  readonly log: Logger
  readonly clock: Clock
  readonly version: string
}

export type HeartbeatState = 'ok' | 'late' | 'lost'

export interface Heartbeat {
  /** Where the load is read from, once there is some. */
  readonly watch: (load: () => NodeLoad) => void
  /** Whether an operator wants this node to take no new work. */
  readonly isDraining: () => boolean
  /** `lost` when the others have taken this node for dead, and `late` on the way there. */
  readonly state: () => HeartbeatState
  /** Reports at once, and learns what is wanted. */
  readonly report: () => Promise<void>
  /** Nothing is held by this node any more. */
  readonly stop: () => Promise<void>
}

/** Resolves after the first beat: nothing may be held by a node that nobody knows of. */
export async function startHeartbeat(parts: HeartbeatParts): Promise<Heartbeat> {
  const { db, log, clock } = parts
  const gauge = new Gauge(parts)
  await enter(db, clock.nowMs(), gauge.read())
  let isDraining = false
  let isSilent = false
  let lastBeatMs = steadyMs(clock)
  let turn: Promise<void> | undefined
  const next = async () => {
    try {
      isDraining = await beat(db, clock.nowMs(), gauge.read())
      await forgetSilent(db, clock.nowMs())
      isSilent = false
      lastBeatMs = steadyMs(clock)
    } catch (error) {
      if (!isSilent) log.warn('this process could not report that it lives', { error })
      isSilent = true
    } finally {
      turn = undefined
    }
  }
  const report = (): Promise<void> => {
    turn ??= next()
    return turn
  }
  const timer = setInterval(() => void report(), BEAT_MS[db.kind])
  timer.unref()
  return {
    watch: (load) => gauge.watch(load),
    isDraining: () => isDraining,
    state: () => stateAfter(db.kind, steadyMs(clock) - lastBeatMs),
    report,
    async stop() {
      clearInterval(timer)
      await turn
      // A node that cannot say goodbye is missed a minute later.
      await leave(db).catch(() => undefined)
    },
  }
}

/** Nobody waits for the node of a file, so that its heartbeat cannot be lost. */
function stateAfter(kind: Db['kind'], silentMs: number): HeartbeatState {
  if (silentMs < 3 * BEAT_MS[kind]) return 'ok'
  return kind === 'postgres' && silentMs >= MINUTE_MS ? 'lost' : 'late'
}

/** Rates are those since the last reading. */
class Gauge {
  readonly #clock: Clock
  readonly #version: string
  readonly #host = `${hostname()}:${process.pid}`
  #load: () => NodeLoad = () => ({ in_flight: 0, calls: 0, settlements_waiting: 0 })
  #last: { readonly atMs: number; readonly cpuMs: number; readonly calls: number }

  constructor({ clock, version }: Pick<HeartbeatParts, 'clock' | 'version'>) {
    this.#clock = clock
    this.#version = version
    this.#last = { atMs: steadyMs(clock), cpuMs: cpuMs(), calls: 0 }
  }

  watch(load: () => NodeLoad): void {
    this.#load = load
  }

  read(): NodeFacts {
    const { in_flight, calls, settlements_waiting } = this.#load()
    const last = this.#last
    this.#last = { atMs: steadyMs(this.#clock), cpuMs: cpuMs(), calls }
    const passedMs = Math.max(1, this.#last.atMs - last.atMs)
    return {
      version: this.#version,
      host: this.#host,
      in_flight,
      calls_per_minute: Math.round(((calls - last.calls) / passedMs) * MINUTE_MS),
      cpu_permille: Math.round(((this.#last.cpuMs - last.cpuMs) / passedMs) * 1000),
      rss_bytes: process.memoryUsage.rss(),
      settlements_waiting,
    }
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function steadyMs(clock: Clock): number {
  return clock.monotonicMs?.() ?? clock.nowMs()
}
