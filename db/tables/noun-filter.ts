import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Fields, filterNamesOf } from '../../server/domain/nouns/noun'
import type { Filter } from '../../server/domain/nouns/noun-stored'

/** Conditions of a list that is narrowed to one value of some of a noun's fields. */
export function fieldsAre<Rows extends Fields>(
  rows: Rows,
  filter: Filter<Rows>,
): readonly RawBuilder<SqlBool>[] {
  return filterNamesOf(rows).flatMap((name) => {
    const wanted = filter[name]
    return wanted === undefined ? [] : [sql<SqlBool>`${sql.ref(name)} = ${wanted}`]
  })
}
