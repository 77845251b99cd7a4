/**
 * Tables of the manual in a terminal: in columns where these fit, with wrapped cells; a table
 * with too many columns is a block of lines for each row.
 */
import type { Tokens } from 'marked'
import { padded } from '../output/output'
import { styled } from '../output/style'
import { inlineText, type Looks } from './inline'

const GAP = 2
/** A wrapped column is at least so wide. */
const LEAST_COLUMN = 10

type Row = readonly string[]

export function tableLines(table: Tokens.Table, looks: Looks): readonly string[] {
  const head = table.header.map(({ tokens }) => inlineText(tokens, looks))
  const rows = table.rows.map((row) => row.map(({ tokens }) => inlineText(tokens, looks)))
  const widths = columnWidths([head, ...rows], looks.width)
  if (widths === undefined) {
    return rows.flatMap((row) => blockLines(head, row, looks)).slice(0, -1)
  }
  const bold = head.map((cell) => styled(cell, 'bold', looks))
  const rule = widths.map((width) => styled('─'.repeat(width), 'dim', looks))
  return [bold, rule, ...rows].flatMap((row) => columnLines(row, widths))
}

/** Columns as wide as their cells; the widest ones give way. `undefined` where there is no room. */
function columnWidths(rows: readonly Row[], width: number): readonly number[] | undefined {
  const natural = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => Bun.stringWidth(row[at] ?? ''))),
  )
  const room = width - GAP * (natural.length - 1)
  const sum = (widths: readonly number[]) => widths.reduce((total, one) => total + one, 0)
  if (sum(natural) <= room) return natural
  // Narrow columns stay as they are; the others share the remaining width.
  let wide = natural.map((_, at) => at)
  for (;;) {
    const narrow = sum(natural.filter((_, at) => !wide.includes(at)))
    const share = Math.floor((room - narrow) / wide.length)
    const still = wide.filter((at) => (natural[at] ?? 0) > share)
    if (still.length === wide.length || still.length === 0) {
      if (share < LEAST_COLUMN) return undefined
      return natural.map((own, at) => (wide.includes(at) ? share : own))
    }
    wide = still
  }
}

function columnLines(row: Row, widths: readonly number[]): readonly string[] {
  const cells = row.map((cell, at) =>
    Bun.wrapAnsi(cell, widths[at] ?? 0, { hard: true }).split('\n'),
  )
  const height = Math.max(...cells.map(({ length }) => length))
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((cell, at) => padded(cell[line] ?? '', widths[at] ?? 0, false))
      .join(' '.repeat(GAP))
      .trimEnd(),
  )
}

/** A sign, with a footnote perhaps: columns with the same one are listed together. */
const SIGN = /^[✓⇄–](?:\[\d+\])?$/

function blockLines(head: Row, row: Row, looks: Looks): readonly string[] {
  const [title = '', ...cells] = row
  const signs = new Map<string, string[]>()
  const facts: string[] = []
  for (const [at, cell] of cells.entries()) {
    const name = head[at + 1] ?? ''
    if (cell === '') continue
    if (SIGN.test(cell)) signs.set(cell, [...(signs.get(cell) ?? []), name])
    else facts.push(`${name}: ${cell}`)
  }
  const lists = [...signs].map(([sign, names]) => `${sign} ${names.join(', ')}`)
  const lines = [...facts, ...lists].flatMap((fact) =>
    Bun.wrapAnsi(fact, looks.width - GAP * 2)
      .split('\n')
      .map((line, at) => `${' '.repeat(at === 0 ? GAP : GAP * 2)}${line}`),
  )
  return [styled(title, 'bold', looks), ...lines, '']
}
