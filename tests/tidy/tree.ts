/** The sources as the rules see them: views, imports and a few facts about the repository. */
import { posix } from 'node:path'
import type { FixtureSource } from './fixture-sources'
import { type Views, viewsOf } from './mask'

export interface Import {
  /** As written. */
  readonly specifier: string
  /** Path in the repository; `undefined` for packages and files that are no sources. */
  readonly target: string | undefined
  readonly line: number
  readonly kind: 'value' | 'type' | 'dynamic'
  readonly reexport: boolean
}

export interface Source extends Views {
  /** From the root of the repository, with slashes. */
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
  readonly imports: readonly Import[]
}

export interface Facts {
  /** Names in the root folder, ignored ones left out. */
  readonly topLevel: readonly string[]
  /** Paths of all files below tests/fixtures. */
  readonly fixtures: readonly string[]
  /** Path below tests/fixtures → where it is from. */
  readonly fixtureSources: Readonly<Record<string, FixtureSource>>
  readonly dependencies: readonly string[]
  readonly errorIds: readonly string[]
  /** Error ids of features that are not built yet; none of them may be in use. */
  readonly waitingErrorIds: readonly string[]
  /** Language → key → text. */
  readonly dictionaries: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly dialects: readonly string[]
  readonly channelTypes: readonly {
    readonly id: number
    readonly name: string
    readonly dialect: string
  }[]
  /** File name → SHA-256 of its text. */
  readonly migrationChecksums: Readonly<Record<string, string>>
}

export interface Tree {
  readonly sources: ReadonlyMap<string, Source>
  readonly facts: Facts
}

const NO_FACTS: Facts = {
  topLevel: [],
  fixtures: [],
  fixtureSources: {},
  dependencies: [],
  errorIds: [],
  waitingErrorIds: [],
  dictionaries: {},
  dialects: [],
  channelTypes: [],
  migrationChecksums: {},
}

/** `files`: path → text. */
export function treeOf(files: Readonly<Record<string, string>>, facts: Partial<Facts> = {}): Tree {
  const paths = new Set(Object.keys(files))
  const sources = new Map<string, Source>()
  for (const [path, text] of Object.entries(files)) {
    const views = viewsOf(text)
    const imports = importsOf(path, views, paths)
    sources.set(path, { path, text, lines: text.split('\n'), ...views, imports })
  }
  return { sources, facts: { ...NO_FACTS, ...facts } }
}

export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1
  }
  return line
}

const STATIC = /^[ \t]*import\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm
const REEXPORT = /^[ \t]*export\s+(type\s+)?(?:\*[^'"`;]*?|\{[^}]*\})\s*from\s+['"]([^'"]+)['"]/gm
const DYNAMIC = /\b(import)\(\s*['"]([^'"]+)['"]/g

function importsOf(path: string, views: Views, paths: ReadonlySet<string>): Import[] {
  const text = merged(views.code, views.strings)
  const found: Import[] = []
  for (const pattern of [STATIC, REEXPORT, DYNAMIC]) {
    for (const match of text.matchAll(pattern)) {
      const start = match.index + match[0].search(/\S/)
      // The word itself must be code: a sample inside a template imports nothing.
      if (views.code.charAt(start) === ' ') continue
      const specifier = match[2] ?? ''
      found.push({
        specifier,
        target: resolveTarget(path, specifier, paths),
        line: lineAt(text, start),
        kind: pattern === DYNAMIC ? 'dynamic' : match[1] ? 'type' : 'value',
        reexport: pattern === REEXPORT,
      })
    }
  }
  return found
}

function merged(code: string, strings: string): string {
  let text = ''
  for (let at = 0; at < code.length; at += 1) {
    text += code.charAt(at) === ' ' ? strings.charAt(at) : code.charAt(at)
  }
  return text
}

function resolveTarget(
  from: string,
  specifier: string,
  paths: ReadonlySet<string>,
): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  const base = posix.join(posix.dirname(from), specifier)
  const candidates = [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`, `${base}/index.tsx`]
  return candidates.find((path) => paths.has(path))
}
