/** A noun as the API answers it and takes it. */
import { type TOptional, type TSchema, Type } from '@sinclair/typebox'
import type { Field, Fields, FilterName, SetName, Values } from './noun'

const SCHEMAS = {
  integer: Type.Integer(),
  number: Type.Number(),
  credits: Type.Integer(),
  moment: Type.Integer(),
  moment_or_never: Type.Integer(),
  text: Type.String(),
  flag: Type.Boolean(),
  null: Type.Null(),
  text_or_null: Type.Union([Type.Null(), Type.String()]),
} as const satisfies Readonly<Record<keyof Values, TSchema>>

type SchemaOf<Rows extends Fields, Name extends keyof Rows> = (typeof SCHEMAS)[Rows[Name]['kind']]

/** All fields, as answers have them. */
export function jsonOf<Rows extends Fields>(rows: Rows) {
  const schemas = Object.entries(rows).map(([name, { kind }]) => [name, SCHEMAS[kind]] as const)
  return Type.Object(
    Object.fromEntries(schemas) as { -readonly [Name in keyof Rows]: SchemaOf<Rows, Name> },
  )
}

/** An example of an answer, for the document of the API. */
export function exampleOf<Rows extends Fields>(rows: Rows) {
  const values = Object.entries(rows).map(([name, { example }]) => [name, example] as const)
  return Object.fromEntries(values) as {
    -readonly [Name in keyof Rows]: Values[Rows[Name]['kind']]
  }
}

/** What requests may set; all of it may be left out. */
export function settableOf<Rows extends Fields>(rows: Rows) {
  return optional<Rows, SetName<Rows>>(rows, ({ sets }) => sets === true)
}

/** What stood in changed fields when whoever changes them has read them. */
export function expectedOf<Rows extends Fields>(rows: Rows) {
  return Type.Object({ expected: Type.Optional(settableOf(rows)) })
}

/** What a query may narrow a list to. */
export function narrowedBy<Rows extends Fields>(rows: Rows) {
  return optional<Rows, FilterName<Rows>>(rows, ({ filters }) => filters === true)
}

function optional<Rows extends Fields, Name extends keyof Rows>(
  rows: Rows,
  is: (field: Field) => boolean,
) {
  const schemas = Object.entries(rows).flatMap(([name, row]) =>
    is(row) ? [[name, Type.Optional(SCHEMAS[row.kind])] as const] : [],
  )
  return Type.Object(
    Object.fromEntries(schemas) as { [Each in Name]: TOptional<SchemaOf<Rows, Each>> },
  )
}
