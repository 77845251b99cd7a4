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
/** Five runs of the compiler on a busy machine. */
const LIMIT_MS = 600_000

interface Addition {
  readonly file: string
  readonly after: string
  readonly line: string
  /** Every file that has to follow; `undefined` where the compiler does not know all of them. */
  readonly named: readonly string[] | undefined
}

const ADDITIONS: Readonly<Record<string, Addition>> = {
  'an operation': {
    file: 'server/domain/protocol.ts',
    after: 'export const OPERATIONS = [',
    line: "'an_addition',",
    named: ['server/domain/operations.ts', 'server/relay/operations/index.ts'],
  },
  'a client protocol': {
    file: 'server/domain/protocol.ts',
    after: 'export const PROTOCOLS = [',
    line: "'an_addition',",
    named: ['server/domain/operations.ts', 'server/relay/protocols/index.ts'],
  },
  'a wire format of upstreams': {
    file: 'server/domain/protocol.ts',
    after: 'export const DIALECTS = [',
    line: "'an_addition',",
    named: ['server/domain/operations.ts', 'server/relay/dialects/index.ts'],
  },
  'a usage class': {
    file: 'server/domain/usage.ts',
    after: 'export interface Usage {',
    line: 'readonly anAddition: number',
    named: undefined,
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

/** Files with errors, in order. Only what has changed since the last run is looked at anew. */
async function filesWithErrors(folder: string): Promise<string[]> {
  const compiler = join(folder, 'node_modules/typescript/bin/tsc')
  const options = ['--noEmit', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', 'built']
  const running = Bun.spawn(['node', compiler, '-p', '.', ...options], {
    cwd: folder,
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const text = await new Response(running.stdout).text()
  await running.exited
  const files = [...text.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file = '']) => file)
  return [...new Set(files)].sort()
}

test(
  'the compiler names every place that an addition must be written to, and those are few',
  async () => {
    using folder = tempDir('additions')
    copyTree(folder.path)
    expect(await filesWithErrors(folder.path)).toEqual([])
    for (const [what, { file, after, line, named }] of Object.entries(ADDITIONS)) {
      const path = join(folder.path, file)
      const text = readFileSync(path, 'utf8')
      expect(text).toContain(after)
      writeFileSync(path, text.replace(after, `${after}\n${line}`))
      const found = await filesWithErrors(folder.path)
      writeFileSync(path, text)
      expect({ what, found }).toEqual({ what, found: [...(named ?? found)] })
      expect(found).not.toEqual([])
      if (named !== undefined)
        expect(new Set([file, ...found]).size).toBeLessThanOrEqual(MOST_FILES)
    }
  },
  LIMIT_MS,
)
