/** Conversations and what their calls come to: rows that only ever grow. */
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { CallSessionsTable } from '../schema/usage'

export type CallSessionRow = Selectable<CallSessionsTable>

const ADDED = [
  ...(['calls', 'failed', 'quota', 'uncollected', 'prompt_tokens', 'cached_tokens'] as const),
  ...(['cache_write_tokens', 'completion_tokens'] as const),
]

/** Between the names of a list, and at both of its ends. */
const SEPARATOR = '\n'
/** Further ones are left out. */
const LONGEST_LIST = 400

export interface CallSessionDelta extends Omit<CallSessionRow, 'models' | 'channels'> {
  readonly model: string
  /** "" where none was tried. */
  readonly channel: string
}

/** Adds to the rows there are. */
export async function addCallSessions(
  trx: Kysely<Schema>,
  deltas: readonly CallSessionDelta[],
): Promise<void> {
  for (const { model, channel, ...delta } of deltas) {
    const row = { ...delta, models: listed(model), channels: listed(channel) }
    await trx
      .insertInto('call_sessions')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'session']).doUpdateSet((e) => ({
          ...Object.fromEntries(
            ADDED.map((name) => [name, e(`call_sessions.${name}`, '+', e.ref(`excluded.${name}`))]),
          ),
          token_id: e.ref('excluded.token_id'),
          client: e.ref('excluded.client'),
          last_at: e.ref('excluded.last_at'),
          models: withName('models'),
          channels: withName('channels'),
        })),
      )
      .execute()
  }
}

function listed(name: string): string {
  return name === '' ? '' : `${SEPARATOR}${name}${SEPARATOR}`
}

/** The list with the new name at its end, unless it has it. */
function withName(column: 'models' | 'channels') {
  const [known, added] = [sql.ref(`call_sessions.${column}`), sql.ref(`excluded.${column}`)]
  return sql<string>`case when ${added} = '' or replace(${known}, ${added}, '') <> ${known}
    or length(${known}) > ${sql.lit(LONGEST_LIST)} then ${known} else ${known} || ${added} end`
}

export function listedNames(list: string): readonly string[] {
  return list.split(SEPARATOR).filter((name) => name !== '')
}

export interface CallSessionFilter {
  readonly userId?: number | undefined
  readonly client?: string | undefined
  readonly session?: string | undefined
}

interface Window {
  readonly limit: number
  readonly offset: number
}

function filtered(lists: Lists, { userId, client, session }: CallSessionFilter) {
  return lists
    .selectFrom('call_sessions')
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .$if(client !== undefined, (query) => query.where('client', '=', client ?? ''))
    .$if(session !== undefined, (query) => query.where('session', '=', session ?? ''))
}

/** The newest first. */
export async function listCallSessions(
  lists: Lists,
  filter: CallSessionFilter,
  { limit, offset }: Window,
): Promise<CallSessionRow[]> {
  return await filtered(lists, filter)
    .selectAll()
    .orderBy('last_at', 'desc')
    .orderBy('session')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countCallSessions(lists: Lists, filter: CallSessionFilter): Promise<number> {
  const row = await filtered(lists, filter)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}
