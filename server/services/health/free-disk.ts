import { statfsSync } from 'node:fs'

/** With less, the next burst of calls may find no room for its log. */
export const LEAST_FREE_BYTES = 100 * 1024 * 1024

export function freeBytesAt(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
