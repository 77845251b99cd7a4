/**
 * An addition that is not complete does not compile: one line is added to a copy of the tree,
 * and the compiler names every file that must follow.
 */
import { expect, test } from 'bun:test'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempDir } from '../support/temp-dir'

const ROOT = join(import.meta.dir, '../..')
const PARTS = ['cli', 'db', 'server', 'web']
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

const LISTS = 'server/domain/protocol.ts'

/** Of a row that is missing altogether the compiler speaks only when the others are whole. */
const OPERATION: Readonly<Record<string, Addition>> = {
  'an operation': {
    after: 'export const OPERATIONS = [',
    name: 'an_operation',
    named: ['server/domain/operations.ts', 'server/relay/operations/index.ts'],
  },
}

const FORMATS: Readonly<Record<string, Addition>> = {
  'a client protocol': {
    after: 'export const PROTOCOLS = [',
    name: 'a_protocol',
    named: ['server/domain/operations.ts', 'server/relay/protocols/index.ts'],
  },
  'a wire format of upstreams': {
    after: 'export const DIALECTS = [',
    name: 'a_dialect',
    named: ['server/domain/operations.ts', 'server/relay/dialects/index.ts'],
  },
}

function copyTree(folder: string): void {
  for (const part of [...PARTS, 'package.json']) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  }
  const settings = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...settings, include: PARTS }))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}

/** What the compiler finds, a line each: `file(line,column): error …`. */
async function errorsIn(folder: string): Promise<readonly string[]> {
  const compiler = join(folder, 'node_modules/typescript/bin/tsc')
  const running = Bun.spawn(['node', compiler, '-p', '.', '--noEmit', '--pretty', 'false'], {
    cwd: folder,
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const text = await new Response(running.stdout).text()
  await running.exited
  return text.split('\n').filter((line) => /^\S+\(\d+,\d+\): error/.test(line))
}

for (const additions of [OPERATION, FORMATS]) {
  const title = Object.keys(additions).join(' and ')
  test(
    `${title}: the compiler names every place that must follow, and those are few`,
    async () => {
      using folder = tempDir('additions')
      copyTree(folder.path)
      const path = join(folder.path, LISTS)
      let text = readFileSync(path, 'utf8')
      for (const { after, name } of Object.values(additions)) {
        expect(text).toContain(after)
        text = text.replace(after, `${after} '${name}',`)
      }
      writeFileSync(path, text)
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
