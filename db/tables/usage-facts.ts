/** What calls used, by everything that distinguishes them: rows that only ever grow. */
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { DAY } from '../../server/domain/logs/rollups'
import type { UsageStep } from '../../server/domain/usage/steps'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { LatencyColumn } from '../schema/rollups'
import type { UsageFactsTable, UsageTagsTable } from '../schema/usage'
import { GrowingRows } from './growing-rows'
import { LATENCY_COLUMNS } from './rollups'

const KEY = [
  ...(['step', 'at', 'user_id', 'token_id', 'channel_id', 'model', 'group', 'client'] as const),
]
const COUNTS = [
  ...(['calls', 'failed', 'refused', 'quota', 'uncollected', 'cost', 'prompt_tokens'] as const),
  ...(['cached_tokens', 'cache_write_tokens', 'completion_tokens'] as const),
]

export type UsageCounts = Readonly<Record<(typeof COUNTS)[number], number>>

export const NO_USAGE_COUNTS: UsageCounts = {
  calls: 0,
  failed: 0,
  refused: 0,
  quota: 0,
  uncollected: 0,
  cost: 0,
  prompt_tokens: 0,
  cached_tokens: 0,
  cache_write_tokens: 0,
  completion_tokens: 0,
}

export interface UsageKey
  extends Readonly<Pick<Selectable<UsageFactsTable>, (typeof KEY)[number]>> {
  /** Of rows that count the calls with one tag; absent in those that count all calls. */
  readonly tag?: string | undefined
}

export interface UsageDelta extends UsageKey, UsageCounts {
  readonly step: UsageStep
  /** Calls per slot of waiting time. */
  readonly latency: readonly number[]
}

const ADDED = [...COUNTS, ...LATENCY_COLUMNS] as const

const ofCalls = new GrowingRows((trx, rows: readonly Insertable<UsageFactsTable>[]) =>
  trx
    .insertInto('usage_facts')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns([...KEY])
        .doUpdateSet((e) =>
          Object.fromEntries(
            ADDED.map((name) => [name, e(`usage_facts.${name}`, '+', e.ref(`excluded.${name}`))]),
          ),
        ),
    ),
)

const ofTags = new GrowingRows((trx, rows: readonly Insertable<UsageTagsTable>[]) =>
  trx
    .insertInto('usage_tags')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns([...KEY, 'tag'])
        .doUpdateSet((e) =>
          Object.fromEntries(
            ADDED.map((name) => [name, e(`usage_tags.${name}`, '+', e.ref(`excluded.${name}`))]),
          ),
        ),
    ),
)

/** Adds to the rows there are; each row at most once per call of this. */
export async function addUsageFacts(
  trx: Kysely<Schema>,
  deltas: readonly UsageDelta[],
): Promise<void> {
  await ofCalls.add(trx, deltas.filter(({ tag }) => tag === undefined).map(rowOf))
  await ofTags.add(trx, deltas.filter(({ tag }) => tag !== undefined).map(tagRowOf))
}

function tagRowOf({ tag = '', ...delta }: UsageDelta) {
  return { ...rowOf(delta), tag }
}

function rowOf({ tag: _, latency, ...delta }: UsageDelta) {
  const slots = LATENCY_COLUMNS.map((name, slot) => [name, latency[slot] ?? 0] as const)
  return { ...delta, ...(Object.fromEntries(slots) as Record<LatencyColumn, number>) }
}

/** What distinguishes rows, in addition to their time. */
export type UsageColumn = Exclude<(typeof KEY)[number], 'step' | 'at'> | 'tag'

export interface UsageQuestion {
  readonly step: UsageStep
  /** Epoch seconds; `to` is not included. */
  readonly from: number
  readonly to: number
  /** Any of the values; columns without an entry are not looked at. */
  readonly only: Readonly<Partial<Record<UsageColumn, readonly (string | number)[]>>>
  /** None, one or two. */
  readonly by: readonly UsageColumn[]
  /** Seconds of a bucket by which sums are split, and where one of them begins. */
  readonly bucket?: { readonly seconds: number; readonly from: number } | undefined
  /** Whether waiting times are wanted: twice the work. */
  readonly waits?: boolean
}

