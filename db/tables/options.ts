import type { Kysely } from 'kysely'
import type { Schema } from '../schema'

export interface StoredOption {
  readonly key: string
  /** As written; sealed for secret options. */
  readonly value: string
}

export async function allOptions(reader: Kysely<Schema>): Promise<StoredOption[]> {
  return await reader.selectFrom('options').selectAll().orderBy('key').execute()
}

export async function findOption(
  reader: Kysely<Schema>,
  key: string,
): Promise<StoredOption | undefined> {
  return await reader.selectFrom('options').selectAll().where('key', '=', key).executeTakeFirst()
}

export async function writeOption(trx: Kysely<Schema>, option: StoredOption): Promise<void> {
  await trx
    .insertInto('options')
    .values(option)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: option.value }))
    .execute()
}

/** Back to the built-in default: only changed options have rows. */
export async function removeOption(trx: Kysely<Schema>, key: string): Promise<void> {
  await trx.deleteFrom('options').where('key', '=', key).execute()
}
