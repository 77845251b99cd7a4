/** What of a row is otherwise in the other: the columns that a change of it names. */
export function changedColumns(row: object, other: object): Readonly<Record<string, unknown>> {
  const others = new Map(Object.entries(other))
  const entries = Object.entries(row).filter(
    ([name, value]) => others.has(name) && others.get(name) !== value,
  )
  return Object.fromEntries(entries)
}
