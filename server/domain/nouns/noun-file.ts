/** A noun as `gw export` writes its rows and `gw import` reads them. */
import { type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import { LAST_SECOND, MAX_CREDITS } from '../bounds'
import type { Field, Fields, Values } from './noun'
import { columnValue, type Stored, type StoredName, startOf } from './noun-starts'

/** Beyond these bounds a number of the file would not be stored as it is written. */
const EXACT = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const

const SCHEMAS: Readonly<Record<keyof Values, (start: object) => TSchema>> = {
  integer: (start) => Type.Integer({ ...start, ...EXACT }),
  number: (start) => Type.Number(start),
  credits: (start) => Type.Integer({ ...start, minimum: -MAX_CREDITS, maximum: MAX_CREDITS }),
  moment: (start) => Type.Integer({ ...start, minimum: 0, maximum: LAST_SECOND }),
  moment_or_never: (start) => Type.Integer({ ...start, minimum: -1, maximum: LAST_SECOND }),
  text: (start) => Type.String(start),
  flag: (start) => Type.Union([Type.Literal(0), Type.Literal(1)], start),
  null: () => Type.Null(),
  text_or_null: (start) => Type.Union([Type.Null(), Type.String()], start),
}

const schemaOf = (row: Field) => SCHEMAS[row.kind]({ default: columnValue(startOf(row)) })

type FileColumns<Rows extends Fields> = {
  readonly [Name in StoredName<Rows>]: TUnsafe<Stored<Rows>[Name]>
}

/** Every stored column; what a file leaves out is as new rows start. */
export function fileColumnsOf<Rows extends Fields>(rows: Rows): FileColumns<Rows> {
  const schemas = Object.entries(rows).flatMap(([name, row]) =>
    row.computed === true ? [] : [[name, schemaOf(row)] as const],
  )
  return Object.fromEntries(schemas) as FileColumns<Rows>
}
