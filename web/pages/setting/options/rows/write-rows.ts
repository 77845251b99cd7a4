/** The text of a setting from its rows, laid out as the server stores it. */
import {
  type Column,
  cellOf,
  isBlank,
  namesOf,
  type Row,
  type RowTable,
  valuesOf,
} from './row-table'

/** Objects as lists of entries: a name that is there twice has to be found, not swallowed. */
type Node =
  | { readonly leaf: unknown }
  | { readonly entries: readonly (readonly [string, Node])[] }
  | { readonly items: readonly Node[] }

const WRITE: Readonly<Record<RowTable['shape'], (table: RowTable, rows: readonly Row[]) => Node>> =
  {
    map: (table, rows) => nested(table, rows, 0),
    pairs: (table, rows) => ({ items: rows.map((row) => nested(table, [row], 0)) }),
    lists: (table, rows) => {
      const [name] = namesOf(table)
      const groups = name === undefined ? [] : [...Map.groupBy(rows, (row) => nameIn(row, name))]
      return {
        entries: groups.map(([called, own]) => [
          called,
          { items: own.map((row) => ({ leaf: objectOf(table, row) })) },
        ]),
      }
    },
  }

/** Rows in which nothing is typed are not there yet. Wrong cells are written as they stand. */
export function writeRows(table: RowTable, rows: readonly Row[]): string {
  return printed(
    WRITE[table.shape](
      table,
      rows.filter((row) => !isBlank(row)),
    ),
    '',
  )
}

function nested(table: RowTable, rows: readonly Row[], depth: number): Node {
  const names = namesOf(table)
  const name = names[depth]
  const [value] = valuesOf(table)
  if (name === undefined || value === undefined) return { leaf: undefined }
  if (depth === names.length - 1) {
    const entries = rows.map((row) => [nameIn(row, name), { leaf: valueIn(row, value) }] as const)
    return { entries }
  }
  const groups = [...Map.groupBy(rows, (row) => nameIn(row, name))]
  return { entries: groups.map(([called, own]) => [called, nested(table, own, depth + 1)]) }
}

function nameIn(row: Row, column: Column): string {
  return cellOf(row, column).trim()
}

function objectOf(table: RowTable, row: Row): Record<string, unknown> {
  const filled = valuesOf(table).filter((column) => cellOf(row, column).trim() !== '')
  const shown = filled.map((column) => [column.id, valueIn(row, column)] as const)
  return { ...Object.fromEntries(shown), ...row.rest }
}

function valueIn(row: Row, column: Column): unknown {
  const cell = cellOf(row, column)
  if (column.kind === 'number' || column.kind === 'integer') return numberIn(cell)
  if (column.kind === 'names') return linesIn(cell)
  if (column.kind !== 'amounts') return cell.trim()
  return Object.fromEntries(
    linesIn(cell).map((line) => {
      const at = line.lastIndexOf('=')
      return at < 0 ? [line, null] : [line.slice(0, at).trim(), numberIn(line.slice(at + 1))]
    }),
  )
}

/** What is no number stays a text, which the setting then refuses. */
function numberIn(cell: string): number | string {
  const number = Number(cell)
  return cell.trim() !== '' && Number.isFinite(number) ? number : cell
}

export function linesIn(cell: string): readonly string[] {
  return cell
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function printed(node: Node, indent: string): string {
  if ('leaf' in node) {
    return (JSON.stringify(node.leaf, undefined, 2) ?? 'null').replaceAll('\n', `\n${indent}`)
  }
  const deeper = `${indent}  `
  const [open, close] = 'items' in node ? ['[', ']'] : ['{', '}']
  const parts =
    'items' in node
      ? node.items.map((item) => printed(item, deeper))
      : node.entries.map(([name, inner]) => `${JSON.stringify(name)}: ${printed(inner, deeper)}`)
  if (parts.length === 0) return `${open}${close}`
  return `${open}\n${deeper}${parts.join(`,\n${deeper}`)}\n${indent}${close}`
}
