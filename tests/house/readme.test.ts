import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withTables } from '../../cli/dev/readme'

// `bun cli/dev/readme.ts` writes what is missing.
test('README has the commands and variables that there are', () => {
  const readme = readFileSync(join(import.meta.dir, '../../README.md'), 'utf8')
  expect(readme).toBe(withTables(readme))
})
