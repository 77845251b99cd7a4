import { lineAt, type Source, type Tree } from './tree'

export interface Offence {
  readonly path: string
  readonly line: number
  readonly reason: string
}

/** One house rule; its name completes "the house: …" and is the name of its test. */
export interface Rule {
  readonly name: string
  readonly check: (tree: Tree) => readonly Offence[]
}

/** Paths of files, or folders when they end in a slash. */
export type Places = readonly string[]

export const PRODUCTION: Places = ['cli/', 'server/', 'db/', 'web/']
export const TESTS: Places = ['tests/']
export const EVERYWHERE: Places = [...PRODUCTION, ...TESTS]

export function isIn(path: string, places: Places): boolean {
  return places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place))
}

export function sourcesIn(tree: Tree, places: Places, except: Places = []): Source[] {
  return [...tree.sources.values()].filter(({ path }) => isIn(path, places) && !isIn(path, except))
}

/** A rule that a pattern must not occur in one view of the sources. */
export function forbid(row: {
  readonly name: string
  readonly in: Places
  readonly except?: Places
  readonly view: 'code' | 'strings' | 'comments'
  /** With the g flag. */
  readonly pattern: RegExp
  readonly reason: string
}): Rule {
  return {
    name: row.name,
    check: (tree) =>
      sourcesIn(tree, row.in, row.except).flatMap((source) =>
        [...source[row.view].matchAll(row.pattern)].map((match) => ({
          path: source.path,
          line: lineAt(source.text, match.index + match[0].search(/\S/)),
          reason: row.reason,
        })),
      ),
  }
}

export function show({ path, line, reason }: Offence): string {
  return `${path}:${line} ${reason}`
}
