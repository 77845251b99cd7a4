/** Temporary folders of a rehearsal, so that one that is interrupted leaves none behind. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made = new Set<string>()

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gw-chaos-'))
  made.add(folder)
  return folder
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  made.delete(folder)
}

export function removeFolders(): void {
  for (const folder of made) removeFolder(folder)
}
