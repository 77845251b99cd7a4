/** Conversations that are stored here, behind the relay's port. */
import type { Db } from '../../../db/db'
import {
  addItems,
  deleteConversation,
  deleteItem,
  findConversation,
  type ItemsOrder,
  insertConversation,
  itemsOfConversation,
  setMetadata,
} from '../../../db/tables/conversations'
import type { Clock } from '../../clock'
import type { Logger } from '../../log'
import type {
  Addition,
  ConversationItem,
  StoredConversation,
  StoredConversations,
} from '../../relay/ports/stored'
import type { Sealer } from '../seal'
import { openText, sealText } from './sealed-text'
import { WritesBehind } from './writes-behind'

export interface ConversationStoreParts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly sealer: Sealer
  /** Of one conversation. */
  readonly mostCharacters?: number
}

/** No model reads more, and the complete conversation is in memory at once. */
const MOST_CHARACTERS = 64 * 1024 * 1024

export class ConversationStore implements StoredConversations {
  readonly #parts: ConversationStoreParts
  readonly #behind: WritesBehind

  constructor(parts: ConversationStoreParts) {
    this.#parts = parts
    this.#behind = new WritesBehind(parts)
  }

  async create(made: StoredConversation, items: readonly ConversationItem[]): Promise<void> {
    const { userId, id, tokenId, metadata, createdAtMs, expiresAtMs } = made
    const { db, sealer } = this.#parts
    const order = this.#orderOf({ userId, id, items, expiresAtMs })
    await db.transaction(async (trx) => {
      await insertConversation(trx, {
        user_id: userId,
        id,
        token_id: tokenId ?? 0,
        characters: 0,
        last_position: 0,
        created_at: createdAtMs,
        expires_at: expiresAtMs,
        metadata: sealText(sealer, metadata),
      })
      await addItems(trx, order)
    })
  }

  async find(userId: number, id: string): Promise<StoredConversation | undefined> {
    const { db, clock, sealer } = this.#parts
    await this.#behind.written()
    const row = await findConversation(db.reader, { userId, id, nowMs: clock.nowMs() })
    if (row === undefined) return undefined
    return {
      userId,
      id,
      tokenId: row.token_id === 0 ? undefined : row.token_id,
      metadata: openText(sealer, row.metadata),
      createdAtMs: row.created_at,
      expiresAtMs: row.expires_at,
    }
  }

  async items(userId: number, id: string): Promise<readonly ConversationItem[]> {
    const { db, sealer } = this.#parts
    await this.#behind.written()
    const rows = await itemsOfConversation(db.lists, { userId, id })
    return rows.map((row) => ({ id: row.id, text: openText(sealer, row.item) }))
  }

  async setMetadata(userId: number, id: string, metadata: string): Promise<void> {
    const { db, sealer } = this.#parts
    const sealed = sealText(sealer, metadata)
    await db.transaction((trx) => setMetadata(trx, { userId, id }, sealed))
  }

  async add(addition: Addition): Promise<boolean> {
    const order = this.#orderOf(addition)
    await this.#behind.written()
    return await this.#parts.db.transaction((trx) => addItems(trx, order))
  }

  append(addition: Addition): void {
    const order = this.#orderOf(addition)
    const characters = order.items.reduce((sum, item) => sum + item.characters, 0)
    this.#behind.add({ id: addition.id, characters }, async (trx) => {
      if (await addItems(trx, order)) return
      this.#parts.log.warn('a conversation has no room for more', { id: addition.id })
    })
  }

  async removeItem(userId: number, id: string, itemId: string): Promise<boolean> {
    await this.#behind.written()
    return await this.#parts.db.transaction((trx) => deleteItem(trx, { userId, id }, itemId))
  }

  async forget(userId: number, id: string): Promise<void> {
    await this.#behind.written()
    await this.#parts.db.transaction((trx) => deleteConversation(trx, { userId, id }))
  }

  async close(): Promise<void> {
    await this.#behind.written()
  }

  #orderOf({ items, ...place }: Addition): ItemsOrder {
    const { sealer, clock, mostCharacters = MOST_CHARACTERS } = this.#parts
    const created_at = clock.nowMs()
    const rows = items.map(({ id, text }) => ({
      id,
      item: sealText(sealer, text),
      characters: text.length,
      created_at,
    }))
    return { ...place, items: rows, mostCharacters }
  }
}
