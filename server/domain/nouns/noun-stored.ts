/** A noun as its table keeps it, and what requests make of a row. */
import { isCredits, LAST_SECOND, MAX_CREDITS } from '../bounds'
import { GatewayError } from '../errors/gateway-error'
import { visibleLine } from '../text/visible-text'
import {
  type Fields,
  type FilterName,
  filterNamesOf,
  type NamesWith,
  type SetName,
  setNamesOf,
  type Values,
} from './noun'
import { columnValue, type Stored, type StoredName, startOf } from './noun-starts'

type Kind = keyof Values

type FlagName<Rows extends Fields> = NamesWith<Rows, { readonly kind: 'flag' }>

/** What a list may be narrowed to. */
export type Filter<Rows extends Fields> = {
  readonly [Name in FilterName<Rows>]?: Values[Rows[Name]['kind']] | undefined
}

/** What a request may say of a row. */
export type Input<Rows extends Fields> = {
  readonly [Name in SetName<Rows>]?: Values[Rows[Name]['kind']] | undefined
}

/** What a request changes of a row, and what stood there when whoever sends it has read the row. */
export type Edit<Rows extends Fields> = Input<Rows> & {
  /** Of fields that are changed: anything else by now refuses the change. */
  readonly expected?: Input<Rows> | undefined
}

/** Settable columns, checked. */
export type SetColumns<Rows extends Fields> = Pick<Stored<Rows>, SetName<Rows> & StoredName<Rows>>

/** Rules that one kind of field does not have: they return what is stored, or throw. */
export type Checks<Rows extends Fields> = {
  readonly [Name in SetName<Rows>]?: (
    given: Values[Rows[Name]['kind']],
    nowSeconds: number,
  ) => Values[Rows[Name]['kind']]
}

/** Characters of a text without a rule of its own. */
const MOST_CHARACTERS = 10_000

type Rule = (name: string, given: unknown) => unknown

const integer = (least: number, most: number): Rule => {
  return (field, given) => {
    const isWithin = Number.isSafeInteger(given) && Number(given) >= least && Number(given) <= most
    if (isWithin) return given
    throw new GatewayError('value.out_of_range', { field, min: least, max: most })
  }
}

/** What every field of a kind has to be. */
const RULES: Readonly<Partial<Record<Kind, Rule>>> = {
  integer: integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  credits: (field, given) => {
    if (isCredits(Number(given))) return given
    throw new GatewayError('value.out_of_range', { field, min: 0, max: MAX_CREDITS })
  },
  moment: integer(0, LAST_SECOND),
  moment_or_never: integer(-1, LAST_SECOND),
  text: (field, given) => {
    const text = String(given).trim()
    if (text.length <= MOST_CHARACTERS) return visibleLine(field, text)
    throw new GatewayError('value.too_long', { field, max: MOST_CHARACTERS })
  },
}

interface Rules<Rows extends Fields> {
  readonly checks: Checks<Rows>
  readonly nowSeconds: number
}

interface Change<Rows extends Fields> {
  readonly before: SetColumns<Rows>
  readonly input: Edit<Rows>
}

function checker(rows: Fields, { checks, nowSeconds }: Rules<Fields>): Rule {
  return (name, given) => {
    const own: unknown = Reflect.get(checks, name)
    if (typeof own === 'function') return columnValue(own(given, nowSeconds))
    const rule = rows[name] && RULES[rows[name].kind]
    return columnValue(rule ? rule(name, given) : given)
  }
}

/** The columns that the rows speak of, of a row that may have others. */
export function storedOf<Rows extends Fields>(rows: Rows, row: Stored<Rows>): Stored<Rows> {
  const own = Object.entries(row).filter(([name]) => rows[name] && rows[name].computed !== true)
  return Object.fromEntries(own) as Stored<Rows>
}

/** Those columns of a row that requests may set. */
export function setColumnsOf<Rows extends Fields>(
  rows: Rows,
  row: SetColumns<Rows>,
): SetColumns<Rows> {
  const own = Object.entries(row).filter(([name]) => rows[name]?.sets === true)
  return Object.fromEntries(own) as SetColumns<Rows>
}

/** The settable columns of a new row: what is not said is as it starts. Throws as checks do. */
export function newColumns<Rows extends Fields>(
  rows: Rows,
  input: Input<Rows>,
  rules: Rules<Rows>,
): SetColumns<Rows> {
  const said = new Map<string, unknown>(Object.entries(input))
  const checked = checker(rows, rules)
  const columns = Object.entries(rows).flatMap(([name, row]) => {
    if (row.sets !== true || row.computed === true) return []
    return [[name, checked(name, said.get(name) ?? startOf(row))] as const]
  })
  return Object.fromEntries(columns) as SetColumns<Rows>
}

/**
 * The settable columns that a request changes. What it sends back as it was given may be older
 * than today's rules, and is let through.
 */
export function changedColumns<Rows extends Fields>(
  rows: Rows,
  { before, input }: Change<Rows>,
  rules: Rules<Rows>,
): Partial<SetColumns<Rows>> {
  const stored = new Map<string, unknown>(Object.entries(before))
  const said = new Map<string, unknown>(Object.entries(input))
  const seen = new Map<string, unknown>(Object.entries(input.expected ?? {}))
  const checked = checker(rows, rules)
  const changes = setNamesOf(rows).flatMap((name) => {
    const given = said.get(name)
    if (rows[name]?.computed === true) return []
    const value = stored.get(name)
    if (given === undefined || columnValue(given) === value) return []
    refuseConflict(name, seen.get(name), value)
    return [[name, checked(name, given)] as const]
  })
  return Object.fromEntries(changes) as Partial<SetColumns<Rows>>
}

/** Longer values are shown by how they begin. */
const MOST_TOLD = 120

/** Two people who edit one row never undo each other. Throws `value.invalid` with what is there. */
export function refuseConflict(field: string, seen: unknown, value: unknown): void {
  if (seen === undefined || columnValue(seen) === value) return
  const reason = 'reason.changed_meanwhile'
  const text = String(value)
  const shown = text.length > MOST_TOLD ? `${text.slice(0, MOST_TOLD)}…` : text
  throw new GatewayError('value.invalid', { field, reason, value: shown })
}

/** What a query narrows to: as in every list of admins, 0 and "" narrow nothing. */
export function filterOf<Rows extends Fields>(rows: Rows, query: Filter<Rows>): Filter<Rows> {
  const narrowed = filterNamesOf(rows).map((name) => [name, query[name] || undefined] as const)
  return Object.fromEntries(narrowed) as Filter<Rows>
}

/** A row with its flags as answers have them. */
export function wireFlags<Rows extends Fields, Row extends object>(
  rows: Rows,
  row: Row,
): Omit<Row, FlagName<Rows>> & Record<FlagName<Rows>, boolean> {
  const values = Object.entries(row).map(([name, value]) => {
    return [name, rows[name]?.kind === 'flag' ? value === 1 : value] as const
  })
  return Object.fromEntries(values) as Omit<Row, FlagName<Rows>> & Record<FlagName<Rows>, boolean>
}
