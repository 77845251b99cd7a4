/**
 * Results are distinguished by the ids of their calls, so no two calls of an answer share one. ""
 * for a call that came without.
 */
export function distinctId(id: string | undefined, index: number, taken: Set<string>): string {
  if (id === undefined) return ''
  let distinct = id
  for (let at = index; taken.has(distinct); at += 1) distinct = `${id}_${at}`
  taken.add(distinct)
  return distinct
}
