/** Calls counted by the hour and by the minute, whose rows only ever grow. */
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { LATENCY_BOUNDS_MS } from '../../server/domain/logs/latency'
import type { RollupKind } from '../../server/domain/logs/rollups'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { LatencyColumn, RollupsTable } from '../schema/rollups'
import { GrowingRows } from './growing-rows'

export type RollupRow = Selectable<RollupsTable>

/** In the order of the slots. */
export const LATENCY_COLUMNS: readonly LatencyColumn[] = [
  ...LATENCY_BOUNDS_MS.map((bound) => `le_${bound}` as const),
  'le_more',
]

const COUNTS = ['calls', 'failed', 'refused', 'quota', 'uncollected', 'tokens'] as const
/** Those of the newest attempt stay. */
const NEWEST = ['last_at', 'failed_in_row', 'failing_since', 'recovered_at'] as const
const ADDED = [...COUNTS, ...LATENCY_COLUMNS] as const

export type RollupCounts = Readonly<Record<(typeof COUNTS)[number], number>>

export interface RollupCell extends RollupCounts {
  /** Successful calls per slot of waiting time. */
  readonly latency: readonly number[]
}

type MeasuredCell = Omit<RollupCell, 'uncollected'> & Partial<Pick<RollupCell, 'uncollected'>>

export interface RollupDelta extends MeasuredCell {
  readonly kind: RollupKind
  readonly subject: string
  readonly at: number
  /** Put in place of what stands there; "" leaves it. */
  readonly errors: string
  /** Epoch seconds of the newest attempt; what belongs to the later one stays. */
  readonly last_at?: number
  readonly failed_in_row?: number
  readonly failing_since?: number
  readonly recovered_at?: number
}

const grown = new GrowingRows((trx, rows: readonly Insertable<RollupsTable>[]) =>
  trx
    .insertInto('rollups')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject', 'at']).doUpdateSet((e) => ({
        ...Object.fromEntries(
          ADDED.map((name) => [name, e(`rollups.${name}`, '+', e.ref(`excluded.${name}`))]),
        ),
        errors: sql<string>`case when excluded.errors = '' then rollups.errors
          else excluded.errors end`,
        ...Object.fromEntries(
          NEWEST.map((name) => [
            name,
            sql<number>`case when excluded.last_at >= rollups.last_at
              then excluded.${sql.ref(name)} else rollups.${sql.ref(name)} end`,
          ]),
        ),
      })),
    ),
)

/** Adds to the rows there are; each row at most once per call of this. */
export async function addRollups(
  trx: Kysely<Schema>,
  deltas: readonly RollupDelta[],
): Promise<void> {
  await grown.add(trx, deltas.map(rowOf))
}

const NOTHING_NEWER = {
  uncollected: 0,
  last_at: 0,
  failed_in_row: 0,
  failing_since: 0,
  recovered_at: 0,
}

function rowOf({ latency, ...delta }: RollupDelta) {
  const slots = LATENCY_COLUMNS.map((name, slot) => [name, latency[slot] ?? 0] as const)
  return {
    ...NOTHING_NEWER,
    ...delta,
    ...(Object.fromEntries(slots) as Record<LatencyColumn, number>),
  }
}

/** Epoch seconds of the rows' beginnings; `to` is not included. */
export interface RollupSpan {
  readonly kind: RollupKind
  readonly from: number
  readonly to: number
}

export interface RollupBucket extends RollupCell {
  readonly at: number
}

/** Rows of one subject, oldest first. */
export async function rollupsOf(
  lists: Lists,
  subject: string,
  span: RollupSpan,
): Promise<RollupBucket[]> {
  const rows = await spanned(lists, span)
    .select(['at', ...ADDED])
    .where('subject', '=', subject)
    .orderBy('at')
    .execute()
  return rows.map((row) => ({ at: Number(row.at), ...cellOf(row) }))
}

export interface RollupSum extends RollupCounts {
  readonly subject: string
  /** Rows, that is hours in which anything happened. */
  readonly hours: number
}

const SUM_LIMIT = 50_000

interface SumsOf {
  /** All there are when absent. */
  readonly subjects?: readonly string[]
  readonly most?: number
}

/** What each subject comes to, the largest spenders first. */
export async function rollupSums(
  lists: Lists,
  span: RollupSpan,
  { subjects, most = SUM_LIMIT }: SumsOf = {},
): Promise<RollupSum[]> {
  if (subjects?.length === 0) return []
  const rows = await spanned(lists, span)
    .$if(subjects !== undefined, (query) => query.where('subject', 'in', subjects ?? []))
    .select((e) => [
      'subject',
      e.fn.countAll<number>().as('hours'),
      ...COUNTS.map((name) => e.cast<number>(e.fn.sum(name), 'bigint').as(name)),
    ])
    .groupBy('subject')
    .orderBy('quota', 'desc')
    .orderBy('calls', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    subject: row.subject,
    hours: Number(row.hours),
    ...countsOf(row),
  }))
}

