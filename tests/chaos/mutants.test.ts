/** The list of mutants fits the sources. That each is seen shows `npm run chaos -- --mutants`. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mutated } from '../../cli/dev/chaos/mutate'
import { SCENARIOS } from '../../cli/dev/chaos/scenarios'
import { MUTANTS } from './mutants'

const ROOT = join(import.meta.dir, '../..')
const scenarios = SCENARIOS.map(({ name }) => name)

test.each(MUTANTS)('$name: its text occurs once in $file', (mutant) => {
  const source = readFileSync(join(ROOT, mutant.file), 'utf8')
  const broken = mutated(source, mutant)
  expect(broken).not.toBe(source)
  expect(() => new Bun.Transpiler({ loader: 'ts' }).transformSync(broken ?? '')).not.toThrow()
  expect(scenarios).toContain(mutant.scenario)
})

test.each([
  ['is gone', 'const other = 1'],
  ['occurs twice', 'a(); a()'],
])('a mutant whose text %s does not match', (_case, source) => {
  expect(mutated(source, { text: 'a()', replacement: 'b()' })).toBeUndefined()
})
