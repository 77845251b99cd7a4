/** Writes text in several fonts onto a page, and knows how wide it is. */
import { FONTS, type FontRow, unpackedFont } from './fonts'

type Doc = PDFKit.PDFDocument

export interface Pen {
  readonly width: (text: string, size: number) => number
  /** Broken where a line is full: between words, and between Chinese characters. */
  readonly lines: (text: string, box: { readonly size: number; readonly width: number }) => string[]
  readonly write: (text: string, at: Place) => void
}

interface Place {
  readonly x: number
  readonly y: number
  readonly size: number
  /** Of the box at whose right end it stands; at its left end without it. */
  readonly rightIn?: number
}

/** Loads the fonts that these texts need. */
export async function penFor(doc: Doc, texts: string): Promise<Pen> {
  const needed = FONTS.filter(({ has }) => has.test(texts))
  for (const { name, file } of needed) doc.registerFont(name, await unpackedFont(file))
  const usual = needed.at(-1)?.name ?? ''
  const runsOf = (text: string) => runs(text, needed, usual)
  const width = (text: string, size: number): number =>
    runsOf(text).reduce(
      (sum, { font, part }) => sum + doc.font(font).fontSize(size).widthOfString(part),
      0,
    )
  const lines: Pen['lines'] = (text, box) =>
    brokenLines(text, (line) => width(line, box.size) <= box.width)
  const write: Pen['write'] = (text, { x, y, size, rightIn }) => {
    let at = rightIn === undefined ? x : x + rightIn - width(text, size)
    for (const { font, part } of runsOf(text)) {
      doc.font(font).fontSize(size).text(part, at, y, { lineBreak: false })
      at += doc.widthOfString(part)
    }
  }
  return { width, lines, write }
}

interface Run {
  readonly font: string
  readonly part: string
}

function runs(text: string, fonts: readonly FontRow[], usual: string): readonly Run[] {
  const found: { font: string; part: string }[] = []
  for (const char of text.replace(/\p{C}/gu, '')) {
    const font = fonts.find(({ has }) => has.test(char))?.name ?? usual
    const last = found.at(-1)
    if (last?.font === font) last.part += char
    else found.push({ font, part: char })
  }
  return found
}

const PIECES =
  /\s+|[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+/gu

function brokenLines(text: string, fits: (line: string) => boolean): string[] {
  const lines = ['']
  // A word that is longer than a line is broken anywhere.
  const pieces = (text.match(PIECES) ?? []).flatMap((piece) => (fits(piece) ? [piece] : [...piece]))
  for (const piece of pieces) {
    const last = lines.at(-1) ?? ''
    if (last === '' || fits(last + piece)) lines[lines.length - 1] = last + piece
    else lines.push(piece.trimStart())
  }
  return lines
}
