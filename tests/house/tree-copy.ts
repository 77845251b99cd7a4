/** A copy of the tree to add lines to, and what the compiler says of it. */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')
const SOURCES = ['cli', 'db', 'server', 'web'] as const

interface Parts {
  /** What the compiler sees; all of it unless told. */
  readonly sources?: readonly string[]
  /** Files and folders that run in the copy, which the compiler does not see. */
  readonly others?: readonly string[]
}

export function copyTree(folder: string, { sources = SOURCES, others = [] }: Parts = {}): void {
  for (const part of [...sources, ...others, 'package.json']) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  }
  const settings = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...settings, include: sources }))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}

/** Throws when the text is not there. */
export function addAfter(path: string, after: string, added: string): void {
  replace(path, after, `${after}${added}`)
}

/** Throws when the text is not there. */
export function addBefore(path: string, before: string, added: string): void {
  replace(path, before, `${added}${before}`)
}

function replace(path: string, old: string, by: string): void {
  const text = readFileSync(path, 'utf8')
  if (!text.includes(old)) throw new Error(`${path} has no ${old}`)
  writeFileSync(
    path,
    text.replace(old, () => by),
  )
}

/** What the compiler finds, a line each: `file(line,column): error …`. */
export async function errorsIn(folder: string): Promise<readonly string[]> {
  const compiler = join(folder, 'node_modules/typescript/bin/tsc')
  const options = ['-p', '.', '--noEmit', '--pretty', 'false', '--checkers', '1']
  const running = Bun.spawn(['node', compiler, ...options], {
    cwd: folder,
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const text = await new Response(running.stdout).text()
  await running.exited
  return text.split('\n').filter((line) => /^\S+\(\d+,\d+\): error/.test(line))
}
