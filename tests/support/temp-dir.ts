import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TempDir {
  readonly path: string
  remove(): void
  /** For `using`: removed at the end of the block. */
  [Symbol.dispose](): void
}

/** A fresh folder. Whoever makes it removes it: bun test runs no exit handlers. */
export function tempDir(label = 'test'): TempDir {
  const path = mkdtempSync(join(tmpdir(), `gw-${label}-`))
  const remove = (): void => rmSync(path, { recursive: true, force: true })
  return { path, remove, [Symbol.dispose]: remove }
}

/** Runs `start` with a fresh folder that is removed at once if it fails. */
export async function withTempDir<T>(
  label: string,
  start: (folder: TempDir) => Promise<T>,
): Promise<T> {
  const folder = tempDir(label)
  try {
    return await start(folder)
  } catch (error) {
    folder.remove()
    throw error
  }
}
