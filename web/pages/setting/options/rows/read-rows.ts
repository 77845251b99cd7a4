/** Rows from the text of a setting. */
import { repeatedKey } from '../../../../../server/domain/options/repeated-key'
import { type Column, namesOf, newRow, type Row, type RowTable, valuesOf } from './row-table'
import { writeRows } from './write-rows'

type Read = (table: RowTable, json: unknown) => readonly Row[]

/** A value that the cells of its column cannot hold. */
class Unshown extends Error {}

const READ: Readonly<Record<RowTable['shape'], Read>> = {
  map: (table, json) => {
    const [value] = valuesOf(table)
    const names = namesOf(table)
    return paths(json, names.length).map(({ path, leaf }) => {
      const named = names.map(({ id }, at) => [id, path[at] ?? ''] as const)
      const cells = Object.fromEntries(named)
      return newRow(value === undefined ? cells : { ...cells, [value.id]: cellFrom(value, leaf) })
    })
  },
  pairs: (table, json) => {
    if (!Array.isArray(json)) throw new Unshown()
    return json.flatMap((pair) => READ.map(table, pair))
  },
  lists: (table, json) => {
    const [name] = namesOf(table)
    return paths(json, 1).flatMap(({ path, leaf }) => {
      if (!Array.isArray(leaf)) throw new Unshown()
      return leaf.map((item) => rowOfObject(table, { [name?.id ?? '']: path[0] ?? '' }, item))
    })
  },
}

/** `undefined` for what is no JSON, has a name twice, or does not fit into the table. */
export function readRows(table: RowTable, source: string): readonly Row[] | undefined {
  try {
    const json: unknown = JSON.parse(source)
    if (repeatedKey(source) !== undefined) return undefined
    const rows = READ[table.shape](table, json)
    // Nothing that is stored may be lost because a table has no place for it.
    return sorted(JSON.parse(writeRows(table, rows))) === sorted(json) ? rows : undefined
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof Unshown) return undefined
    throw error
  }
}

function rowOfObject(table: RowTable, cells: Record<string, string>, item: unknown): Row {
  const rest = { ...entriesOf(item) }
  const shown = { ...cells }
  for (const column of valuesOf(table)) {
    if (rest[column.id] === undefined) continue
    shown[column.id] = cellFrom(column, rest[column.id])
    delete rest[column.id]
  }
  return newRow(shown, rest)
}

interface Leaf {
  readonly path: readonly string[]
  readonly leaf: unknown
}

function paths(json: unknown, depth: number): readonly Leaf[] {
  if (depth === 0) return [{ path: [], leaf: json }]
  return Object.entries(entriesOf(json)).flatMap(([name, inner]) =>
    paths(inner, depth - 1).map(({ path, leaf }) => ({ path: [name, ...path], leaf })),
  )
}

function entriesOf(json: unknown): Record<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new Unshown()
  return Object.fromEntries(Object.entries(json))
}

function cellFrom({ kind }: Column, value: unknown): string {
  if (kind === 'names') return linesFrom(value)
  if (kind === 'amounts') {
    return Object.entries(entriesOf(value))
      .map(([name, amount]) => `${name} = ${amount}`)
      .join('\n')
  }
  const isNumber = kind === 'number' || kind === 'integer'
  if (typeof value !== (isNumber ? 'number' : 'string')) throw new Unshown()
  return String(value)
}

function linesFrom(value: unknown): string {
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) throw new Unshown()
  return value.join('\n')
}

/** Text that is the same for the same JSON, in whatever order the fields of an object stand. */
function sorted(json: unknown): string {
  return JSON.stringify(json, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}
