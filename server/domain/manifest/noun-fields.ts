/** The fields of a noun as configuration files have them: what requests may set of it. */
import type { Field, Fields } from '../nouns/noun'
import { startOf } from '../nouns/noun-starts'
import {
  flag,
  integer,
  type ManifestField,
  type ManifestFields,
  names,
  number,
  object,
  text,
} from './fields'

/** `false` leaves a field out: it is written elsewhere. */
export type OwnFields = Readonly<Record<string, ManifestField | false>>

export function manifestFieldsOf(rows: Fields, own: OwnFields): ManifestFields {
  const derived = Object.entries(rows).flatMap(([name, row]) => {
    const isLeftOut = Object.hasOwn(own, name) || row.sets !== true || row.computed === true
    return isLeftOut ? [] : [[name, fieldOf(row)] as const]
  })
  const given = Object.entries(own).flatMap(([name, row]) =>
    row === false ? [] : [[name, row] as const],
  )
  return Object.fromEntries([...given, ...derived])
}

function fieldOf(row: Field): ManifestField {
  const starts = startOf(row)
  if (row.holds === 'object') return object()
  if (row.kind === 'flag') return flag(starts === true)
  if (row.kind === 'number') return number(Number(starts))
  if (row.kind !== 'text' && row.kind !== 'text_or_null') return integer(Number(starts))
  return row.column?.kind === 'list' ? names() : text(String(starts))
}
