/** Rules that whoever imports is not imported back. */
import { type Offence, type Places, type Rule, sourcesIn } from './rule'
import type { Tree } from './tree'

/** Folders whose parts, a folder or a file directly in it each, know each other one way only. */
const LAYERED: Places = [
  'cli/',
  'cli/commands/',
  'cli/dev/',
  'cli/tui/',
  'db/',
  'server/',
  'server/http/',
  'server/schedule/',
  'server/relay/',
  'server/services/',
  'web/',
  'web/components/',
]

const files: Rule = {
  name: 'no files import each other in a circle, not even types or late',
  check: (tree) => {
    const graph = new Map<string, readonly string[]>()
    for (const path of tree.sources.keys()) graph.set(path, importedBy(tree, path))
    return circlesOf(graph)
  },
}

const parts: Rule = {
  name: 'no parts of a layered folder import each other in a circle',
  check: (tree) => LAYERED.flatMap((folder) => circlesOf(partsOf(tree, folder))),
}

export const CIRCLE_RULES: readonly Rule[] = [files, parts]

function importedBy(tree: Tree, path: string): readonly string[] {
  const imports = tree.sources.get(path)?.imports ?? []
  return imports.flatMap(({ target }) => target ?? [])
}

/** Part → parts of the same folder that its files import. */
function partsOf(tree: Tree, folder: string): Map<string, readonly string[]> {
  const part = (path: string): string => folder + path.slice(folder.length).split('/', 1)[0]
  const graph = new Map<string, readonly string[]>()
  for (const { path, imports } of sourcesIn(tree, [folder])) {
    const own = part(path)
    const others = imports
      .flatMap(({ target }) => (target?.startsWith(folder) ? part(target) : []))
      .filter((other) => other !== own)
    graph.set(own, [...new Set([...(graph.get(own) ?? []), ...others])])
  }
  return graph
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
