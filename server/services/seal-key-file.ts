/**
 * The key file next to the database, made at first start and readable by its owner only: one key
 * per line. The first seals; those after it are former ones, which still open.
 */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
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

export function readOrCreateKeyFile(dataDir: string): readonly Buffer[] {
  return readKeyFile(dataDir) ?? createKeyFile(dataDir)
}

/** Changes with the file; "" when there is none. */
export function keyFileStamp(dataDir: string): string {
  const stats = statSync(keyFilePath(dataDir), { throwIfNoEntry: false })
  return stats === undefined ? '' : `${stats.ino}:${stats.mtimeMs}:${stats.size}`
}

export function keyFilePath(dataDir: string): string {
  return join(dataDir, FILE_NAME)
}

/** `undefined` when there is none. */
export function readKeyFile(dataDir: string): readonly Buffer[] | undefined {
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
  const lines = readFileSync(path, 'utf8').trim().split(/\s+/)
  if (!lines.every((line) => /^[0-9a-f]{64}$/.test(line))) {
    throw new GatewayError('secret.key_invalid', { reason: 'reason.key_file_empty', path })
  }
  return lines.map((line) => Buffer.from(line, 'hex'))
}

/** Makes a key that seals from now on, before those that are there. */
export function addKeyToFile(dataDir: string): void {
  const known = readKeyFile(dataDir) ?? []
  const draft = writeDraft(dataDir, [randomBytes(KEY_BYTES), ...known])
  renameSync(draft, keyFilePath(dataDir))
  syncFolder(dataDir)
}

/**
 * Written completely under another name and then linked: a process that starts at the same moment
 * sees no file or all of it, and the first to link wins.
 */
function createKeyFile(dataDir: string): readonly Buffer[] {
  const path = keyFilePath(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY_FOLDER })
  const draft = writeDraft(dataDir, [randomBytes(KEY_BYTES)])
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const keys = readKeyFile(dataDir)
  if (keys === undefined) throw new Error(`${path} vanished while it was made`)
  return keys
}

/** A key that a power cut takes away takes every sealed secret with it. */
function writeDraft(dataDir: string, keys: readonly Buffer[]): string {
  const draft = `${keyFilePath(dataDir)}.${randomBytes(KEY_BYTES / 2).toString('hex')}`
  const file = openSync(draft, 'wx', OWNER_ONLY)
  try {
    writeSync(file, keys.map((key) => `${key.toString('hex')}\n`).join(''))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return draft
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
