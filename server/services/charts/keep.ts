/** Charts are stored, changed and deleted by their owner alone. */
import {
  type ChartRow,
  chartsFor,
  countChartsOf,
  deleteChart,
  insertChart,
  updateChart,
} from '../../../db/tables/charts'
import { isAdmin } from '../../domain/accounts/roles'
import type { ChartJson } from '../../domain/endpoints/chart'
import { GatewayError } from '../../domain/errors/gateway-error'
import { chartQuery, MOST_CHARTS, MOST_PINNED } from '../../domain/usage/charts'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'
import type { ChartViewer } from './list'
import { chartJson } from './shown'

export interface ChartInput {
  readonly name?: string | undefined
  /** As the address of Explore has it. */
  readonly query?: string | undefined
  readonly shared?: boolean | undefined
  readonly pinned?: boolean | undefined
}

interface Keeping extends ChartInput {
  readonly viewer: ChartViewer
  /** Absent for a new one. */
  readonly id?: number | undefined
}

/** Throws `value.invalid` beyond the bounds, `chart.not_found` for one that is not the own. */
export async function keepChart(
  deps: ServiceDeps,
  actor: Actor,
  { viewer, id, ...input }: Keeping,
): Promise<ChartJson> {
  const columns = columnsOf(input, viewer)
  return await transact(deps, actor, async (work) => {
    if (columns.pinned === 1) await requireRoom(work, viewer.id, id)
    const row =
      id === undefined
        ? await made(work, viewer.id, columns)
        : await updateChart(work.trx, { id, userId: viewer.id }, columns)
    if (row === undefined) throw new GatewayError('chart.not_found', { chart: id ?? 0 })
    return chartJson(row, viewer.id, viewer.username)
  })
}

export async function removeChart(
  deps: ServiceDeps,
  actor: Actor,
  { id, userId }: { readonly id: number; readonly userId: number },
): Promise<void> {
  await transact(deps, actor, async ({ trx }) => {
    if (await deleteChart(trx, { id, userId })) return
    throw new GatewayError('chart.not_found', { chart: id })
  })
}

type Columns = Partial<Pick<ChartRow, 'name' | 'query' | 'shared' | 'pinned'>>

function columnsOf({ name, query, shared, pinned }: ChartInput, { role }: ChartViewer): Columns {
  const trimmed = name?.trim()
  if (trimmed === '') throw refused('name', 'reason.missing')
  if (shared === true && !isAdmin(role)) throw new GatewayError('permission.denied')
  return {
    ...(trimmed !== undefined && { name: trimmed }),
    ...(query !== undefined && { query: chartQuery(query) }),
    ...(shared !== undefined && { shared: flag(shared) }),
    ...(pinned !== undefined && { pinned: flag(pinned) }),
  }
}

function flag(isOn: boolean): 0 | 1 {
  return isOn ? 1 : 0
}

async function made(
  { trx, clock }: Work,
  userId: number,
  { name = '', query = '', shared = 0, pinned = 0 }: Columns,
): Promise<ChartRow> {
  if ((await countChartsOf(trx, userId)) >= MOST_CHARTS) {
    throw refused('charts', 'reason.at_most', { max: MOST_CHARTS })
  }
  const created_at = clock.nowMs()
  return await insertChart(trx, { user_id: userId, name, query, shared, pinned, created_at })
}

async function requireRoom({ trx }: Work, userId: number, id: number | undefined): Promise<void> {
  const own = await chartsFor(trx, userId, false)
  const others = own.filter((row) => row.pinned === 1 && row.id !== id)
  if (others.length >= MOST_PINNED) throw refused('pinned', 'reason.at_most', { max: MOST_PINNED })
}

function refused(field: string, reason: string, params = {}): GatewayError {
  return new GatewayError('value.invalid', { field, reason, ...params })
}
