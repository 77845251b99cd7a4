/** Rules about lists: what exists is listed, what is listed exists. */
import { createHash } from 'node:crypto'
import type { FixtureSource } from './fixture-sources'
import { EVERYWHERE, type Offence, PRODUCTION, type Rule, sourcesIn } from './rule'
import { lineAt, type Source, type Tree } from './tree'

/** Folders whose index.ts lists its members. */
const REGISTRIES = [
  /^server\/domain\/(?:channel-types|options|resources|endpoints|prices|units|i18n)\/(?:\w+\/)?$/,
  /^server\/relay\/formats\/(?:dialects|operations|protocols)\/(?:[\w-]+\/)?$/,
  /^server\/relay\/upstreams\/vendors\/$/,
  /^server\/relay\/jobs\/providers\/$/,
  /^server\/services\/login\/providers\/$/,
  /^server\/services\/notifications\/formats\/$/,
  /^server\/schedule\/$/,
  /^db\/migrations\/$/,
  /^cli\/commands\/(?:(?:channel|subscription|alert|order|price|promo-code|token|user)\/)?$/,
  /^cli\/agents\/(?:formats|rows)\/$/,
  /^cli\/tui\/screens\/$/,
]

const TOP_LEVEL = new Set([
  'package.json',
  'package-lock.json',
  'bunfig.toml',
  'tsconfig.json',
  'README.md',
  'cli',
  'server',
  'web',
  'db',
  'tests',
  '.ci',
  '.biome.json',
  '.gitignore',
  '.github',
])

const MIGRATION = /^db\/migrations\/((\d{4})-[a-z0-9-]+\.ts)$/

const barrels: Rule = {
  name: 'no file only passes exports on',
  check: (tree) =>
    sourcesIn(tree, EVERYWHERE).flatMap((source): Offence[] => {
      const at = (reason: string): Offence[] => [{ path: source.path, line: 1, reason }]
      const folder = folderOf(source.path)
      const index = /\/index\.tsx?$/.test(source.path)
      if (index && !REGISTRIES.some((registry) => registry.test(folder))) {
        return at('index files are for registries')
      }
      if (/^export\s+\*/m.test(source.code)) return at('names what it exports')
      const rest = source.code.replace(/^export\s[^;=]*?\bfrom\s+'\s*'|^import\s.*$/gm, '')
      const passesOn = source.imports.some(({ reexport }) => reexport)
      return passesOn && rest.trim() === '' && !index ? at('import from the source itself') : []
    }),
}

const unlisted: Rule = {
  name: 'every member of a registry is in its list',
  check: (tree) =>
    sourcesIn(tree, PRODUCTION)
      .filter(({ path }) => path.endsWith('/index.ts'))
      .filter(({ path }) => REGISTRIES.some((registry) => registry.test(folderOf(path))))
      .flatMap((index) => {
        const folder = folderOf(index.path)
        const listed = reachable(tree, index, folder)
        return sourcesIn(tree, [folder])
          .filter(({ path }) => !listed.has(path))
          .map(({ path }) => ({ path, line: 1, reason: `${index.path} does not list it` }))
      }),
}

