/** Every billed call of a time, newest first, with what it used and at which price. */
import type { LogRow } from '../../../db/tables/logs'
import { recordOf } from '../../domain/json/records'
import { billOf } from '../../domain/logs/call-record'
import type { Price } from '../../domain/money/price'
import type { Usage } from '../../domain/money/usage'
import { LOG_TYPE } from '../../domain/status'
import { walkLogs } from '../logs/walk'
import type { ServiceDeps } from '../service-deps'

export interface BilledCall {
  readonly row: LogRow
  readonly usage: Usage
  readonly price: Price
}

export interface BilledTime {
  /** Epoch seconds, both included. */
  readonly from: number
  readonly to: number
  readonly channelId?: number | undefined
}

/** Read in slices, between which calls go on. */
export async function* walkBills(
  deps: ServiceDeps,
  time: BilledTime,
): AsyncGenerator<BilledCall, void> {
  const filter = { ...time, type: LOG_TYPE.consumption }
  for (let rows = await walkLogs(deps, filter); rows.length > 0; ) {
    for (const row of rows) {
      const bill = billOf(row, recordOf(row.other))
      if (bill !== undefined) yield { row, ...bill }
    }
    const last = rows.at(-1)
    const below = last && { id: last.id, created_at: last.created_at }
    rows = await walkLogs(deps, { ...filter, below })
  }
}
