import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

const OWNER_ONLY = 0o600
const OWNER_ONLY_FOLDER = 0o700

/** The file holds password hashes; SQLite gives its side files the same mode. */
export function createOwnerOnly(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: OWNER_ONLY_FOLDER })
  closeSync(openSync(path, 'a', OWNER_ONLY))
}
