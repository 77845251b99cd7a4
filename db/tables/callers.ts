import type { Kysely, Selectable } from 'kysely'
import type { Schema, TokensTable, UsersTable } from '../schema'
import { memberNames } from './organisations'
import { projectNames } from './projects'

const CALLING = [
  ...(['id', 'username', 'role', 'status', 'banned_until', 'banned_reason'] as const),
  ...(['group', 'setting', 'quota', 'used_quota'] as const),
]

export type CallerRow = {
  readonly token: Selectable<TokensTable>
  /** "" outside of organisations. */
  readonly memberName: string
  readonly projectName: string
  readonly user: Pick<Selectable<UsersTable>, (typeof CALLING)[number]>
}

/** The living token with this key hash and its living owner. */
export async function findCaller(
  reader: Kysely<Schema>,
  keyHash: string,
): Promise<CallerRow | undefined> {
  const token = await reader
    .selectFrom('tokens')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (token === undefined) return undefined
  const user = await findCallingUser(reader, token.user_id)
  return user === undefined ? undefined : { token, user, ...(await holderNames(reader, token)) }
}

async function holderNames(
  reader: Kysely<Schema>,
  { member_id, project_id }: Pick<Selectable<TokensTable>, 'member_id' | 'project_id'>,
): Promise<Pick<CallerRow, 'memberName' | 'projectName'>> {
  const member = member_id === 0 ? undefined : await memberNames(reader, [member_id])
  const project = project_id === 0 ? undefined : await projectNames(reader, [project_id])
  return {
    memberName: member?.get(member_id) ?? '',
    projectName: project?.get(project_id) ?? '',
  }
}

/** The living user with this id. */
export async function findCallingUser(
  reader: Kysely<Schema>,
  userId: number,
): Promise<CallerRow['user'] | undefined> {
  return await reader
    .selectFrom('users')
    .select(CALLING)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Revoked tokens too; 0 for none. */
export async function findTokenHolders(
  reader: Kysely<Schema>,
  tokenId: number,
): Promise<{ readonly memberId: number; readonly projectId: number }> {
  const row = await reader
    .selectFrom('tokens')
    .select(['member_id', 'project_id'])
    .where('id', '=', tokenId)
    .executeTakeFirst()
  return { memberId: row?.member_id ?? 0, projectId: row?.project_id ?? 0 }
}

export interface CallerStates {
  readonly users: ReadonlyMap<number, UserState>
  readonly tokens: ReadonlyMap<number, TokenState>
}

interface UserState {
  readonly status: number
  readonly isDeleted: boolean
}

interface TokenState extends UserState {
  /** Epoch seconds, -1 for never. */
  readonly expired_time: number
  /** Epoch seconds, -1 for ever, 0 for not frozen. */
  readonly frozen_until: number
}

export interface CallerIds {
  readonly userId: number
  readonly tokenId: number | undefined
}

/** Below every engine's limit of parameters. */
const IDS_PER_QUERY = 500

/** Whether these users and tokens may still spend; those that are not there are left out. */
export async function readCallerStates(
  reader: Kysely<Schema>,
  callers: readonly CallerIds[],
): Promise<CallerStates> {
  const users = new Map<number, UserState>()
  for (const ids of chunks(callers.map(({ userId }) => userId))) {
    const rows = await reader
      .selectFrom('users')
      .select(['id', 'status', 'deleted_at'])
      .where('id', 'in', ids)
      .execute()
    for (const { id, status, deleted_at } of rows) {
      users.set(id, { status, isDeleted: deleted_at !== null })
    }
  }
  const tokens = new Map<number, TokenState>()
  for (const ids of chunks(callers.flatMap(({ tokenId }) => tokenId ?? []))) {
    const rows = await reader
      .selectFrom('tokens')
      .select(['id', 'status', 'expired_time', 'frozen_until', 'deleted_at'])
      .where('id', 'in', ids)
      .execute()
    for (const { id, deleted_at, ...state } of rows) {
      tokens.set(id, { ...state, isDeleted: deleted_at !== null })
    }
  }
  return { users, tokens }
}

function chunks(ids: readonly number[]): readonly (readonly number[])[] {
  const distinct = [...new Set(ids)]
  const count = Math.ceil(distinct.length / IDS_PER_QUERY)
  return Array.from({ length: count }, (_, index) =>
    distinct.slice(index * IDS_PER_QUERY, (index + 1) * IDS_PER_QUERY),
  )
}
