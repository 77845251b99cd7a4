/** How parts of a folder stand on each other: what they import, in floors and circles. */
import { sourcesIn } from './rule'
import type { Tree } from './tree'

/** From → to. */
export type Graph = ReadonlyMap<string, readonly string[]>

/** Files → the files of ours that they import, types and late ones too. */
export function filesOf(tree: Tree): Graph {
  const graph = new Map<string, readonly string[]>()
  for (const { path, imports } of tree.sources.values()) {
    graph.set(
      path,
      imports.flatMap(({ target }) => target ?? []),
    )
  }
  return graph
}

/** Part → parts of the same folder that its files import. */
export function partsOf(tree: Tree, folder: string): Graph {
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

/** Each way back to where it came from, its first name once more at the end. */
export function circlesOf(graph: Graph): readonly (readonly string[])[] {
  const done = new Set<string>()
  const circles: (readonly string[])[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    const from = trail.indexOf(path)
    if (from >= 0) {
      circles.push([...trail.slice(from), path])
      return
    }
    if (done.has(path)) return
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return circles
}

/** The parts of the longest way down. Of a graph without circles. */
export function floorsOf(graph: Graph): number {
  const heights = new Map<string, number>()
  const heightOf = (name: string): number => {
    const known = heights.get(name)
    if (known !== undefined) return known
    const height = 1 + Math.max(0, ...(graph.get(name) ?? []).map(heightOf))
    heights.set(name, height)
    return height
  }
  return Math.max(0, ...[...graph.keys()].map(heightOf))
}
