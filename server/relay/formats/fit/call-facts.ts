/**
 * What the bytes of a history say of its calls, without parsing it: the shape of their ids, and
 * whether there may be calls without results or results without calls.
 */
import type { Operation } from '../../../domain/calls/protocol'
import { type IdShape, type Letters, shapeOfId, wider } from '../../../domain/vendor-limits/names'
import { bytesOf } from '../../wire/known-bytes'

/** What comes with a history. */
export const TALKS: ReadonlySet<Operation> = new Set<Operation>(['chat', 'count_tokens', 'compact'])

export interface CallFacts extends IdShape {
  /** Two calls may have the same id. */
  readonly repeats: boolean
  /** There are more calls than results, or fewer. */
  readonly isUneven: boolean
  /** There are fewer signatures than calls, where calls are signed. */
  readonly lacksSignatures: boolean
}

/** Texts that stand once in every call and every result of a protocol, quotes included. */
export interface CallMarks {
  readonly calls: readonly string[]
  readonly results: readonly string[]
  /** The field that holds the id of a call; absent where most have none. */
  readonly id?: string
  /** Calls have it as well as their results. */
  readonly idStandsInCalls?: true
  readonly signatures?: readonly string[]
}

/** `undefined` for a history without calls, as most are. */
export function callFactsIn(bytes: Buffer, marks: CallMarks): CallFacts | undefined {
  const results = countOf(bytes, marks.results)
  const written = countOf(bytes, marks.calls)
  const standsInCalls = marks.idStandsInCalls === true
  if (written === 0 && results === 0 && !standsInCalls) return undefined
  const ids = marks.id === undefined ? [] : idsIn(bytes, marks.id)
  const calls = standsInCalls ? ids.length - results : written
  if (calls === 0 && results === 0) return undefined
  let letters: Letters = 'alphanumeric'
  let [shortest, longest] = [Number.POSITIVE_INFINITY, 0]
  for (const id of ids) {
    const shape = shapeOfId(id)
    letters = wider(letters, shape.letters)
    shortest = Math.min(shortest, shape.shortest)
    longest = Math.max(longest, shape.longest)
  }
  const distinct = new Set(ids).size * (standsInCalls ? 2 : 1)
  return {
    shortest,
    longest,
    letters,
    repeats: distinct < ids.length,
    isUneven: calls !== results,
    lacksSignatures: marks.signatures !== undefined && countOf(bytes, marks.signatures) < calls,
  }
}

const NAME = '"name"'
/** Quoted so in a request that offers tools; others are names of other things. */
const OFFERS = ['tools', 'functions'] as const

/** Whatever is called a name in a request that offers tools, each once; else absent. */
export function namesIn(bytes: Buffer, fields: ReadonlySet<string>): readonly string[] | undefined {
  if (!OFFERS.some((field) => fields.has(field))) return undefined
  return [...new Set(idsIn(bytes, NAME))]
}

function countOf(bytes: Buffer, marks: readonly string[]): number {
  let count = 0
  for (const mark of marks) {
    const word = bytesOf(mark)
    for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + word.length)) {
      count += 1
    }
  }
  return count
}

const QUOTE = 34
const COLON = 58
const SPACE = 32
/** Longer ones are read no further: no rule lets them pass. */
const MAX_ID_BYTES = 1024

function idsIn(bytes: Buffer, mark: string): readonly string[] {
  const ids: string[] = []
  const word = bytesOf(mark)
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + word.length)) {
    let from = at + word.length
    while (bytes[from] === COLON || (bytes[from] ?? QUOTE) <= SPACE) from += 1
    if (bytes[from] !== QUOTE) continue
    const end = bytes.indexOf(QUOTE, from + 1)
    const to = Math.min(end < 0 ? from : end, from + MAX_ID_BYTES)
    ids.push(bytes.toString('latin1', from + 1, to))
  }
  return ids
}
