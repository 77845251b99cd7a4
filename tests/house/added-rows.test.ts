/**
 * A new column touches its migration and its noun, and a new kind of limit is a row and its texts.
 * All are added to one copy of the tree, which still compiles, and everything that shows or takes
 * the noun has the column, and everything that sets, shows or enforces limits has the kind.
 */
import { expect, test } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cliEnv } from '../support/cli'
import { tempDir } from '../support/temp-dir'
import { addKind, addKindTexts, COUNTED, FINAL } from './added-kind'
import { addAfter, copyTree, errorsIn } from './tree-copy'

/** The compiler, a build of the console, and gateways with command line, terminal and browser. */
const LIMIT_MS = 600_000

/** Nouns by their tables. */
const NOUNS = {
  channel: 'channels',
  token: 'tokens',
  redemption: 'redemptions',
  user: 'users',
} as const

const FACTS = [
  "title: label('Note', '备注')",
  "column: column('text')",
  'sorts: true',
  'filters: true',
  'sets: true',
].join(', ')

const MIGRATION = `import type { Migration } from '../migration'

export const note: Migration = {
  name: '9999-note',
  statements: (db) =>
    [${Object.values(NOUNS)
      .map((table) => `'${table}'`)
      .join(', ')}].map((table) =>
      db.schema.alterTable(table).addColumn('note', 'text', (c) => c.notNull().defaultTo('')),
    ),
}
`

function addColumn(folder: string): void {
  for (const noun of Object.keys(NOUNS)) {
    const path = join(folder, `server/domain/nouns/${noun}.ts`)
    addAfter(path, `Fields = {`, `\n  note: field('text', '', { ${FACTS} }),`)
  }
  const migrations = join(folder, 'db/migrations')
  writeFileSync(join(migrations, '9999-note.ts'), MIGRATION)
  const list = join(migrations, 'index.ts')
  addAfter(list, "from '../migration'\n", "import { note } from './9999-note'\n")
  writeFileSync(list, readFileSync(list, 'utf8').replace(/\]\s*$/, '  note,\n]\n'))
}

test(
  'a column is a line of a noun and a migration, a kind of limit a row and its texts',
  async () => {
    using folder = tempDir('additions')
    copyTree(folder.path, { others: ['tests', 'package-lock.json'] })
    addColumn(folder.path)
    addKind(folder.path, `${COUNTED}, ${FINAL}`)
    addKindTexts(folder.path)
    expect(await errorsIn(folder.path)).toEqual([])
    rmSync(join(folder.path, 'web/dist'), { recursive: true, force: true })
    await succeeds(folder.path, 'cli/dev/web.ts')
    const witnesses = ['./tests/house/added-column.ts', './tests/house/added-limit-kind.ts']
    const told = await succeeds(folder.path, 'test', '--timeout', '120000', ...witnesses)
    expect(told).toContain(' 0 fail')
    expect(told).toContain(`across ${witnesses.length} files`)
  },
  LIMIT_MS,
)

async function succeeds(cwd: string, ...args: readonly string[]): Promise<string> {
  const running = Bun.spawn([process.execPath, ...args], {
    cwd,
    env: cliEnv(),
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const said = await new Response(running.stderr).text()
  expect(await running.exited, said).toBe(0)
  return said
}
