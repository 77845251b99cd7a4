/** The lines in which two texts differ, in their order. */
export interface DiffLine {
  readonly kind: 'kept' | 'removed' | 'added'
  readonly line: string
}

/** Above this the table of all pairs would be large; such texts are shown one after the other. */
const MOST_PAIRS = 250_000
/** Equal lines that are shown around a difference. */
const CONTEXT = 2

export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const old = before.split('\n')
  const fresh = after.split('\n')
  let start = 0
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1
  let end = 0
  const most = Math.min(old.length, fresh.length) - start
  while (end < most && old.at(-1 - end) === fresh.at(-1 - end)) end += 1
  return [
    ...marked('kept', old.slice(Math.max(0, start - CONTEXT), start)),
    ...middleDiff(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    ...marked('kept', old.slice(old.length - end, old.length - end + CONTEXT)),
  ]
}

function marked(kind: DiffLine['kind'], lines: readonly string[]): DiffLine[] {
  return lines.map((line) => ({ kind, line }))
}

function middleDiff(old: readonly string[], fresh: readonly string[]): DiffLine[] {
  if (old.length * fresh.length > MOST_PAIRS) {
    return [...marked('removed', old), ...marked('added', fresh)]
  }
  const shared = sharedLengths(old, fresh)
  const lengthAt = (a: number, b: number): number => shared[a]?.[b] ?? 0
  const lines: DiffLine[] = []
  let [a, b] = [0, 0]
  while (a < old.length || b < fresh.length) {
    const [left, right] = [old[a], fresh[b]]
    if (left !== undefined && left === right) {
      lines.push({ kind: 'kept', line: left })
      a += 1
      b += 1
    } else if (
      left !== undefined &&
      (right === undefined || lengthAt(a + 1, b) >= lengthAt(a, b + 1))
    ) {
      lines.push({ kind: 'removed', line: left })
      a += 1
    } else {
      lines.push({ kind: 'added', line: right ?? '' })
      b += 1
    }
  }
  return lines
}

/** [a][b]: lines that the ends of both texts from there on share. */
function sharedLengths(old: readonly string[], fresh: readonly string[]): number[][] {
  const table = Array.from({ length: old.length + 1 }, () =>
    Array<number>(fresh.length + 1).fill(0),
  )
  for (let a = old.length - 1; a >= 0; a -= 1) {
    const [row = [], next = []] = [table[a], table[a + 1]]
    for (let b = fresh.length - 1; b >= 0; b -= 1) {
      row[b] =
        old[a] === fresh[b] ? (next[b + 1] ?? 0) + 1 : Math.max(next[b] ?? 0, row[b + 1] ?? 0)
    }
  }
  return table
}
