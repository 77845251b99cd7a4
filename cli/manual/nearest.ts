/** Words that somebody who typed another one may have meant. */

/** Letters to be added, taken away, changed or swapped until `a` is `b`. */
function distance(a: string, b: string): number {
  let before: readonly number[] = []
  let previous: readonly number[] = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      const changed = (previous[j - 1] ?? 0) + (isSame ? 0 : 1)
      const added = Math.min(previous[j] ?? 0, current[j - 1] ?? 0) + 1
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      current.push(Math.min(changed, added, swapped))
    }
    before = previous
    previous = current
  }
  return previous[b.length] ?? 0
}

const MOST = 3

/** The nearest first; at most three. */
export function nearest(word: string, known: readonly string[]): readonly string[] {
  const wanted = word.toLowerCase()
  const bound = Math.max(1, Math.floor(wanted.length / 3))
  return known
    .map((name) => {
      const isPart = wanted.length > 2 && name.includes(wanted)
      return { name, away: isPart ? 1 : distance(wanted, name) }
    })
    .filter(({ away }) => away <= bound)
    .sort((a, b) => a.away - b.away)
    .slice(0, MOST)
    .map(({ name }) => name)
}
