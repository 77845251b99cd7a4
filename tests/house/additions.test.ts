/**
 * An addition that is not complete does not compile: one line is added to a copy of the tree,
 * and the compiler names every file that must follow.
 */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { tempDir } from '../support/temp-dir'
import { addAfter, copyTree, errorsIn } from './tree-copy'

/** Files that one addition may touch, besides the new one of its own. */
const MOST_FILES = 3
/** Two runs of the compiler on a busy machine. */
const LIMIT_MS = 240_000

interface Addition {
  readonly after: string
  readonly name: string
  /** Every file that has to follow. Units of usage have a test of their own. */
  readonly named: readonly string[]
}

const LISTS = 'server/domain/calls/protocol.ts'

/** Of a row that is missing altogether the compiler speaks only when the others are whole. */
const OPERATION: Readonly<Record<string, Addition>> = {
  'an operation': {
    after: 'export const OPERATIONS = [',
    name: 'an_operation',
    named: ['server/domain/calls/operations.ts', 'server/relay/formats/operations/index.ts'],
  },
}

const FORMATS: Readonly<Record<string, Addition>> = {
  'a client protocol': {
    after: 'export const PROTOCOLS = [',
    name: 'a_protocol',
    named: ['server/domain/calls/operations.ts', 'server/relay/formats/protocols/index.ts'],
  },
  'a wire format of upstreams': {
    after: 'export const DIALECTS = [',
    name: 'a_dialect',
    named: ['server/domain/calls/operations.ts', 'server/relay/formats/dialects/index.ts'],
  },
}

for (const additions of [OPERATION, FORMATS]) {
  const title = Object.keys(additions).join(' and ')
  test(
    `${title}: the compiler names every place that must follow, and those are few`,
    async () => {
      using folder = tempDir('additions')
      copyTree(folder.path)
      for (const { after, name } of Object.values(additions)) {
        addAfter(join(folder.path, LISTS), after, ` '${name}',`)
      }
      const errors = await errorsIn(folder.path)
      for (const [what, { name, named }] of Object.entries(additions)) {
        const lines = errors.filter((line) => line.includes(`Property '${name}' is missing`))
        const found = [...new Set(lines.map((line) => line.slice(0, line.indexOf('('))))].sort()
        expect({ what, found }).toEqual({ what, found: [...named] })
        expect(new Set([LISTS, ...found]).size).toBeLessThanOrEqual(MOST_FILES)
      }
    },
    LIMIT_MS,
  )
}
