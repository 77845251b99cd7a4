import { bytesOfMonth } from '../../../db/log-parts/month-file'
import { type LogParts, localParts, logParts } from '../../../db/log-parts/parts'
import { countLogParts, oldestInParts } from '../../../db/log-parts/sums'
import type { LogMonthState } from '../../../db/schema/logs'
import { logMonths } from '../../../db/tables/log-months'
import { countLogs } from '../../../db/tables/logs'
import type { ServiceDeps } from '../service-deps'

export interface LogStorageView {
  /** `database`, a month such as `2026-10`, or `clickhouse`. */
  readonly name: string
  /** `missing`: the file is not there. `unreachable`: ClickHouse does not answer. */
  readonly state: 'open' | 'missing' | 'unreachable' | LogMonthState
  /** Epoch seconds; 0 where there are no rows. */
  readonly from: number
  /** Rows that are read there. */
  readonly rows: number
  /** Of the file; 0 for the database, which holds more than the log. */
  readonly bytes: number
  /** Name of the file in the folder `logs`; "" for the database. */
  readonly file: string
}

/** Where rows of the log are, the newest first. */
export async function logStorage({ db }: ServiceDeps): Promise<LogStorageView[]> {
  const parts = await logParts(db)
  const table = { ...localParts(parts), months: [] }
  const database = {
    name: 'database',
    state: 'open' as const,
    from: (await oldestInParts(table)) ?? 0,
    rows: await countLogParts(table, {}),
    bytes: 0,
    file: '',
  }
  const months = (await logMonths(db.lists)).map(({ month, state, from_at, rows, file }) => {
    const isThere = db.months?.has(file) ?? false
    return {
      name: month,
      state: isThere || state === 'copying' ? state : ('missing' as const),
      from: from_at,
      rows,
      bytes: db.months !== undefined && isThere ? bytesOfMonth(db.months, file) : 0,
      file,
    }
  })
  return [database, ...months, ...(await clickhouseView(parts))]
}

/** What is read there, and whether it answers at this moment. */
async function clickhouseView(parts: LogParts): Promise<LogStorageView[]> {
  const { away } = parts
  if (away === undefined) return []
  const view = { name: 'clickhouse', from: away.from, bytes: 0, file: '' }
  const unreachable = { ...view, state: 'unreachable' as const, rows: 0 }
  if (away.lists === undefined) return [unreachable]
  const { from, before, uptoId } = away
  const rows = countLogs(away.lists, { from, to: before - 1, uptoId })
  return [
    await rows.then(
      (count) => ({ ...view, state: 'open' as const, rows: count }),
      () => unreachable,
    ),
  ]
}
