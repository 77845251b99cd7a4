/**
 * How well a name matches what was typed: 0 when it begins with it, 1 when it contains it, 2 when
 * it has its letters in their order; `undefined` when it does not match. Of several words the
 * worst counts.
 */
export function fuzzyRank(typed: string, name: string): number | undefined {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const lower = name.toLowerCase()
  let worst = 0
  for (const word of words) {
    const rank = rankOf(word, lower)
    if (rank === undefined) return undefined
    worst = Math.max(worst, rank)
  }
  return worst
}

function rankOf(word: string, name: string): number | undefined {
  if (name.startsWith(word)) return 0
  if (name.includes(word)) return 1
  return hasInOrder(name, word) ? 2 : undefined
}

function hasInOrder(name: string, letters: string): boolean {
  let from = 0
  for (const letter of letters) {
    const at = name.indexOf(letter, from)
    if (at < 0) return false
    from = at + 1
  }
  return true
}
