/**
 * Counts how the calls of each model went, by group, for the status page. As rollups, counts are
 * buffered for a few seconds and then added to their rows, so that no call waits for them.
 */

import type { Db } from '../../../db/db'
import { type AvailabilityDelta, addAvailability } from '../../../db/tables/availability'
import { type Clock, nowSeconds } from '../../clock'
import type { GatewayError } from '../../domain/errors/gateway-error'
import { LATENCY_SLOTS, latencySlot } from '../../domain/logs/latency'
import { AVAILABILITY_STEPS, RECENT_STEP } from '../../domain/status-page/availability'
import { monotonicMs } from '../../domain/time-source'
import type { Logger } from '../../log'
import type { CallListener } from '../../relay/ports/ports'
import { isCallersFault } from '../health/callers-fault'
import { WaitingRows } from '../rollups/waiting-rows'

export interface AvailabilityCollector extends CallListener {
  /** Writes what is known. */
  readonly flush: () => Promise<void>
}

export interface AvailabilityParts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
}

const WRITE_AFTER_MS = 3_000
/** Models and groups between two writes; what comes beyond is not counted. */
const MOST_CELLS = 5_000

interface Cell {
  readonly at: number
  readonly model: string
  readonly group: string
  calls: number
  failed: number
  readonly latency: number[]
}

export function createAvailability({ db, clock, log }: AvailabilityParts): AvailabilityCollector {
  const rows = new WaitingRows({ db, log, addTo: addAvailability, keyOf })
  let cells = new Map<string, Cell>()

  const flush = (): Promise<void> => {
    rows.add(deltasOf(cells.values()))
    cells = new Map()
    return rows.flush()
  }

  function cellOf(model: string, group: string): Cell | undefined {
    rows.wake(WRITE_AFTER_MS, flush)
    const seconds = nowSeconds(clock)
    const at = seconds - (seconds % RECENT_STEP)
    const key = `${at}\n${model}\n${group}`
    const known = cells.get(key)
    if (known !== undefined || cells.size >= MOST_CELLS) return known
    const latency = new Array<number>(LATENCY_SLOTS).fill(0)
    const fresh = { at, model, group, calls: 0, failed: 0, latency }
    cells.set(key, fresh)
    return fresh
  }

  function count(of: { readonly model: string; readonly group: string }, waitMs?: number): void {
    const cell = cellOf(of.model, of.group)
    if (cell === undefined) return
    cell.calls += 1
    if (waitMs === undefined) cell.failed += 1
    else addWait(cell, latencySlot(waitMs))
  }

  return {
    flush,
    settled({ facts, firstByteMs }, { error }) {
      const of = { model: facts.query.model, group: facts.group }
      if (error !== undefined) {
        if (!isCallersFault(error)) count(of)
        return
      }
      count(of, firstByteMs ?? monotonicMs(clock) - facts.beganMs)
    },
    refused({ model, group, error }) {
      if (isOurs(error) && model !== '') count({ model, group })
    },
  }
}

/** Every channel of a model is switched off: its callers see that as an outage. */
function isOurs({ id }: GatewayError): boolean {
  return id === 'channel.none'
}

function addWait({ latency }: Cell, slot: number): void {
  latency[slot] = (latency[slot] ?? 0) + 1
}

/** Every cell in its stretch of time of each step; each row once, in one order for all writers. */
function deltasOf(cells: Iterable<Cell>): readonly AvailabilityDelta[] {
  const rows = new Map<string, AvailabilityDelta>()
  for (const cell of cells) {
    for (const step of AVAILABILITY_STEPS) {
      const row = { ...cell, step, at: cell.at - (cell.at % step) }
      const key = keyOf(row)
      const known = rows.get(key)
      rows.set(key, known === undefined ? row : sumOf(known, cell))
    }
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

function keyOf({ step, at, model, group }: AvailabilityDelta): string {
  return [step, at, model, group].join('\n')
}

function sumOf(row: AvailabilityDelta, cell: Cell): AvailabilityDelta {
  return {
    ...row,
    calls: row.calls + cell.calls,
    failed: row.failed + cell.failed,
    latency: row.latency.map((count, slot) => count + (cell.latency[slot] ?? 0)),
  }
}
