/** The state of the house in figures; `npm run check -- --house` prints them with their bars. */
import { LAYERED } from './circle-rules'
import { circlesOf, filesOf, floorsOf, partsOf } from './parts'
import { type Places, PRODUCTION, type Rule, sourcesIn } from './rule'
import type { Tree } from './tree'

export interface Figure {
  readonly name: string
  readonly value: number
  /** The most that it may be; `undefined` where it is only told. */
  readonly bar: number | undefined
  /** What it is made of. */
  readonly detail?: string
}

/** Folders of equal rows, one file each: their number says nothing. */
const ROWS: Places = [
  'cli/commands/',
  'cli/tui/screens/',
  'db/migrations/',
  'db/tables/',
  'server/domain/channel-types/',
  'server/domain/endpoints/',
  'server/domain/i18n/',
  'server/http/api/',
]

const MAX_LOOSE_FILES = 28
const MAX_RELAY_FLOORS = 7
const SMALL_FILE_LINES = 25

export function figuresOf(tree: Tree): readonly Figure[] {
  const full = fullestFolders(tree)
  return [
    { name: 'circles of files, types and late imports too', value: circles(tree), bar: 0 },
    ...LAYERED.map((folder) => ({
      name: `circles of parts of ${folder}`,
      value: circlesOf(partsOf(tree, folder)).length,
      bar: 0,
    })),
    ...['server/relay/', 'server/services/', 'cli/', 'web/', 'db/'].map((folder) => ({
      name: `floors of ${folder}`,
      value: floorsOf(partsOf(tree, folder)),
      bar: folder === 'server/relay/' ? MAX_RELAY_FLOORS : undefined,
    })),
    {
      name: 'files in the fullest folder that is no registry',
      value: full[0]?.count ?? 0,
      bar: MAX_LOOSE_FILES,
      detail: full
        .slice(0, 4)
        .map(({ folder, count }) => `${folder} ${count}`)
        .join(', '),
    },
    {
      name: `files of at most ${SMALL_FILE_LINES} lines with one importer`,
      value: smallFiles(tree),
      bar: undefined,
    },
    ...fixtures(tree),
    { name: 'files of the product', value: sourcesIn(tree, PRODUCTION).length, bar: undefined },
    {
      name: 'lines of the product',
      value: sourcesIn(tree, PRODUCTION).reduce((sum, { lines }) => sum + lines.length, 0),
      bar: undefined,
    },
  ]
}

export const figuresHold: Rule = {
  name: 'the figures of the house hold',
  check: (tree) =>
    figuresOf(tree)
      .filter(({ value, bar }) => bar !== undefined && value > bar)
      .map(({ name, value, bar, detail = '' }) => ({
        path: name,
        line: value,
        reason: `is over ${bar} ${detail}`.trim(),
      })),
}

function circles(tree: Tree): number {
  return circlesOf(filesOf(tree)).length
}

function fullestFolders(tree: Tree): readonly { folder: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { path } of sourcesIn(tree, PRODUCTION, ROWS)) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].map(([folder, count]) => ({ folder, count })).sort((a, b) => b.count - a.count)
}

function smallFiles(tree: Tree): number {
  const importers = new Map<string, number>()
  for (const { imports } of tree.sources.values()) {
    for (const target of new Set(imports.flatMap(({ target: path }) => path ?? []))) {
      importers.set(target, (importers.get(target) ?? 0) + 1)
    }
  }
  return sourcesIn(tree, PRODUCTION, ROWS).filter(
    ({ path, lines }) => lines.length <= SMALL_FILE_LINES && importers.get(path) === 1,
  ).length
}

function fixtures(tree: Tree): readonly Figure[] {
  const sources = Object.values(tree.facts.fixtureSources)
  return (['made', 'recorded'] as const).map((kind) => ({
    name: `answers of vendors that are ${kind}`,
    value: sources.filter(({ is }) => is === kind).length,
    bar: undefined,
  }))
}
