/** Lays a document out on pages of A4. Lengths are points, of which an inch has 72. */
import PDFDocument from 'pdfkit'
import type { PrintedDocument } from '../domain/invoices/printed'
import { type Pen, penFor } from './pen'

const MARGIN = 56
const PAGE = { width: 595.28, height: 841.89 }
const INNER = PAGE.width - 2 * MARGIN
const BOTTOM = PAGE.height - MARGIN - 16
const TEXT = 9.5
const SMALL = 8
const TITLE = 20
const LINE = 14
const GAP = 8
const INK = '#1f2328'
const MUTED = '#59636e'
const RULE = '#d1d9e0'

type Doc = PDFKit.PDFDocument

interface Sheet {
  readonly doc: Doc
  readonly pen: Pen
  /** Where the next line begins. */
  y: number
}

export async function renderPdf(printed: PrintedDocument): Promise<Uint8Array<ArrayBuffer>> {
  const doc = new PDFDocument({
    ...{ size: 'A4', margin: 0, autoFirstPage: false, bufferPages: true },
    // The usual font of the library is a file that the compiled program does not have.
    font: '',
    info: { Title: printed.title, CreationDate: new Date(printed.at * 1000) },
  })
  const chunks: Buffer[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  doc.on('end', resolve)
  doc.on('error', reject)
  const pen = await penFor(doc, `${JSON.stringify(printed)} 0123456789/`)
  const sheet = { doc, pen, y: 0 }
  turn(sheet)
  heading(sheet, printed)
  parties(sheet, printed)
  table(sheet, printed)
  sums(sheet, printed)
  notes(sheet, printed)
  numberPages(sheet)
  doc.end()
  await promise
  return Buffer.concat(chunks)
}

function turn(sheet: Sheet): void {
  sheet.doc.addPage()
  sheet.y = MARGIN
}

/** A new page where so much would not fit on this one. */
function keep(sheet: Sheet, height: number): void {
  if (sheet.y + height > BOTTOM) turn(sheet)
}

function heading(sheet: Sheet, { title, facts }: PrintedDocument): void {
  const { doc, pen } = sheet
  doc.fillColor(INK)
  pen.write(title, { x: MARGIN, y: sheet.y, size: TITLE })
  sheet.y += TITLE + 2 * GAP
  const widest = Math.max(...facts.map(([label]) => pen.width(label, TEXT)))
  for (const [label, value] of facts) {
    doc.fillColor(MUTED)
    pen.write(label, { x: MARGIN, y: sheet.y, size: TEXT })
    doc.fillColor(INK)
    const x = MARGIN + widest + 2 * GAP
    for (const line of pen.lines(value, { size: TEXT, width: INNER - widest - 2 * GAP })) {
      pen.write(line, { x, y: sheet.y, size: TEXT })
      sheet.y += LINE
    }
  }
  sheet.y += GAP
}

function parties(sheet: Sheet, { parties: all }: PrintedDocument): void {
  const { doc, pen, y: top } = sheet
  const width = INNER / Math.max(all.length, 1)
  const ends = all.map(({ title, lines }, index) => {
    const x = MARGIN + index * width
    let y = top
    doc.fillColor(MUTED)
    pen.write(title, { x, y, size: SMALL })
    y += LINE
    doc.fillColor(INK)
    for (const line of lines.flatMap((text) =>
      pen.lines(text, { size: TEXT, width: width - GAP }),
    )) {
      pen.write(line, { x, y, size: TEXT })
      y += LINE
    }
    return y
  })
  sheet.y = Math.max(top, ...ends) + 2 * GAP
}

interface Box {
  readonly title: string
  readonly isNumber: boolean
  readonly x: number
  readonly width: number
}

function boxesOf({ columns }: PrintedDocument): readonly Box[] {
  const all = columns.reduce((sum, { share }) => sum + share, 0)
  let x = MARGIN
  return columns.map(({ title, isNumber, share }) => {
    const width = (INNER * share) / all
    const box = { title, isNumber, x, width: width - GAP / 2 }
    x += width
    return box
  })
}

function table(sheet: Sheet, printed: PrintedDocument): void {
  const boxes = boxesOf(printed)
  const head = () => {
    sheet.doc.fillColor(MUTED)
    row(sheet, boxes, { cells: boxes.map(({ title }) => title), size: SMALL })
    sheet.doc.fillColor(INK)
  }
  keep(sheet, 3 * LINE)
  head()
  for (const cells of printed.rows) {
    const page = sheet.doc.bufferedPageRange().count
    keep(sheet, heightOf(sheet, boxes, cells))
    if (sheet.doc.bufferedPageRange().count > page) head()
    row(sheet, boxes, { cells, size: TEXT })
  }
}

/** The texts of a row's cells, in lines. */
function brokenCells(pen: Pen, boxes: readonly Box[], { cells, size }: RowText) {
  return boxes.map(({ width }, index) => pen.lines(cells[index] ?? '', { size, width }))
}

function heightOf({ pen }: Sheet, boxes: readonly Box[], cells: readonly string[]): number {
  return (
    Math.max(...brokenCells(pen, boxes, { cells, size: TEXT }).map(({ length }) => length)) * LINE +
    GAP
  )
}

interface RowText {
  readonly cells: readonly string[]
  readonly size: number
}

function row(sheet: Sheet, boxes: readonly Box[], { cells, size }: RowText): void {
  const { doc, pen, y: top } = sheet
  const broken = brokenCells(pen, boxes, { cells, size })
  for (const [index, { x, width, isNumber }] of boxes.entries()) {
    for (const [place, line] of (broken[index] ?? []).entries()) {
      const at = { x, y: top + place * LINE, size }
      pen.write(line, isNumber ? { ...at, rightIn: width } : at)
    }
  }
  sheet.y = top + Math.max(...broken.map(({ length }) => length)) * LINE
  rule(doc, sheet.y + 2)
  sheet.y += GAP
}

function rule(doc: Doc, y: number): void {
  doc
    .moveTo(MARGIN, y)
    .lineTo(PAGE.width - MARGIN, y)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke()
}

function sums(sheet: Sheet, { sums: all }: PrintedDocument): void {
  const { doc, pen } = sheet
  const width = INNER - GAP / 2
  keep(sheet, all.length * LINE + 2 * GAP)
  for (const [index, { label, value }] of all.entries()) {
    const isLast = index === all.length - 1
    const size = isLast ? TEXT + 2 : TEXT
    doc.fillColor(isLast ? INK : MUTED)
    pen.write(label, { x: MARGIN, y: sheet.y, size, rightIn: width * 0.72 })
    pen.write(value, { x: MARGIN, y: sheet.y, size, rightIn: width })
    sheet.y += LINE + (isLast ? 4 : 0)
  }
  sheet.y += GAP
}

function notes(sheet: Sheet, { notes: all, proof }: PrintedDocument): void {
  const { doc, pen } = sheet
  const said = [...all, ...(proof === undefined ? [] : [proof.text])]
  doc.fillColor(MUTED)
  for (const line of said.flatMap((text) => pen.lines(text, { size: SMALL, width: INNER }))) {
    keep(sheet, LINE)
    pen.write(line, { x: MARGIN, y: sheet.y, size: SMALL })
    sheet.y += LINE
  }
  if (proof === undefined) return
  for (const line of pen.lines(proof.url, { size: SMALL, width: INNER })) {
    keep(sheet, LINE)
    pen.write(line, { x: MARGIN, y: sheet.y, size: SMALL })
    doc.link(MARGIN, sheet.y, pen.width(line, SMALL), LINE, proof.url)
    sheet.y += LINE
  }
}

function numberPages({ doc, pen }: Sheet): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; count > 1 && page < count; page += 1) {
    doc.switchToPage(page)
    doc.fillColor(MUTED)
    const at = { x: MARGIN, y: PAGE.height - MARGIN, size: SMALL, rightIn: INNER }
    pen.write(`${page + 1} / ${count}`, at)
  }
}
