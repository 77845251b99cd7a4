/** Which texts a piece of code can ask for, by the words and patterns that stand in it. */

const LITERAL = /(["'`])([\w.]+)\1/g
/** With something put in, and no other sign than those of keys. */
const TEMPLATE = /`((?:[\w.]|\$\{[^`{}]*\})*\$\{[^`{}]*\}(?:[\w.]|\$\{[^`{}]*\})*)`/g
const HOLE = /\$\{[^`{}]*\}/

export function keysIn(codes: readonly string[], keys: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>()
  const patterns = new Map<string, RegExp>()
  for (const code of codes) {
    for (const [, , word = ''] of code.matchAll(LITERAL)) words.add(word)
    for (const [, template = ''] of code.matchAll(TEMPLATE)) {
      const pattern = patternOf(template)
      if (pattern !== undefined) patterns.set(template, pattern)
    }
  }
  const isMeant = (key: string): boolean =>
    words.has(key) ||
    [...patterns.values()].some((pattern) => {
      const match = pattern.exec(key)
      if (match === null) return false
      // Of two parts that are put in the first names a noun, which stands somewhere as a word.
      const [, noun = '', other] = match
      return other === undefined || words.has(noun)
    })
  return new Set(keys.filter(isMeant))
}

/** One that begins with what is put in could be anything. */
function patternOf(template: string): RegExp | undefined {
  const parts = template.split(HOLE)
  if (!parts[0]?.includes('.')) return undefined
  const escaped = parts.map((part) => part.replaceAll('.', '\\.'))
  return new RegExp(`^${escaped.join('([\\w.]+?)')}$`)
}
