/** Tells one build from another: what the console is made of, as a short word. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export function versionOf(folders: readonly string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders) addFolder(folder)
  return hash.digest('base64url').slice(0, 8)

  function addFolder(folder: string): void {
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name)
      if (name === 'dist') continue
      if (statSync(path).isDirectory()) addFolder(path)
      else hash.update(readFileSync(path))
    }
  }
}