export interface RollupPoint extends RollupCounts {
  readonly subject: string
  readonly at: number
}

/** Rows of several subjects, oldest first. */
export async function rollupPoints(
  lists: Lists,
  subjects: readonly string[],
  span: RollupSpan,
): Promise<RollupPoint[]> {
  if (subjects.length === 0) return []
  const rows = await spanned(lists, span)
    .select(['subject', 'at', ...COUNTS])
    .where('subject', 'in', subjects)
    .orderBy('at')
    .execute()
  return rows.map((row) => ({ subject: row.subject, at: Number(row.at), ...countsOf(row) }))
}

/** Successful calls of each subject per slot of waiting time. */
export async function rollupWaits(
  lists: Lists,
  subjects: readonly string[],
  span: RollupSpan,
): Promise<ReadonlyMap<string, readonly number[]>> {
  if (subjects.length === 0) return new Map()
  const rows = await spanned(lists, span)
    .select((e) => [
      'subject',
      ...LATENCY_COLUMNS.map((name) => e.cast<number>(e.fn.sum(name), 'bigint').as(name)),
    ])
    .where('subject', 'in', subjects)
    .groupBy('subject')
    .execute()
  return new Map(rows.map((row) => [row.subject, LATENCY_COLUMNS.map((name) => Number(row[name]))]))
}

/** Credits that a row of a list has spent since, to put the list in that order. */
export function spentSince(kind: 'token' | 'user', from: number) {
  return sql<number>`coalesce((select sum(r.quota) from rollups r where r.kind = ${kind}
    and r.subject = cast(${sql.ref(`${kind}s.id`)} as text) and r.at >= ${from}), 0)`
}

/** JSON texts of a channel's newest failures, those of the newest hour first. */
export async function rollupErrors(
  lists: Lists,
  channelId: number,
  { from, hours }: { readonly from: number; readonly hours: number },
): Promise<string[]> {
  const rows = await lists
    .selectFrom('rollups')
    .select('errors')
    .where('kind', '=', 'channel')
    .where('subject', '=', String(channelId))
    .where('at', '>=', from)
    .where('errors', '<>', '')
    .orderBy('at', 'desc')
    .limit(hours)
    .execute()
  return rows.map(({ errors }) => errors)
}

export interface ChannelStreak {
  readonly id: number
  /** Newest attempts that failed one after the other. */
  readonly failed: number
  /** Epoch seconds of the first of them, and of the newest attempt. */
  readonly since: number
  readonly lastAt: number
  /** Epoch seconds of the answer that ended an outage; 0 for none. */
  readonly recoveredAt: number
}

/** How the newest attempts of each channel went; channels without an attempt since are left out. */
export async function channelStreaks(lists: Lists, from: number): Promise<ChannelStreak[]> {
  const rows = await lists
    .selectFrom('rollups')
    .select(['subject', 'last_at', 'failed_in_row', 'failing_since', 'recovered_at'])
    .where('kind', '=', 'channel')
    .where('at', '>=', from)
    // Charges of an hour without an attempt say nothing of how the channel does.
    .where('last_at', '>', 0)
    .orderBy('at')
    .execute()
  const newest = new Map(rows.map((row) => [row.subject, row]))
  return [...newest.values()].map((row) => ({
    id: Number(row.subject),
    failed: Number(row.failed_in_row),
    since: Number(row.failing_since),
    lastAt: Number(row.last_at),
    recoveredAt: Number(row.recovered_at),
  }))
}

function spanned(lists: Lists, { kind, from, to }: RollupSpan) {
  return lists
    .selectFrom('rollups')
    .where('kind', '=', kind)
    .where('at', '>=', from)
    .where('at', '<', to)
}

type Counted = Readonly<Record<(typeof COUNTS)[number], number>>

function countsOf(row: Counted): RollupCounts {
  const { calls, failed, refused, quota, uncollected, tokens } = row
  return {
    calls: Number(calls),
    failed: Number(failed),
    refused: Number(refused),
    quota: Number(quota),
    uncollected: Number(uncollected),
    tokens: Number(tokens),
  }
}

function cellOf(row: Counted & Readonly<Record<LatencyColumn, number>>): RollupCell {
  return { ...countsOf(row), latency: LATENCY_COLUMNS.map((name) => Number(row[name])) }
}
