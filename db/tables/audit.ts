import type { Insertable, Kysely, Selectable, SelectQueryBuilder } from 'kysely'
import { ALL_PRICE_OPTIONS } from '../../server/domain/prices/price-row'
import type { Lists } from '../lists'
import type { AuditLogTable, Schema } from '../schema'
import { containsText } from './text-match'

export type AuditRow = Selectable<AuditLogTable>

/** Returns the id of the entry; ledger entries name it as what caused them. */
export async function insertAudit(
  trx: Kysely<Schema>,
  entry: Insertable<AuditLogTable>,
): Promise<number> {
  const row = await trx
    .insertInto('audit_log')
    .values(entry)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export interface AuditFilter {
  readonly actorId?: number | undefined
  readonly organisationId?: number | undefined
  readonly action?: string | undefined
  /** `user:7`, `option:RetryTimes` and the like. */
  readonly target?: string | undefined
  readonly beforeId?: number | undefined
  readonly limit: number
}

/** Newest first. */
export async function listAudit(lists: Lists, filter: AuditFilter): Promise<AuditRow[]> {
  let query = lists.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(filter.limit)
  if (filter.actorId !== undefined) {
    query = query.where('actor_id', '=', filter.actorId)
  }
  if (filter.organisationId !== undefined) {
    query = query.where('organisation_id', '=', filter.organisationId)
  }
  if (filter.action !== undefined) {
    query = query.where('action', '=', filter.action)
  }
  if (filter.target !== undefined) {
    query = query.where('target', '=', filter.target)
  }
  if (filter.beforeId !== undefined) {
    query = query.where('id', '<', filter.beforeId)
  }
  return await query.execute()
}

export interface AuditActions {
  readonly actions: readonly string[]
  /** Epoch milliseconds, included. */
  readonly fromMs: number
  readonly limit: number
}

/** Those of certain actions, newest first. */
export async function auditOf(
  lists: Lists,
  { actions, fromMs, limit }: AuditActions,
): Promise<AuditRow[]> {
  return await lists
    .selectFrom('audit_log')
    .selectAll()
    .where('action', 'in', actions)
    .where('created_at', '>=', fromMs)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

interface AuditSince {
  readonly targets: readonly string[]
  /** Epoch milliseconds, not included. */
  readonly afterMs: number
  readonly limit: number
}

/** What was done to any of these, newest first. */
export async function auditSince(
  reader: Kysely<Schema>,
  { targets, afterMs, limit }: AuditSince,
): Promise<AuditRow[]> {
  return await reader
    .selectFrom('audit_log')
    .selectAll()
    .where('created_at', '>', afterMs)
    .where('target', 'in', targets)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The newest entries that hold addresses with something before an @. */
export async function auditWithAddresses(lists: Lists, limit: number): Promise<AuditRow[]> {
  return await lists
    .selectFrom('audit_log')
    .selectAll()
    .where((e) => e.or([e('before', 'like', '%://%@%'), e('after', 'like', '%://%@%')]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** What changes prices, apart from whole settings. */
const PRICE_ACTIONS = ['price.set', 'price.rollback', 'price.reset']
const OPTION_ACTIONS = ['option.set', 'option.import', 'option.reset']
const RESETS = ['price.reset', 'option.reset']
const PRICE_TARGETS = ALL_PRICE_OPTIONS.map((key) => `option:${key}`)

export interface PriceAuditFilter {
  readonly model: string
  readonly beforeId?: number | undefined
  readonly limit: number
}

/** Entries that changed prices and name the model somewhere; newest first. */
export async function priceAudit(
  lists: Lists,
  { model, beforeId, limit }: PriceAuditFilter,
): Promise<AuditRow[]> {
  // Tables are JSON within JSON, in which names are written with their quotes escaped twice.
  const name = JSON.stringify(model).slice(1, -1)
  const names = [...new Set([name, JSON.stringify(name).slice(1, -1)])]
  let query = lists
    .selectFrom('audit_log')
    .selectAll()
    .where(({ and, eb, or }) =>
      or([
        eb('action', 'in', PRICE_ACTIONS),
        and([eb('action', 'in', OPTION_ACTIONS), eb('target', 'in', PRICE_TARGETS)]),
      ]),
    )
    .where(({ eb, ref, or }) =>
      or([
        // What a reset brings back is written nowhere.
        eb('action', 'in', RESETS),
        ...names.flatMap((part) => [
          containsText(ref('before'), part),
          containsText(ref('after'), part),
        ]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(limit)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  return await query.execute()
}

/** Parts of texts, letter case aside; "" and `undefined` narrow nothing. */
export interface AuditSearch {
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly target?: string | undefined
  /** Epoch milliseconds, both included. */
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
}

/** Who signed in and out is no change. */
export type AuditKind = 'changes' | 'sessions'

const SESSIONS = 'session.%'

interface AuditWindow {
  readonly limit: number
  readonly offset: number
  readonly direction: 'asc' | 'desc'
  /** Both unless given. */
  readonly kind?: AuditKind | undefined
}

/** By time: entries are numbered as they are written. */
export async function searchAudit(
  lists: Lists,
  search: AuditSearch,
  { limit, offset, direction, kind }: AuditWindow,
): Promise<AuditRow[]> {
  return await narrowed(lists.selectFrom('audit_log').selectAll(), search)
    .$if(kind === 'changes', (q) => q.where('action', 'not like', SESSIONS))
    .$if(kind === 'sessions', (q) => q.where('action', 'like', SESSIONS))
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

/** How many there are of each kind. */
export async function countAudit(
  lists: Lists,
  search: AuditSearch,
): Promise<Readonly<Record<AuditKind, number>>> {
  const counted = lists
    .selectFrom('audit_log')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('action', 'like', SESSIONS).as('sessions'),
    ])
  const row = await narrowed(counted, search).executeTakeFirstOrThrow()
  const sessions = Number(row.sessions)
  return { changes: Number(row.all) - sessions, sessions }
}

function narrowed<Row>(
  query: SelectQueryBuilder<Schema, 'audit_log', Row>,
  search: AuditSearch,
): SelectQueryBuilder<Schema, 'audit_log', Row> {
  const { fromMs, toMs } = search
  let found = query
  for (const column of ['actor', 'action', 'target'] as const) {
    const part = search[column]?.trim() ?? ''
    if (part !== '') found = found.where(({ ref }) => containsText(ref(column), part))
  }
  if (fromMs !== undefined) found = found.where('created_at', '>=', fromMs)
  if (toMs !== undefined) found = found.where('created_at', '<=', toMs)
  return found
}
