/**
 * A new kind of limit is a row and its texts: both are added to a copy of the tree, which still
 * compiles, and everything that sets, shows or enforces limits has the kind. A kind that lacks a
 * part of its row or a text does not compile.
 */
import { expect, test } from 'bun:test'
import { cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cliEnv } from '../support/cli'
import { tempDir } from '../support/temp-dir'
import { addAfter, copyTree, errorsIn } from './tree-copy'

const ROOT = resolve(import.meta.dir, '../..')
/** The compiler, a build of the console, and a gateway with command line, terminal and browser. */
const LIMIT_MS = 480_000

const ROWS = 'server/domain/limits/kinds.ts'
const ZH = 'server/domain/i18n/zh/limits.ts'
const EN = 'server/domain/i18n/en/limits.ts'

const COUNTED = "letter: 'a', counts: 'calls', of: 'window', unit: 'answers', header: 'answers'"
/** Calls that were answered. */
const FINAL = 'final: (counted, { tokens }) => (tokens > 0 ? counted : 0)'

function addRow(folder: string, row: string): void {
  addAfter(join(folder, ROWS), 'const ROWS = {', `\n  answers: { ${row} },`)
}

function addTexts(folder: string): void {
  const texts = (kind: string, name: string, most: string) =>
    `\n  'limit.kind_answers': '${kind}',` +
    `\n  'limit.name_answers': '${name}',` +
    `\n  'limit.most_answers': '${most}',`
  addAfter(join(folder, ZH), 'zhLimits = {', texts('次回答', '回答数', '最多回答数'))
  addAfter(join(folder, EN), '> = {', texts('answers', 'Answers', 'most answers'))
}

async function filesNamed(row: string, hasTexts: boolean): Promise<readonly string[]> {
  using folder = tempDir('kind-gap')
  for (const part of ['server/domain', 'package.json', 'tsconfig.json']) {
    cpSync(join(ROOT, part), join(folder.path, part), { recursive: true })
  }
  const settings = await Bun.file(join(ROOT, 'tsconfig.json')).json()
  const own = { ...settings, include: ['server/domain'] }
  writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify(own))
  symlinkSync(join(ROOT, 'node_modules'), join(folder.path, 'node_modules'))
  addRow(folder.path, row)
  if (hasTexts) addTexts(folder.path)
  const errors = await errorsIn(folder.path)
  return [...new Set(errors.map((line) => line.slice(0, line.indexOf('('))))].sort()
}

test(
  'a kind that does not say what stays counted does not compile',
  async () => {
    expect(await filesNamed(COUNTED, true)).toContain(ROWS)
  },
  LIMIT_MS,
)

test(
  'a kind without its texts does not compile, and the file of texts is named',
  async () => {
    expect(await filesNamed(`${COUNTED}, ${FINAL}`, false)).toEqual([ZH])
  },
  LIMIT_MS,
)

test(
  'a row and its texts are all that a new kind needs',
  async () => {
    using folder = tempDir('kind')
    copyTree(folder.path, ['tests', 'package-lock.json'])
    addRow(folder.path, `${COUNTED}, ${FINAL}`)
    addTexts(folder.path)
    expect(await errorsIn(folder.path)).toEqual([])
    rmSync(join(folder.path, 'web/dist'), { recursive: true, force: true })
    await succeeds(folder.path, 'cli/dev/web.ts')
    const witness = './tests/house/added-limit-kind.ts'
    const told = await succeeds(folder.path, 'test', '--timeout', '120000', witness)
    expect(told).toContain(' 0 fail')
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
