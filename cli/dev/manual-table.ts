/** A table of the manual, as Markdown. */
export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Printed below it, a line each. */
  readonly notes: readonly string[]
}

export function tableText({ head, rows, notes }: Table): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`.replaceAll(
      /\| {2}(?=\|)/g,
      '| ',
    )
  const lines = [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)]
  return [...lines, ...(notes.length === 0 ? [] : ['', ...notes])].join('\n')
}
