/** Files and variables of whoever calls, wherever the command itself runs. */
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { CommandFailure } from '../exit'
import { words } from '../words'

export interface Machine {
  /** Text of a file. Throws `file.unreadable`. */
  readonly file: (path: string) => Promise<string>
  /** Makes a file that only its owner may read; returns its full path. Throws `file.exists`. */
  readonly save: (path: string, content: string | Uint8Array) => Promise<string>
  /** The same in the place of a file that is there already, whose mode stays. */
  readonly replace: (path: string, text: string) => Promise<string>
  /** A secret under `gw` in the keyring of the system. Throws `CommandFailure` without one. */
  readonly keyring: (name: string) => Promise<string | undefined>
  /** Of the environment. */
  readonly variable: (name: string) => Promise<string | undefined>
}

const KEYRING_SERVICE = 'gw'
/** It may hold secrets. */
const OWNER_ONLY = 0o600

export const thisMachine: Machine = {
  file: async (path) => readText(resolve(path)),
  save: async (given, content) => {
    const path = resolve(given)
    writeNewFile(path, content, OWNER_ONLY)
    return path
  },
  replace: async (given, text) => {
    const path = resolve(given)
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, text, { flag: 'wx', mode: statSync(path).mode })
    renameSync(draft, path)
    return path
  },
  keyring: async (name) => {
    try {
      return (await Bun.secrets.get({ service: KEYRING_SERVICE, name })) ?? undefined
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new CommandFailure('keyring.unreadable', words`no keyring to read: ${reason}`, {
        cause,
      })
    }
  },
  variable: async (name) => process.env[name],
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause)) throw cause
    throw new GatewayError('file.unreadable', { path, reason: String(cause.code) }, { cause })
  }
}

/** Throws `file.exists` rather than overwrite. */
export function writeNewFile(path: string, content: string | Uint8Array, mode: number): void {
  try {
    writeFileSync(path, content, { flag: 'wx', mode })
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
    throw isThere ? new GatewayError('file.exists', { path }, { cause }) : cause
  }
}
