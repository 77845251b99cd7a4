/** How many tokens models read and answer at most, as sources of prices have reported it. */
import type { Insertable, Kysely } from 'kysely'
import type { ModelLengths } from '../../server/domain/models/model-lengths'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { ModelLengthsTable } from '../schema/prices'

/** Bound by how many values SQLite takes in a statement. */
const AT_ONCE = 1_000

/** By model; what nobody has reported is absent. */
export async function fetchedModelLengths(
  reader: Lists | Kysely<Schema>,
): Promise<ReadonlyMap<string, ModelLengths>> {
  const rows = await reader.selectFrom('model_lengths').selectAll().execute()
  return new Map(
    rows.map(({ model, context_tokens: context, output_tokens: output }) => [
      model,
      { ...(context > 0 && { context }), ...(output > 0 && { output }) },
    ]),
  )
}

export async function putModelLengths(
  trx: Kysely<Schema>,
  rows: readonly Insertable<ModelLengthsTable>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await trx
      .insertInto('model_lengths')
      .values(rows.slice(from, from + AT_ONCE))
      .onConflict((conflict) =>
        conflict.column('model').doUpdateSet((eb) => ({
          source: eb.ref('excluded.source'),
          context_tokens: eb.ref('excluded.context_tokens'),
          output_tokens: eb.ref('excluded.output_tokens'),
          fetched_at: eb.ref('excluded.fetched_at'),
        })),
      )
      .execute()
  }
}
