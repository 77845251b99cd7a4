/** Settings files of agents: read as they are, written so that nobody else sees a key. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { CommandFailure } from '../exit'
import { words } from '../words'
import type { SettingsFile } from './agent'
import { FORMATS } from './formats'

/** What a file held, and may be read by whom. */
export interface FileContent {
  readonly bytes: Buffer
  readonly mode: number
}

/** `undefined` where there is none. */
export function existingFile(path: string): FileContent | undefined {
  if (!existsSync(path)) return undefined
  return { bytes: readFileSync(path), mode: statSync(path).mode & 0o777 }
}

/** The file with the settings in it. Throws `file.unreadable` for what its format is not. */
export function textWith({ path, format, settings }: SettingsFile): string {
  const before = existingFile(path)?.bytes.toString('utf8') ?? ''
  try {
    return FORMATS[format].apply(before, settings)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new CommandFailure('file.unreadable', words`${path} is left alone: ${why}`, { cause })
  }
}

/** Nothing where the file is not there or cannot be read. */
export function valuesIn({ path, format }: Pick<SettingsFile, 'path' | 'format'>): unknown {
  const file = existingFile(path)
  if (file === undefined) return undefined
  try {
    return FORMATS[format].read(file.bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Whole or not at all; a link is followed, so that it stays one. */
export function writeWhole(path: string, { bytes, mode }: FileContent): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const target = existsSync(path) ? realpathSync(path) : path
  const draft = `${target}.gw-${process.pid}`
  writeFileSync(draft, bytes, { mode })
  // The mode above loses what the mask of the shell takes away.
  chmodSync(draft, mode)
  renameSync(draft, target)
}
