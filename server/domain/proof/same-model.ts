/**
 * Which of our models a provider's text means. Clouds write "USE1-Claude4.5Sonnet-input-tokens"
 * for `anthropic.claude-sonnet-4-5-20250929-v1:0`, so names are compared by their words.
 */

/** Words that make another model of the same family. */
const VARIANTS = ['lite', 'mini', 'nano', 'turbo', 'pro', 'codex', 'max'] as const

/** One of `names`, the one that shares most words with it; `given` itself when none is meant. */
export function sameModel(given: string, names: readonly string[]): string {
  if (names.includes(given)) return given
  const wanted = wordsIn(given)
  const found = names
    .map((name) => ({ name, words: wordsIn(name) }))
    .filter(({ words }) => words.size > 0 && isMeant(wanted, words))
    .toSorted((a, b) => b.words.size - a.words.size || b.name.length - a.name.length)
  return found[0]?.name ?? given
}

function isMeant(given: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  if (VARIANTS.some((variant) => given.has(variant) && !words.has(variant))) return false
  return words.isSubsetOf(given)
}

const VENDOR = /^(?:[a-z][a-z]+\.)+(?=[a-z])/
const EDITION = /-?(20\d{6}|20\d{2}-\d{2}-\d{2})?(-v\d+)?(:\d+)?$/

/** Versions are words, whichever sign stands in them: 4.5 and 4-5. */
function wordsIn(name: string): ReadonlySet<string> {
  const spaced = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  const plain = spaced.replace(/^.*\//, '').replace(VENDOR, '').replace(EDITION, '')
  const words = plain.match(/\d{1,2}(?:[.-]\d{1,2}(?!\d))*(?!\d)|\d+|[a-z]+/g) ?? []
  return new Set(words.map((word) => word.replaceAll('-', '.')))
}
