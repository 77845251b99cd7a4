/** Calls of models by group that were answered or failed: rows that only ever grow. */
import type { Insertable, Kysely } from 'kysely'
import type { AvailabilityStep } from '../../server/domain/status-page/availability'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { LatencyColumn } from '../schema/rollups'
import type { AvailabilityTable } from '../schema/status-page'
import { GrowingRows } from './growing-rows'
import { LATENCY_COLUMNS } from './rollups'

export interface AvailabilityDelta {
  readonly step: AvailabilityStep
  readonly at: number
  readonly model: string
  readonly group: string
  readonly calls: number
  readonly failed: number
  /** Calls per slot of waiting time. */
  readonly latency: readonly number[]
}

const ADDED = ['calls', 'failed', ...LATENCY_COLUMNS] as const

const grown = new GrowingRows((trx, rows: readonly Insertable<AvailabilityTable>[]) =>
  trx
    .insertInto('availability')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(['step', 'at', 'model', 'group'])
        .doUpdateSet((e) =>
          Object.fromEntries(
            ADDED.map((name) => [name, e(`availability.${name}`, '+', e.ref(`excluded.${name}`))]),
          ),
        ),
    ),
)

/** Adds to the rows there are; each row at most once per call of this. */
export async function addAvailability(
  trx: Kysely<Schema>,
  deltas: readonly AvailabilityDelta[],
): Promise<void> {
  await grown.add(trx, deltas.map(rowOf))
}

function rowOf({ latency, ...delta }: AvailabilityDelta) {
  const slots = LATENCY_COLUMNS.map((name, slot) => [name, latency[slot] ?? 0] as const)
  return { ...delta, ...(Object.fromEntries(slots) as Record<LatencyColumn, number>) }
}

export interface AvailabilitySpan {
  readonly step: AvailabilityStep
  readonly groups: readonly string[]
  /** Epoch seconds; `to` is not included. */
  readonly from: number
  readonly to: number
}

export interface AvailabilityCount {
  readonly model: string
  readonly group: string
  readonly calls: number
  readonly failed: number
}

export interface AvailabilitySum extends AvailabilityCount {
  readonly latency: readonly number[]
}

/** What the span comes to, by model and group. */
export async function availabilitySums(
  lists: Lists,
  span: AvailabilitySpan,
): Promise<AvailabilitySum[]> {
  if (span.groups.length === 0) return []
  const rows = await spanned(lists, span)
    .select((e) => [
      'model',
      'group',
      ...ADDED.map((name) => e.cast<number>(e.fn.sum(name), 'bigint').as(name)),
    ])
    .groupBy(['model', 'group'])
    .execute()
  return rows.map((row) => ({
    ...countOf(row),
    latency: LATENCY_COLUMNS.map((name) => Number(row[name])),
  }))
}

export interface AvailabilityPoint extends AvailabilityCount {
  readonly at: number
}

export async function availabilityPoints(
  lists: Lists,
  span: AvailabilitySpan,
): Promise<AvailabilityPoint[]> {
  if (span.groups.length === 0) return []
  const rows = await spanned(lists, span)
    .select(['at', 'model', 'group', 'calls', 'failed'])
    .execute()
  return rows.map((row) => ({ ...countOf(row), at: Number(row.at) }))
}

function spanned(lists: Lists, { step, groups, from, to }: AvailabilitySpan) {
  return lists
    .selectFrom('availability')
    .where('step', '=', step)
    .where('at', '>=', from)
    .where('at', '<', to)
    .where('group', 'in', groups)
}

function countOf({ model, group, calls, failed }: AvailabilityCount): AvailabilityCount {
  return { model, group, calls: Number(calls), failed: Number(failed) }
}
