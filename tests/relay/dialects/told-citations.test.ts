/** Where pieces of text stand, in characters and in bytes, whenever their citations come. */
import { describe, expect, test } from 'bun:test'
import {
  CitationCollector,
  type CollectedCitation,
} from '../../../server/relay/formats/dialects/citation-collector'
import { SaidText } from '../../../server/relay/formats/dialects/said-text'

/** Of one, two, three and four bytes. */
const WORDS = ['a', 'ü', '鵝', '🐧'] as const
const ZOO = { id: 'zoo', url: 'https://zoo.example', title: undefined, quote: '' }
const BOOK = { id: 'book', url: undefined, title: 'Book', quote: '' }

function told(range: readonly [number, number], text?: string): CollectedCitation {
  return { by: 'characters', range, text, sources: [ZOO] }
}

describe('text that is said', () => {
  test('has each piece at the same place by characters and by bytes', () => {
    const said = new SaidText()
    said.keep()
    said.begin('all')
    const pieces = Array.from({ length: 4_000 }, (_, at) => `${WORDS[at % 4]}${at} `)
    for (const piece of pieces) said.add(piece)
    let [start, startByte] = [0, 0]
    for (const text of pieces) {
      const span = {
        ...{ start, startByte },
        ...{ end: start + [...text].length, endByte: startByte + Buffer.byteLength(text) },
      }
      expect(said.at('characters', [span.start, span.end], 'all')).toEqual({ text, span })
      expect(said.at('bytes', [span.startByte, span.endByte], 'all')).toEqual({ text, span })
      ;[start, startByte] = [span.end, span.endByte]
    }
    expect(said.text()).toBe(pieces.join(''))
  })

  test('has nothing inside a character, behind its end, or from an end to a begin', () => {
    const said = new SaidText()
    said.begin('all')
    said.add('a🐧b')
    for (const [by, start, end] of [
      ['bytes', 1, 3],
      ['bytes', 2, 5],
      ['bytes', 0, 7],
      ['characters', 0, 4],
      ['characters', 2, 2],
      ['characters', 2, 1],
    ] as const) {
      expect(said.at(by, [start, end], 'all')).toBeUndefined()
    }
    expect(said.at('characters', [0, 1], 'another')).toBeUndefined()
  })

  test('counts from the begin of a block', () => {
    const said = new SaidText()
    said.add('🐧🐧')
    said.begin(1)
    said.add('tall')
    const span = { start: 2, end: 6, startByte: 8, endByte: 12 }
    expect(said.at('bytes', [0, 4], 1)).toEqual({ text: 'tall', span })
    expect(said.since(1)).toEqual({ text: 'tall', span })
  })

  test('is kept to a limit, behind which nothing has a place', () => {
    const said = new SaidText()
    said.begin('all')
    for (let at = 0; at < 1_000; at += 1) said.add('🐧'.repeat(10))
    said.begin('late')
    expect(said.text().length).toBeLessThan(12 * 1024)
    expect(said.at('bytes', [0, 4], 'all')?.text).toBe('🐧')
    expect(said.at('bytes', [0, 4], 'late')).toBeUndefined()
    expect(said.whole().span).toBeUndefined()
  })
})

describe('a citation', () => {
  test('waits for its text, and is passed on once', () => {
    const citations = new CitationCollector()
    citations.note({ citations: [told([0, 4])], sources: [] })
    expect(citations.placed()).toEqual([])
    citations.said.add('tall birds')
    citations.note({ citations: [told([0, 4])], sources: [] })
    expect(citations.placed()).toMatchObject([{ text: 'tall', span: { end: 4 } }])
    citations.note({ citations: [told([0, 4])], sources: [] })
    expect(citations.rest()).toEqual([])
  })

  test('whose text stands elsewhere has no place', () => {
    const citations = new CitationCollector()
    citations.said.add('tall birds')
    citations.note({ citations: [told([0, 4], 'bird')], sources: [] })
    expect(citations.rest()).toEqual([{ text: 'bird', span: undefined, sources: [ZOO] }])
  })

  test('of a source that no place names is of all text', () => {
    const citations = new CitationCollector()
    citations.said.add('tall birds')
    citations.note({ citations: [told([0, 4])], sources: [ZOO, BOOK] })
    expect(citations.rest()).toMatchObject([
      { text: 'tall', sources: [ZOO] },
      { text: 'tall birds', sources: [BOOK] },
    ])
  })
})