const errorIds: Rule = {
  name: 'every error id is in use, or waits for its feature and is not',
  check: ({ facts, ...tree }) => {
    const places = sourcesIn({ facts, ...tree }, PRODUCTION, [
      'server/domain/errors/catalogue.ts',
      'server/domain/i18n/',
    ])
    const quoted = new Set(
      places.flatMap(({ text }) =>
        [...text.matchAll(/['"]([a-z_]+(?:\.[a-z_]+)*)['"]/g)].map((match) => match[1] ?? ''),
      ),
    )
    const waiting = new Set(facts.waitingErrorIds)
    const known = new Set(facts.errorIds)
    const path = 'server/domain/errors/catalogue.ts'
    return [
      ...facts.errorIds
        .filter((id) => !quoted.has(id) && !waiting.has(id))
        .map((id) => ({ path, line: 1, reason: `nobody throws ${id}` })),
      ...facts.waitingErrorIds
        .filter((id) => quoted.has(id) || !known.has(id))
        .map((id) => ({ path: 'tests/tidy/waiting.ts', line: 1, reason: `${id} waits no more` })),
    ]
  },
}

const dictionaries: Rule = {
  name: 'every text exists in every language and takes the same values',
  check: ({ facts }) => {
    const languages = Object.entries(facts.dictionaries)
    const keys = new Set(languages.flatMap(([, texts]) => Object.keys(texts)))
    return [...keys].flatMap((key) => {
      const shapes = languages.map(([, texts]) => placeholdersOf(texts[key]))
      return languages.flatMap(([language, texts], index): Offence[] => {
        const at = (reason: string): Offence[] => [
          { path: `server/domain/i18n/${language}`, line: 1, reason: `${key} ${reason}` },
        ]
        if (!texts[key]?.trim()) return at('has no text')
        return shapes[index] === shapes[0] ? [] : at(`does not take ${shapes[0]}`)
      })
    })
  },
}

const TEXT_KEY = /^ {2}'([a-z][\w.]*)':/gm

const textsTwice: Rule = {
  name: 'no file defines a text that another defines',
  check: (tree) => {
    const firstOf = new Map<string, string>()
    return sourcesIn(tree, ['server/domain/i18n/en/', 'server/domain/i18n/zh/']).flatMap((source) =>
      [...source.text.matchAll(TEXT_KEY)].flatMap(({ index, 1: key }): Offence[] => {
        const one = `${folderOf(source.path)} ${key}`
        const first = firstOf.get(one)
        firstOf.set(one, first ?? source.path)
        const line = lineAt(source.text, index)
        return first ? [{ path: source.path, line, reason: `${key} is in ${first}` }] : []
      }),
    )
  },
}

const migrations: Rule = {
  name: 'no migration is edited, renamed or left out once it is listed',
  check: ({ sources, facts }) => {
    const files = [...sources.values()].filter(({ path }) => MIGRATION.test(path))
    const present = files.map(({ path }) => path.replace('db/migrations/', ''))
    const order = files.flatMap(({ path }, index): Offence[] =>
      Number(MIGRATION.exec(path)?.[2]) === index + 1
        ? []
        : [{ path, line: 1, reason: `is number ${index + 1}` }],
    )
    const edited = files.flatMap(({ path, text }): Offence[] => {
      const wanted = facts.migrationChecksums[path.replace('db/migrations/', '')]
      const actual = createHash('sha256').update(text).digest('hex')
      if (wanted === actual) return []
      const reason = wanted ? 'was edited' : 'is not in tests/tidy/migration-checksums.ts'
      return [{ path, line: 1, reason: `${reason}: ${actual}` }]
    })
    const gone = Object.keys(facts.migrationChecksums)
      .filter((name) => !present.includes(name))
      .map((name) => ({ path: `db/migrations/${name}`, line: 1, reason: 'is gone' }))
    return [...order, ...edited, ...gone]
  },
}

/** Their work is fetched later, or nothing goes through them. */
const RESTING = new Set(['jobs', 'not-yet', 'retired'])

const dialects: Rule = {
  name: 'every dialect has fixtures and every channel type a dialect',
  check: ({ facts }) => [
    ...facts.dialects
      .filter((name) => !facts.fixtures.some((path) => path.startsWith(`tests/fixtures/${name}/`)))
      .map((name) => ({ path: `tests/fixtures/${name}`, line: 1, reason: 'has no fixtures' })),
    ...facts.channelTypes
      .filter(({ dialect }) => !RESTING.has(dialect) && !facts.dialects.includes(dialect))
      .map(({ id, dialect }) => ({
        path: 'server/domain/channel-types',
        line: 1,
        reason: `type ${id} speaks ${dialect}, which is not built`,
      })),
  ],
}

const SOURCES = 'tests/tidy/fixture-sources.ts'

const fixtureSources: Rule = {
  name: 'every fixture says whether it is recorded or made, and from what',
  check: ({ facts }) => {
    const below = (path: string): string => path.replace('tests/fixtures/', '')
    const there = new Set(facts.fixtures.map(below))
    const untold = [...there]
      .filter((path) => !Object.hasOwn(facts.fixtureSources, path))
      .map((path) => ({ path: `tests/fixtures/${path}`, line: 1, reason: `is not in ${SOURCES}` }))
    const rows = Object.entries(facts.fixtureSources)
    const gone = rows
      .filter(([path]) => !there.has(path))
      .map(([path]) => ({ path: SOURCES, line: 1, reason: `${path} is gone` }))
    const vague = rows
      .filter(([, source]) => !isTraceable(source))
      .map(([path]) => ({ path: SOURCES, line: 1, reason: `${path} names no address, or no day` }))
    return [...untold, ...gone, ...vague]
  },
}

function isTraceable(source: FixtureSource): boolean {
  const address = source.is === 'made' ? source.after : source.from
  const isDated = source.is === 'made' || /^20\d\d-\d\d-\d\d$/.test(source.on)
  return isDated && /^https:\/\/\S+\.\S+\//.test(address)
}

const topLevel: Rule = {
  name: 'the root folder holds only what the design card allows',
  check: ({ facts }) =>
    facts.topLevel
      .filter((name) => !TOP_LEVEL.has(name))
      .map((path) => ({ path, line: 1, reason: 'does not belong here' })),
}

const BUILD = 'cli/dev/release/compile.ts'

const threads: Rule = {
  name: "every thread's program is in the binary",
  check: (tree) => {
    const built = tree.sources.get(BUILD)?.text ?? ''
    return sourcesIn(tree, PRODUCTION).flatMap(({ path, text }) =>
      [...text.matchAll(/threadEntry\(\s*'([^']+)'/g)]
        .filter(([, program]) => !built.includes(`'${program}'`))
        .map(([, program]) => ({ path, line: 1, reason: `${program} is not in ${BUILD}` })),
    )
  },
}

export const REGISTRY_RULES: readonly Rule[] = [
  threads,
  barrels,
  unlisted,
  errorIds,
  dictionaries,
  textsTwice,
  migrations,
  dialects,
  fixtureSources,
  topLevel,
]

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** Everything that the index reaches without leaving its folder. */
function reachable(tree: Tree, index: Source, folder: string): Set<string> {
  const reached = new Set<string>([index.path])
  for (const path of reached) {
    for (const { target } of tree.sources.get(path)?.imports ?? []) {
      if (target?.startsWith(folder)) reached.add(target)
    }
  }
  return reached
}

/**
 * "{{limit}} {{name}}" for a text that takes both; sorted, so that word order is free, and
 * without the plurals of English.
 */
function placeholdersOf(text = ''): string {
  const plain = text.replaceAll(/\{\{\w+, (?:s|verb|are|have)\}\}/g, '')
  return [...new Set(plain.match(/\{\{[^}]+\}\}/g))].sort().join(' ')
}
