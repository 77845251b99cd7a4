/** Conversations that are stored here for their users, and the items in them. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { ConversationItemsTable, ConversationsTable } from '../schema/stored-responses'

export type ConversationRow = Selectable<ConversationsTable>
export type ConversationItemRow = Selectable<ConversationItemsTable>

export interface ConversationName {
  readonly userId: number
  readonly id: string
}

export async function insertConversation(
  trx: Transaction<Schema>,
  row: ConversationRow,
): Promise<void> {
  await trx.insertInto('conversations').values(row).execute()
}

export async function findConversation(
  reader: Kysely<Schema>,
  { userId, id, nowMs }: ConversationName & { readonly nowMs: number },
): Promise<ConversationRow | undefined> {
  return await reader
    .selectFrom('conversations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst()
}

export async function setMetadata(
  trx: Transaction<Schema>,
  { userId, id }: ConversationName,
  metadata: string,
): Promise<void> {
  await trx
    .updateTable('conversations')
    .set({ metadata })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

export type NewItem = Pick<ConversationItemRow, 'id' | 'item' | 'characters' | 'created_at'>

export interface ItemsOrder extends ConversationName {
  readonly items: readonly NewItem[]
  readonly expiresAtMs: number
  /** Of the whole conversation. */
  readonly mostCharacters: number
}

/** At its end; false where there is no such conversation, or no room in it. */
export async function addItems(
  trx: Transaction<Schema>,
  { userId, id, items, expiresAtMs, mostCharacters }: ItemsOrder,
): Promise<boolean> {
  const characters = items.reduce((sum, item) => sum + item.characters, 0)
  const grown = await trx
    .updateTable('conversations')
    .set({
      last_position: sql<number>`last_position + ${items.length}`,
      characters: sql<number>`characters + ${characters}`,
      expires_at: expiresAtMs,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('characters', '<=', mostCharacters - characters)
    .returning('last_position')
    .executeTakeFirst()
  if (grown === undefined) return false
  const first = Number(grown.last_position) - items.length + 1
  const place = { user_id: userId, conversation_id: id }
  const rows = items.map((item, at) => ({ ...place, ...item, position: first + at }))
  if (rows.length > 0) await trx.insertInto('conversation_items').values(rows).execute()
  return true
}

/** The oldest first. */
export async function itemsOfConversation(
  lists: Lists,
  { userId, id }: ConversationName,
): Promise<ConversationItemRow[]> {
  return await lists
    .selectFrom('conversation_items')
    .selectAll()
    .where('user_id', '=', userId)
    .where('conversation_id', '=', id)
    .orderBy('position')
    .execute()
}

/** False where it is not there. */
export async function deleteItem(
  trx: Transaction<Schema>,
  { userId, id }: ConversationName,
  itemId: string,
): Promise<boolean> {
  const gone = await trx
    .deleteFrom('conversation_items')
    .where('user_id', '=', userId)
    .where('conversation_id', '=', id)
    .where('id', '=', itemId)
    .returning('characters')
    .execute()
  const characters = gone.reduce((sum, row) => sum + Number(row.characters), 0)
  await trx
    .updateTable('conversations')
    .set({ characters: sql<number>`characters - ${characters}` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
  return gone.length > 0
}

export async function deleteConversation(
  trx: Transaction<Schema>,
  { userId, id }: ConversationName,
): Promise<void> {
  await trx
    .deleteFrom('conversation_items')
    .where('user_id', '=', userId)
    .where('conversation_id', '=', id)
    .execute()
  await trx.deleteFrom('conversations').where('user_id', '=', userId).where('id', '=', id).execute()
}

/** Of a user who is removed. */
export async function deleteConversationsOf(
  trx: Transaction<Schema>,
  userId: number,
): Promise<void> {
  await trx.deleteFrom('conversation_items').where('user_id', '=', userId).execute()
  await trx.deleteFrom('conversations').where('user_id', '=', userId).execute()
}

/** Forgets what is past its end, some at a time; returns how many. */
export async function sweepConversations(
  trx: Transaction<Schema>,
  nowMs: number,
  limit: number,
): Promise<number> {
  const past = await trx
    .selectFrom('conversations')
    .select(['user_id', 'id'])
    .where('expires_at', '<=', nowMs)
    .limit(limit)
    .execute()
  for (const { user_id: userId, id } of past) await deleteConversation(trx, { userId, id })
  return past.length
}

/** Users who have more than the bounds, with what they have. */
export async function conversationsBeyond(
  lists: Lists,
  bounds: { readonly answers: number; readonly characters: number },
): Promise<{ readonly user_id: number; readonly answers: number; readonly characters: number }[]> {
  const count = sql<number>`count(*)`
  const sum = sql<number>`sum(characters)`
  return await lists
    .selectFrom('conversations')
    .select(['user_id', count.as('answers'), sum.as('characters')])
    .groupBy('user_id')
    .having((row) => row.or([row(count, '>', bounds.answers), row(sum, '>', bounds.characters)]))
    .execute()
}

/** Those of the user that were gone on with the longest ago. */
export async function oldestConversations(
  lists: Lists,
  userId: number,
  limit: number,
): Promise<{ readonly id: string; readonly characters: number }[]> {
  return await lists
    .selectFrom('conversations')
    .select(['id', 'characters'])
    .where('user_id', '=', userId)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
}
