import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { databaseFile } from '../../../configuration'
import { keyFilePath } from '../../seal-key-file'
import type { Check, Finding } from '../check'
import type { Surroundings } from '../surroundings'

const OTHERS = 0o077
const OTHERS_WRITE = 0o022

export const files: Check<Surroundings> = {
  id: 'files',
  area: 'files',
  look: async ({ place }) => {
    const file = databaseFile(place.databaseUrl)
    const databaseFiles = file === '' ? [] : [file, `${file}-wal`]
    const secret = [keyFilePath(place.dataDir), ...databaseFiles].flatMap((path) =>
      refused(path, OTHERS),
    )
    const folders = new Set([place.dataDir, ...(file === '' ? [] : [dirname(file)])])
    const open = [...folders].flatMap((path) => refused(path, OTHERS_WRITE))
    const found: Finding[] = [
      ...secret.map((params) => ({
        status: 'fail' as const,
        text: 'doctor.files.readable' as const,
        hint: 'doctor.files.hint' as const,
        params,
      })),
      ...open.map((params) => ({
        status: 'warn' as const,
        text: 'doctor.files.writable' as const,
        hint: 'doctor.files.folder_hint' as const,
        params,
      })),
    ]
    return found.length > 0 ? found : { status: 'ok', text: 'doctor.files.ok' }
  },
}

/** The path and its mode when the mode has one of the bits. */
function refused(path: string, bits: number): { path: string; mode: string }[] {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  return (mode & bits) === 0 ? [] : [{ path, mode: (mode & 0o777).toString(8) }]
}
