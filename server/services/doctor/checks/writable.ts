import { closeSync, existsSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeObstacle } from '../../../../db/maintenance/write-probe'
import { databaseFile } from '../../../configuration'
import { type Check, type Finding, told } from '../check'
import type { Surroundings } from '../surroundings'

/** More than one commit of a busy gateway writes. */
const PROBE_BYTES = 1024 * 1024

/** Really writes, next to the database: free space alone shows no quota and no read-only disk. */
export const writable: Check<Surroundings> = {
  id: 'writable',
  area: 'machine',
  look: async ({ place }) => {
    const file = databaseFile(place.databaseUrl)
    const folder = file === '' ? place.dataDir : dirname(file)
    // The first start makes it.
    if (!existsSync(folder)) return []
    const found: Finding[] = []
    try {
      writeBeside(folder)
    } catch (error) {
      const params = { folder, reason: told(error, place.language) }
      const hint = 'doctor.writable.folder_hint'
      found.push({ status: 'fail', text: 'doctor.writable.folder', hint, params })
    }
    const obstacle = file !== '' && existsSync(file) ? writeObstacle(file) : undefined
    if (obstacle !== undefined) {
      const params = { file, reason: told(obstacle, place.language) }
      const hint = 'doctor.writable.file_hint'
      found.push({ status: 'fail', text: 'doctor.writable.file', hint, params })
    }
    return found.length > 0
      ? found
      : { status: 'ok', text: 'doctor.writable.ok', params: { folder } }
  },
}

/** In a folder of its own that nobody else can have made; on disk, and gone again. */
function writeBeside(folder: string): void {
  const own = mkdtempSync(join(folder, '.write-probe-'))
  try {
    const file = openSync(join(own, 'probe'), 'wx', 0o600)
    try {
      const bytes = Buffer.alloc(PROBE_BYTES)
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}
