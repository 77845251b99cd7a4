/**
 * Folders of rehearsals. Each holds the mark of the process it belongs to, so that a later one
 * finds what was left behind by a process that was killed and could not clean up.
 */
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processMark, stillRuns } from '../runtime/process-mark'

const PREFIX = 'gw-rehearsal-'
const OWNER = 'owner'

/** Only its owner can read it. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  writeFileSync(join(folder, OWNER), processMark(process.pid))
  return folder
}

/** It is the operator's from now on. */
export function keepFolder(folder: string): void {
  rmSync(join(folder, OWNER), { force: true })
}

export interface LeftFolders {
  readonly removed: readonly string[]
  /** Those that could not be removed. */
  readonly stuck: readonly string[]
}

/** Removes what ended processes have left here. */
export function removeLeftFolders(): LeftFolders {
  const removed: string[] = []
  const stuck: string[] = []
  for (const folder of foldersHere()) {
    const owner = ownerOf(folder)
    if (owner === undefined || stillRuns(owner)) continue
    try {
      rmSync(folder, { recursive: true, force: true })
      removed.push(folder)
    } catch {
      stuck.push(folder)
    }
  }
  return { removed, stuck }
}

/** Other users may have folders of the same name, and links that lead elsewhere. */
function foldersHere(): readonly string[] {
  const all = readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX))
  return all
    .map((name) => join(tmpdir(), name))
    .filter((path) => {
      const found = lstatSync(path, { throwIfNoEntry: false })
      return found?.isDirectory() === true && found.uid === process.getuid?.()
    })
}

/** `undefined` for one that is kept. */
function ownerOf(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, OWNER), 'utf8')
  } catch {
    return undefined
  }
}
