/** Rules that whoever imports is not imported back. */
import { isIn, type Offence, type Places, type Rule } from './rule'
import type { Import, Tree } from './tree'

/** Where only values are looked at so far: types still stand in the larger of two files. */
const VALUES_ONLY: Places = ['server/relay/']

export const circles: Rule = {
  name: 'no files import each other in a circle, not even types or late',
  check: (tree) =>
    circlesOf(new Map([...tree.sources.keys()].map((path) => [path, edges(tree, path)]))),
}

function edges(tree: Tree, path: string): readonly string[] {
  const counts = ({ kind }: Import): boolean => kind === 'value' || !isIn(path, VALUES_ONLY)
  const imports = tree.sources.get(path)?.imports.filter(counts) ?? []
  return imports.flatMap(({ target }) => target ?? [])
}

/** One offence for each way back to where it came from; `graph`: from → to. */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): Offence[] {
  const done = new Set<string>()
  const offences: Offence[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    const from = trail.indexOf(path)
    if (from >= 0) {
      offences.push({ path, line: 1, reason: [...trail.slice(from), path].join(' → ') })
      return
    }
    if (done.has(path)) return
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return offences
}
