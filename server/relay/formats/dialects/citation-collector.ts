import type { Citation, CitedSource } from '../../wire/chat'
import { type Piece, SaidText } from './said-text'

/** Of one choice; no answer has so many. */
const MAX_CITATIONS = 1_000
const MAX_SOURCES = 100

/** A citation as its vendor reports it, before it is known whether its text stands there. */
export interface CollectedCitation {
  readonly by: 'characters' | 'bytes'
  /** In the block. */
  readonly range: readonly [start: number, end: number]
  /** Blocks that it may be counted from, the likeliest first; that of all text when absent. */
  readonly blocks?: readonly (number | string)[]
  /** What must stand there, where the vendor repeats it. */
  readonly text?: string | undefined
  readonly sources: readonly CitedSource[]
}

/** What a vendor reports of sources in one frame, or in a whole answer. */
export interface CollectedSources {
  readonly citations: readonly CollectedCitation[]
  /** Those that no citation names are sources of all that was said. */
  readonly sources: readonly CitedSource[]
}

/** The block of all text. */
export const WHOLE_TEXT = 'whole'
const NONE: readonly Citation[] = []

/**
 * The citations of one choice. Vendors tell them before their text or behind it, and some again in
 * every frame: each is passed on once, when its text is there, or at the end.
 */
export class CitationCollector {
  readonly said = new SaidText()
  readonly #known = new Set<string>()
  /** By name: the sources that have been passed on, and those that have not. */
  readonly #passed = new Set<string>()
  readonly #unplaced = new Map<string, CitedSource>()
  #waiting: CollectedCitation[] = []

  constructor() {
    this.said.begin(WHOLE_TEXT)
  }

  note({ citations, sources }: CollectedSources): void {
    if (citations.length + sources.length > 0) this.said.keep()
    for (const citation of citations) {
      const key = JSON.stringify(citation)
      if (this.#known.has(key) || this.#known.size >= MAX_CITATIONS) continue
      this.#known.add(key)
      this.#waiting.push(citation)
    }
    for (const source of sources) {
      if (this.#unplaced.size < MAX_SOURCES) this.#unplaced.set(nameOf(source), source)
    }
  }

  /** Those whose text is there. */
  placed(): readonly Citation[] {
    if (this.#waiting.length === 0) return NONE
    const placed: Citation[] = []
    const waiting: CollectedCitation[] = []
    for (const citation of this.#waiting) {
      const piece = this.#pieceOf(citation)
      if (piece === undefined) waiting.push(citation)
      else placed.push(this.#pass(piece, citation.sources))
    }
    this.#waiting = waiting
    return placed
  }

  /** All that are left, when the text is whole. */
  rest(): readonly Citation[] {
    const placed = this.placed()
    const nowhere = this.#waiting.map(({ text = '', sources }) =>
      this.#pass({ text, span: undefined }, sources),
    )
    this.#waiting = []
    const others = [...this.#unplaced].filter(([name]) => !this.#passed.has(name))
    this.#unplaced.clear()
    if (others.length === 0) return [...placed, ...nowhere]
    const sources = others.map(([, source]) => source)
    return [...placed, ...nowhere, this.#pass(this.said.whole(), sources)]
  }

  #pieceOf({ by, range, blocks = [WHOLE_TEXT], text }: CollectedCitation): Piece | undefined {
    for (const block of blocks) {
      const piece = this.said.at(by, range, block)
      if (piece !== undefined && (text === undefined || piece.text === text)) return piece
    }
    return undefined
  }

  #pass(piece: Piece, sources: readonly CitedSource[]): Citation {
    for (const source of sources) this.#passed.add(nameOf(source))
    return { ...piece, sources }
  }
}

function nameOf({ id, url }: CitedSource): string {
  return JSON.stringify([id, url])
}
