/** What a setup has changed, recorded so that it can be undone to the last byte. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Environment } from '../../server/configuration-values'
import { CommandFailure } from '../exit'
import { ownFile } from '../runtime/contexts'
import { words } from '../words'
import { existingFile, writeWhole } from './files'

const TouchedFile = Type.Object({
  path: Type.String(),
  /** Base64 of what was there; null where there was no file. */
  before: Type.Union([Type.String(), Type.Null()]),
  mode: Type.Integer(),
  /** SHA-256 of what was written. */
  written: Type.String(),
  /** Somebody else has changed it between two setups. */
  edited: Type.Boolean(),
  /** The outermost folder that had to be made. */
  folder: Type.Union([Type.String(), Type.Null()]),
})
type TouchedFile = Static<typeof TouchedFile>

const SetupRecord = Type.Object({
  agent: Type.String(),
  /** As `gatewayName` says it. */
  gateway: Type.String(),
  /** The token that was made for it; null where a key was given. */
  token: Type.Union([
    Type.Object({ id: Type.Integer(), name: Type.String(), as: Type.Optional(Type.String()) }),
    Type.Null(),
  ]),
  files: Type.Array(TouchedFile),
})
export type SetupRecord = Static<typeof SetupRecord>

const pathOf = (env: Environment, agent: string) => ownFile(env, 'agents', `${agent}.json`)

/** `undefined` where the agent has not been set up. */
export function readRecord(env: Environment, agent: string): SetupRecord | undefined {
  const path = pathOf(env, agent)
  const file = existingFile(path)
  if (file === undefined) return undefined
  try {
    return Value.Parse(SetupRecord, JSON.parse(file.bytes.toString('utf8')))
  } catch (cause) {
    throw new CommandFailure('file.unreadable', words`${path} is no record of a setup`, { cause })
  }
}

export function writeRecord(env: Environment, record: SetupRecord): void {
  const bytes = Buffer.from(`${JSON.stringify(record, undefined, 2)}\n`)
  writeWhole(pathOf(env, record.agent), { bytes, mode: 0o600 })
}

export function removeRecord(env: Environment, agent: string): void {
  rmSync(pathOf(env, agent), { force: true })
}

/** Of a file that is about to get this text; `former` is what the setup before this one noted. */
export function touched(path: string, text: string, former: TouchedFile | undefined): TouchedFile {
  const file = existingFile(path)
  const written = sumOf(Buffer.from(text))
  if (former !== undefined) {
    const isEdited = former.edited || !isAsWritten(former)
    return { ...former, written, edited: isEdited }
  }
  const before = file === undefined ? null : file.bytes.toString('base64')
  const folder = firstMissing(dirname(path)) ?? null
  return { path, before, mode: file?.mode ?? 0o600, written, edited: false, folder }
}

/** The outermost folder of a path that is not there. */
function firstMissing(folder: string): string | undefined {
  if (existsSync(folder)) return undefined
  return firstMissing(dirname(folder)) ?? folder
}

/** Keeps the mode of a file that is there, but for those who could read the key. */
export function writeTouched({ path }: TouchedFile, text: string): void {
  const mode = (existingFile(path)?.mode ?? 0o600) & 0o700
  writeWhole(path, { bytes: Buffer.from(text), mode })
}

/** Files that were changed since the setup, where an undo would lose something. */
export function changedSince({ files }: SetupRecord): readonly string[] {
  return files.filter((file) => file.edited || !isAsWritten(file)).map(({ path }) => path)
}

/** Puts every file back as it was, byte for byte. */
export function restore({ files }: SetupRecord): void {
  for (const { path, before, mode, folder } of files) {
    if (before === null) rmSync(path, { force: true })
    else writeWhole(path, { bytes: Buffer.from(before, 'base64'), mode })
    if (folder !== null) removeEmpty(dirname(path), folder)
  }
}

/** From the inside to the outside, as far as nobody has put anything in. */
function removeEmpty(folder: string, outermost: string): void {
  const isInside = folder === outermost || folder.startsWith(`${outermost}/`)
  if (!isInside || !existsSync(folder) || readdirSync(folder).length > 0) return
  rmdirSync(folder)
  removeEmpty(dirname(folder), outermost)
}

/** A file that was not written yet, or has been put back, loses nothing either. */
function isAsWritten({ path, before, written }: TouchedFile): boolean {
  const file = existingFile(path)
  if (file === undefined) return before === null
  return sumOf(file.bytes) === written || file.bytes.toString('base64') === before
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
