/** Rows of a CSV file as objects by their header; quotes, doubled quotes and CRLF as RFC 4180. */

export type CsvRow = Readonly<Record<string, string>>

/** Header names are trimmed; a row that is shorter has blanks at its end. */
export function readCsv(text: string): readonly CsvRow[] {
  const [header = [], ...rows] = cellsOf(text.replace(/^\uFEFF/, ''))
  const names = header.map((name) => name.trim())
  return rows
    .filter((row) => row.some((cell) => cell.trim() !== ''))
    .map((row) => Object.fromEntries(names.map((name, at) => [name, (row[at] ?? '').trim()])))
}

function cellsOf(text: string): string[][] {
  const separator = separatorOf(text)
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const end = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (letter === '"') isQuoted = true
    else if (letter === separator) end()
    else if (letter === '\n') {
      end()
      rows.push([])
    } else if (letter !== '\r') cell += letter
  }
  end()
  return rows
}

/** Some spreadsheets write semicolons, and some exports tabs. */
function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1)
  const counted = [',', ';', '\t'].map((letter) => [letter, first.split(letter).length] as const)
  return counted.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ','
}
