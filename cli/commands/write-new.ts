import { writeFileSync } from 'node:fs'
import { GatewayError } from '../../server/domain/errors/gateway-error'

/** It may hold secrets. */
const OWNER_ONLY = 0o600

/** Throws `file.exists`: no file of a user is overwritten. */
export function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: OWNER_ONLY })
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
    throw isThere ? new GatewayError('file.exists', { path }, { cause }) : cause
  }
}
