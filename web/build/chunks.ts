/**
 * Which files the build makes. A page that a visit begins with is at most four scripts: the
 * frame, what such pages share, what it has in common with pages that are opened later, and the
 * page itself. What is fetched late comes in files of its own.
 */
import { pageName } from '../page-name'
import type { PageRow } from './page-rows'

interface Graph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[]
    readonly importers: readonly string[]
  } | null
}

type NameOf = (id: string, graph: Graph) => string | null

/** Where visits begin. */
const FIRST = new Set(['/', '/login', '/pricing', '/overview', '/token', '/log', '/channel'])
/** What these have in common with later pages is too large for the others. */
const LARGE = new Set(['/overview', '/log', '/channel'])

/** Names the file of a module; `null` leaves it with who needs it. */
export function chunkNames(entry: string, rows: readonly PageRow[]): NameOf {
  let names: ReadonlyMap<string, string> | undefined
  return (id, graph) => {
    names ??= namesIn(graph, entry, rows)
    return names.get(id) ?? null
  }
}

function namesIn(
  graph: Graph,
  entry: string,
  rows: readonly PageRow[],
): ReadonlyMap<string, string> {
  const frame = needs(entry, graph)
  const first = rows.filter(({ paths }) => FIRST.has(paths[0]))
  const names = new Map<string, string>()
  for (const { paths, module } of first) {
    const own = LARGE.has(paths[0]) ? `with-${pageName(paths[0])}` : 'shared'
    const needed = needs(module, graph)
    for (const id of needed) {
      if (frame.has(id)) continue
      if (names.has(id)) names.set(id, 'shared')
      else if (isKnownOutside(id, needed, graph)) names.set(id, own)
    }
  }
  return names
}

/** Whether somebody else needs it too, at once or late. */
function isKnownOutside(id: string, needed: ReadonlySet<string>, graph: Graph): boolean {
  const users = new Set([id])
  for (const one of users) {
    if (!needed.has(one)) return true
    for (const other of graph.getModuleInfo(one)?.importers ?? []) users.add(other)
  }
  return false
}

/** A module and all that it cannot run without. */
function needs(module: string, graph: Graph): ReadonlySet<string> {
  const found = new Set([module])
  for (const id of found) {
    for (const other of graph.getModuleInfo(id)?.importedIds ?? []) found.add(other)
  }
  return found
}