export interface UsageSum extends UsageCounts {
  /** Values of the columns in the order of the question, as texts. */
  readonly key: readonly string[]
  /** Number of the bucket; 0 without buckets. */
  readonly bucket: number
  readonly latency: readonly number[]
}

const MOST_SUMS = 100_000

/** The largest charge first. */
export async function usageSums(lists: Lists, question: UsageQuestion): Promise<UsageSum[]> {
  const { step, from, to, only, by, bucket, waits = true } = question
  const slots = waits ? LATENCY_COLUMNS : []
  const narrow = Object.entries(only) as [UsageColumn, readonly (string | number)[]][]
  const at =
    bucket === undefined
      ? sql<number>`0`
      : sql<number>`(at - ${sql.lit(bucket.from)}) / ${sql.lit(bucket.seconds)}`
  const columns = by.map((name) => sql<string>`cast(${sql.ref(name)} as text)`)
  // A call has a row for each of its tags there, so that sums by tag may come to more than all.
  const isTagged = by.includes('tag') || only.tag !== undefined
  const rows = await lists
    .selectFrom((isTagged ? 'usage_tags' : 'usage_facts') as 'usage_facts')
    .where('step', '=', step)
    .where('at', '>=', from)
    .where('at', '<', to)
    .where((e) => e.and(narrow.map(([name, values]) => e(sql.ref(name), 'in', values))))
    .select((e) => [
      (columns[0] ?? sql<string>`''`).as('first'),
      (columns[1] ?? sql<string>`''`).as('second'),
      at.as('bucket'),
      ...COUNTS.map((name) => e.cast<number>(e.fn.sum(name), 'bigint').as(name)),
      ...slots.map((name) => e.cast<number>(e.fn.sum(name), 'bigint').as(name)),
    ])
    .groupBy([sql.ref('first'), sql.ref('second'), sql.ref('bucket')])
    // Marks of days that were added up later are no calls.
    .having(sql<number>`sum(calls + refused + quota)`, '>', 0)
    .orderBy(sql.ref('quota'), 'desc')
    .limit(MOST_SUMS)
    .execute()
  return rows.map(({ first, second, ...row }) => ({
    ...countsOf(row),
    key: [first, second].slice(0, by.length),
    bucket: Number(row.bucket),
    latency: LATENCY_COLUMNS.map((name) => Number(row[name] ?? 0)),
  }))
}

function countsOf(row: UsageCounts): UsageCounts {
  return {
    calls: Number(row.calls),
    failed: Number(row.failed),
    refused: Number(row.refused),
    quota: Number(row.quota),
    uncollected: Number(row.uncollected),
    cost: Number(row.cost),
    prompt_tokens: Number(row.prompt_tokens),
    cached_tokens: Number(row.cached_tokens),
    cache_write_tokens: Number(row.cache_write_tokens),
    completion_tokens: Number(row.completion_tokens),
  }
}

/** Epoch seconds at which the oldest row of a step begins; `undefined` without any. */
export async function oldestUsage(lists: Lists, step: UsageStep): Promise<number | undefined> {
  const row = await lists
    .selectFrom('usage_facts')
    .select('at')
    .where('step', '=', step)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  return row && Number(row.at)
}

/** The day from which on everything is added up; `undefined` before it was begun. */
export async function earliestUsageMark(lists: Lists): Promise<number | undefined> {
  const row = await lists
    .selectFrom('usage_facts')
    .select('at')
    .where('step', '=', DAY)
    .where('user_id', '=', 0)
    .where('token_id', '=', 0)
    .where('model', '=', '')
    .where('calls', '=', 0)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  return row && Number(row.at)
}
