/** Text measured in terminal cells: a Chinese character takes two. */
import { terminalText } from '../server/domain/text/visible-text'

const SEGMENTS = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Foreign text on one line, without control sequences that a terminal would obey. */
export function plain(text: string): string {
  return terminalText(text).replace(/[\n\t]+/g, ' ')
}

export function widthOf(text: string): number {
  return Bun.stringWidth(text)
}

export function graphemes(text: string): string[] {
  return Array.from(SEGMENTS.segment(text), ({ segment }) => segment)
}

/** Each character of it takes a cell. */
const ASCII = /^[\x20-\x7e]*$/

/** At most `width` cells; a cut is marked. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  if (ASCII.test(text)) return width < 1 ? '' : `${text.slice(0, width - 1)}…`
  let head = ''
  let used = 0
  for (const part of graphemes(text)) {
    const cells = widthOf(part)
    if (used + cells > width - 1) break
    head += part
    used += cells
  }
  return width < 1 ? '' : `${head}…`
}

/** Exactly `width` cells. */
export function fit(text: string, width: number, side: 'left' | 'right' = 'left'): string {
  const shown = cut(text, width)
  const blanks = ' '.repeat(Math.max(0, width - widthOf(shown)))
  return side === 'left' ? shown + blanks : blanks + shown
}

/** Lines of at most `width` cells; breaks between words where there are any. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(plain(line), Math.max(1, width)))
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(/(?<= )/)) {
    if (widthOf(current + word.trimEnd()) <= width) {
      current += word
      continue
    }
    if (current !== '') lines.push(current.trimEnd())
    current = ''
    for (const part of graphemes(word)) {
      if (widthOf(current + part) > width) {
        lines.push(current)
        current = ''
      }
      current += part
    }
  }
  return [...lines, current.trimEnd()]
}
