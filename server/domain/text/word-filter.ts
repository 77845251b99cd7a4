/** Says whether a text contains one of many words, letter case aside. */
export type WordFilter = (text: string) => boolean

/** Up to here the engine's own search is far faster; its time grows with the list. */
const FEW_WORDS = 8

const CODE_UNITS = 65_536

/** `undefined` when there is nothing to look for. Blank words are left out. */
export function createWordFilter(words: readonly string[]): WordFilter | undefined {
  const wanted = [...new Set(words.map((word) => word.trim()))].filter((word) => word !== '')
  if (wanted.length === 0) return undefined
  if (wanted.length > FEW_WORDS) return automatonFilter(wanted)
  const pattern = new RegExp(wanted.map((word) => RegExp.escape(word)).join('|'), 'i')
  return (text) => pattern.test(text)
}

/** The automaton of Aho and Corasick. State 0 is the root, and stands for "no state" as well. */
interface Automaton {
  /** Code unit that leads into the state. */
  readonly unit: number[]
  readonly child: number[]
  readonly sibling: number[]
  /** State of the longest proper suffix that begins a word too. */
  readonly suffix: number[]
  /** Whether a word ends here. */
  readonly isEnd: boolean[]
  /** Children of the root by code unit: most characters of a text begin no word. */
  readonly first: Int32Array
}

/** One pass over the text, however many words there are. */
function automatonFilter(words: readonly string[]): WordFilter {
  const fold = foldTable()
  const automaton = buildTrie(words, fold)
  linkSuffixes(automaton)
  const { isEnd, first } = automaton
  return (text) => {
    let state = 0
    for (let at = 0; at < text.length; at += 1) {
      const unit = fold[text.charCodeAt(at)] ?? 0
      if (state === 0) {
        state = first[unit] ?? 0
        if (state === 0) continue
      } else {
        state = follow(automaton, state, unit)
      }
      if (isEnd[state] === true) return true
    }
    return false
  }
}

function buildTrie(words: readonly string[], fold: Uint16Array): Automaton {
  const first = new Int32Array(CODE_UNITS)
  const trie: Automaton = {
    unit: [0],
    child: [0],
    sibling: [0],
    suffix: [0],
    isEnd: [false],
    first,
  }
  for (const word of words) {
    let state = 0
    for (let at = 0; at < word.length; at += 1) {
      const unit = fold[word.charCodeAt(at)] ?? 0
      state = childOf(trie, state, unit) || addState(trie, state, unit)
    }
    trie.isEnd[state] = true
  }
  return trie
}

function addState(
  { unit, child, sibling, suffix, isEnd, first }: Automaton,
  from: number,
  by: number,
) {
  const state = unit.push(by) - 1
  child.push(0)
  sibling.push(child[from] ?? 0)
  suffix.push(0)
  isEnd.push(false)
  child[from] = state
  if (from === 0) first[by] = state
  return state
}

function childOf({ unit, child, sibling, first }: Automaton, from: number, by: number): number {
  if (from === 0) return first[by] ?? 0
  let state = child[from] ?? 0
  while (state !== 0 && unit[state] !== by) state = sibling[state] ?? 0
  return state
}

/** The state after one more code unit. */
function follow(automaton: Automaton, from: number, by: number): number {
  let state = from
  for (;;) {
    const next = childOf(automaton, state, by)
    if (next !== 0 || state === 0) return next
    state = automaton.suffix[state] ?? 0
  }
}

/** Level by level, because a suffix is always shorter. */
function linkSuffixes(automaton: Automaton): void {
  const { unit, child, sibling, suffix, isEnd } = automaton
  const queue = [0]
  for (const parent of queue) {
    for (let state = child[parent] ?? 0; state !== 0; state = sibling[state] ?? 0) {
      queue.push(state)
      if (parent === 0) continue
      const target = follow(automaton, suffix[parent] ?? 0, unit[state] ?? 0)
      suffix[state] = target
      if (isEnd[target] === true) isEnd[state] = true
    }
  }
}

let folded: Uint16Array | undefined

/** Lower case of every code unit that has one; made once, when a long list first needs it. */
function foldTable(): Uint16Array {
  folded ??= Uint16Array.from({ length: CODE_UNITS }, (_, unit) => {
    const lower = String.fromCharCode(unit).toLowerCase()
    return lower.length === 1 ? lower.charCodeAt(0) : unit
  })
  return folded
}
