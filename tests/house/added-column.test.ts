/**
 * A new column touches its migration and its noun, nothing else: both are added to a copy of the
 * tree, which still compiles, and everything that shows or takes the noun has the column.
 */
import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cliEnv } from '../support/cli'
import { tempDir } from '../support/temp-dir'
import { addAfter, copyTree, errorsIn } from './tree-copy'

/** The compiler, and a gateway with its command line from the sources. */
const LIMIT_MS = 480_000

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
  'a line of a noun and a migration are all that a new column needs',
  async () => {
    using folder = tempDir('column')
    copyTree(folder.path, ['tests'])
    addColumn(folder.path)
    expect(await errorsIn(folder.path)).toEqual([])
    const witness = './tests/house/added-column.ts'
    const running = Bun.spawn([process.execPath, 'test', '--timeout', '120000', witness], {
      cwd: folder.path,
      env: cliEnv(),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const told = await new Response(running.stderr).text()
    expect(await running.exited, told).toBe(0)
    expect(told).toContain(' 0 fail')
  },
  LIMIT_MS,
)
