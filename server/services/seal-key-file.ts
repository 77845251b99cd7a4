/** The key file beside the database, made at first start and readable by its owner only. */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { GatewayError } from '../domain/errors/gateway-error'

const FILE_NAME = 'secret.key'
const KEY_BYTES = 32
const OWNER_ONLY = 0o600
const OWNER_ONLY_FOLDER = 0o700
const OTHERS = 0o077

export function readOrCreateKeyFile(dataDir: string): Buffer {
  return readKeyFile(dataDir) ?? createKeyFile(dataDir)
}

export function keyFilePath(dataDir: string): string {
  return join(dataDir, FILE_NAME)
}

/** `undefined` when there is none. */
export function readKeyFile(dataDir: string): Buffer | undefined {
  const path = keyFilePath(dataDir)
  let mode: number
  try {
    mode = statSync(path).mode
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined
    throw error
  }
  if ((mode & OTHERS) !== 0) {
    throw new GatewayError('secret.key_invalid', {
      reason: 'reason.key_file_open',
      path,
    })
  }
  const text = readFileSync(path, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new GatewayError('secret.key_invalid', { reason: 'reason.key_file_empty', path })
  }
  return Buffer.from(text, 'hex')
}

/**
 * Written whole under another name and then linked: a process that starts at the same moment
 * sees no file or all of it, and the first to link wins.
 */
function createKeyFile(dataDir: string): Buffer {
  const path = keyFilePath(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY_FOLDER })
  const draft = `${path}.${randomBytes(KEY_BYTES / 2).toString('hex')}`
  const file = openSync(draft, 'wx', OWNER_ONLY)
  try {
    writeSync(file, `${randomBytes(KEY_BYTES).toString('hex')}\n`)
    // A key that a power cut takes away takes every sealed secret with it.
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const key = readKeyFile(dataDir)
  if (key === undefined) throw new Error(`${path} vanished while it was made`)
  return key
}

function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
