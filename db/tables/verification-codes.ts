/** Codes and links that prove something once. Texts are never stored, only their hashes. */
import type { Kysely, Selectable } from 'kysely'
import type { Schema, VerificationCodesTable } from '../schema'

export type CodeRow = Selectable<VerificationCodesTable>

export interface NewCode {
  readonly purpose: string
  /** Address, account or one-time value that the code belongs to. */
  readonly subject: string
  readonly userId?: number | undefined
  readonly hash: string
  readonly nowMs: number
  readonly expiresAt: number
}

export interface CodeOwner {
  readonly purpose: string
  readonly subject: string
}

export async function insertCode(trx: Kysely<Schema>, code: NewCode): Promise<void> {
  await trx
    .insertInto('verification_codes')
    .values({
      purpose: code.purpose,
      subject: code.subject,
      user_id: code.userId ?? null,
      code_hash: code.hash,
      attempts: 0,
      created_at: code.nowMs,
      expires_at: code.expiresAt,
      used_at: null,
    })
    .execute()
}

/** The newest code of an owner, used and expired ones too: an older one never counts. */
export async function newestCode(
  reader: Kysely<Schema>,
  { purpose, subject }: CodeOwner,
): Promise<CodeRow | undefined> {
  return await reader
    .selectFrom('verification_codes')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Times of the codes made since `sinceMs`, newest first. */
export async function codeTimesSince(
  reader: Kysely<Schema>,
  { purpose, subject }: CodeOwner,
  sinceMs: number,
): Promise<number[]> {
  const rows = await reader
    .selectFrom('verification_codes')
    .select('created_at')
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('created_at', '>', sinceMs)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ created_at }) => created_at)
}

/** Takes one of the tries of a code; false when none is left. */
export async function takeAttempt(
  trx: Kysely<Schema>,
  id: number,
  maxAttempts: number,
): Promise<boolean> {
  const row = await trx
    .updateTable('verification_codes')
    .set((e) => ({ attempts: e('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('attempts', '<', maxAttempts)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Uses a code up. Of parallel callers one gets true. */
export async function consumeCode(
  trx: Kysely<Schema>,
  id: number,
  nowMs: number,
): Promise<boolean> {
  const row = await trx
    .updateTable('verification_codes')
    .set({ used_at: nowMs })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns how many went; `untilMs` is a time of expiry. */
export async function removeCodesExpiredBy(trx: Kysely<Schema>, untilMs: number): Promise<number> {
  const rows = await trx
    .deleteFrom('verification_codes')
    .where('expires_at', '<=', untilMs)
    .returning('id')
    .execute()
  return rows.length
}
