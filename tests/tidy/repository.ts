/** Reads the checkout for the rules. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dependencies } from '../../package.json'
import { DIALECTS } from '../../server/domain/calls/protocol'
import { CHANNEL_TYPES } from '../../server/domain/channel-types'
import { ERRORS } from '../../server/domain/errors/catalogue'
import { en } from '../../server/domain/i18n/en'
import { zh } from '../../server/domain/i18n/zh'
import { FIXTURE_SOURCES } from './fixture-sources'
import { MIGRATION_CHECKSUMS } from './migration-checksums'
import { type Tree, treeOf } from './tree'
import { WAITING_ERROR_IDS } from './waiting'

const ROOT = join(import.meta.dir, '..', '..')
const FOLDERS = ['cli', 'server', 'db', 'web', 'tests']
const SOURCE = /\.(?:ts|tsx|mjs)$/

export function readRepository(): Tree {
  const paths = FOLDERS.filter((folder) => existsSync(join(ROOT, folder))).flatMap(filesBelow)
  const isFixture = (path: string): boolean => path.startsWith('tests/fixtures/')
  const sources = paths.filter((path) => SOURCE.test(path) && !isFixture(path))
  const files = Object.fromEntries(
    sources.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
  )
  return treeOf(files, {
    topLevel: topLevelNames(),
    fixtures: paths.filter(isFixture),
    fixtureSources: FIXTURE_SOURCES,
    dependencies: Object.keys(dependencies),
    errorIds: Object.keys(ERRORS),
    waitingErrorIds: WAITING_ERROR_IDS,
    dictionaries: { zh, en },
    dialects: DIALECTS,
    channelTypes: CHANNEL_TYPES,
    migrationChecksums: MIGRATION_CHECKSUMS,
  })
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (!entry.isDirectory()) return [path]
      return isIgnored(entry.name) ? [] : filesBelow(path)
    })
}

function topLevelNames(): string[] {
  return readdirSync(ROOT).filter((name) => name !== '.git' && !isIgnored(name))
}

/** The plain lines of .gitignore: `folder/` and `*.ending`. */
function isIgnored(name: string): boolean {
  return readFileSync(join(ROOT, '.gitignore'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .some((line) => (line.startsWith('*') ? name.endsWith(line.slice(1)) : `${name}/` === line))
}
