/** Long texts are written in the editor of the person, as `git commit` does it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '../../server/configuration-values'

/** `undefined` when the editor failed or exited with an error. */
export async function editText(text: string, env: Environment): Promise<string | undefined> {
  const editor = env.VISUAL || env.EDITOR || 'vi'
  const folder = mkdtempSync(join(tmpdir(), 'gw-edit-'))
  const file = join(folder, 'text')
  try {
    writeFileSync(file, text, { mode: 0o600 })
    // An editor may come with flags, which the shell takes apart.
    const child = Bun.spawn(['sh', '-c', `${editor} "$1"`, 'sh', file], {
      stdin: 'inherit',
      stdout: 'inherit',
      stderr: 'inherit',
    })
    if ((await child.exited) !== 0) return undefined
    const edited = readFileSync(file, 'utf8')
    // Editors end the last line; the text did not have to.
    return text.endsWith('\n') ? edited : edited.replace(/\n$/, '')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
