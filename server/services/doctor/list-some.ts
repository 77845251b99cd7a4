const MOST_NAMED = 8

/** The first few of a list that may be long. */
export function someOf(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).join(', ')
  return names.length > MOST_NAMED ? `${named}, … (+${names.length - MOST_NAMED})` : named
}
