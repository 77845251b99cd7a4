import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TempDir {
  readonly path: string
  remove(): void
  /** For `using`: removed at the end of the block. */
  [Symbol.dispose](): void
}

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
/** A container may have 64 MB there, which some databases of tests outgrow. */
const ROOM_BYTES = 4 * 2 ** 30

/** A fresh folder. Whoever makes it removes it: bun test runs no exit handlers. */
export function tempDir(label = 'test', within = tmpdir()): TempDir {
  const path = mkdtempSync(join(within, `gw-${label}-`))
  const remove = (): void => rmSync(path, { recursive: true, force: true })
  return { path, remove, [Symbol.dispose]: remove }
}

const DATA_PLACE = hasRoom(MEMORY) ? MEMORY : tmpdir()

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= ROOM_BYTES
  } catch {
    return false
  }
}

/**
 * A fresh folder for the data of a gateway: in memory where there is plenty, because no test cuts
 * the power and most of what a start takes is waiting for the disk. Nothing there is executed.
 */
export function gatewayFolder(label = 'data'): TempDir {
  return tempDir(label, DATA_PLACE)
}

/** Runs `start` with a fresh folder for data that is removed at once if it fails. */
export async function withTempDir<T>(
  label: string,
  start: (folder: TempDir) => Promise<T>,
): Promise<T> {
  const folder = gatewayFolder(label)
  try {
    return await start(folder)
  } catch (error) {
    folder.remove()
    throw error
  }
}
