/** What a form says of the fields of a noun that have no control of their own in it. */
import { type Fields, type SetName, setNamesOf } from '../../../server/domain/nouns/noun'
import { startOf } from '../../../server/domain/nouns/noun-starts'
import type { Input } from '../../../server/domain/nouns/noun-stored'

export type OtherValues = Readonly<Record<string, string | boolean>>

/** Of a row as answers have it; `own` has controls. */
export function otherValues<Rows extends Fields>(
  rows: Rows,
  own: readonly SetName<Rows>[],
  row: Readonly<Record<string, unknown>> = {},
): OtherValues {
  const others = setNamesOf(rows).filter((name) => !own.includes(name))
  const values = others.map((name) => {
    const field = rows[name]
    const value = row[name] ?? (field && startOf(field))
    return [name, field?.kind === 'flag' ? value === true : String(value)] as const
  })
  return Object.fromEntries(values)
}

/** As requests say them. */
export function otherBody<Rows extends Fields>(rows: Rows, values: OtherValues): Input<Rows> {
  const body = Object.entries(values).map(([name, value]) => {
    const isText = rows[name]?.kind === 'text' || typeof value === 'boolean'
    return [name, isText ? value : Number(value)] as const
  })
  return Object.fromEntries(body) as Input<Rows>
}
