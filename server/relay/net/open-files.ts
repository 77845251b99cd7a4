/** Whether this process has reached the number of files and sockets that the system allows it. */
import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'

const OUT_OF_FILES: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE'])

/**
 * For after a connection has failed: Bun calls a socket that it could not open for want of a
 * descriptor "refused", as if the other side had done it.
 */
export function isOutOfFiles(): boolean {
  try {
    closeSync(openSync(devNull, 'r'))
    return false
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && OUT_OF_FILES.has(cause.code)
  }
}
