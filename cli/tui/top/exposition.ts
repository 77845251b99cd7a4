/** The text format of Prometheus, read line by line. */

export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)(?: -?\d+)?$/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/gy
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', '\\': '\\', '"': '"' }

/** Throws a `SyntaxError` for what is none. */
export function readExposition(text: string): readonly Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(readLine)
}

function readLine(line: string): Sample {
  const [, name = '', labels = '', value = ''] = LINE.exec(line) ?? []
  const number = numberOf(value)
  if (name === '' || Number.isNaN(number)) throw new SyntaxError(line)
  return { name, labels: readLabels(labels, line), value: number }
}

function readLabels(text: string, line: string): Readonly<Record<string, string>> {
  const found = [...text.matchAll(LABEL)]
  const length = found.reduce((sum, [match]) => sum + match.length, 0)
  if (length !== text.length) throw new SyntaxError(line)
  return Object.fromEntries(
    found.map(([, name = '', value = '']) => [
      name,
      value.replace(/\\(.)/g, (match, sign: string) => ESCAPES[sign] ?? match),
    ]),
  )
}

function numberOf(text: string): number {
  if (text === '+Inf') return Number.POSITIVE_INFINITY
  if (text === '-Inf') return Number.NEGATIVE_INFINITY
  return text === '' ? Number.NaN : Number(text)
}
