/** A copy of the tree to add lines to, and what the compiler says of it. */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')
const SOURCES = ['cli', 'db', 'server', 'web'] as const

/** `tests` are folders and files that run in the copy, which the compiler does not see. */
export function copyTree(folder: string, tests: readonly string[] = []): void {
  for (const part of [...SOURCES, ...tests, 'package.json']) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  }
  const settings = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...settings, include: SOURCES }))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}

/** Throws when the text is not there. */
export function addAfter(path: string, after: string, added: string): void {
  const text = readFileSync(path, 'utf8')
  if (!text.includes(after)) throw new Error(`${path} has no ${after}`)
  writeFileSync(path, text.replace(after, `${after}${added}`))
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
