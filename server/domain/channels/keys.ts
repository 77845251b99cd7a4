/** The keys of a channel that has several: how they are stored, and which are in use. */
import { isRecord } from '../json/records'
import { CHANNEL_STATUS } from '../status'

/** How the next key is chosen among those that work. */
export const KEY_MODES = ['round_robin', 'random', 'least_used'] as const
export type KeyMode = (typeof KEY_MODES)[number]

export const DEFAULT_KEY_MODE: KeyMode = 'round_robin'
/** Stands for the key of a channel that has one. */
export const ONLY_KEY = 0
/** What one row of the database holds without becoming a burden to every list. */
export const MAX_KEYS = 500
export const MAX_KEY_WEIGHT = 1000

const MARK_CHARACTERS = 16

export interface StoredKey {
  /** From 1; never given again within its channel while the channel has it. */
  readonly id: number
  readonly sealed: string
  readonly hash: string
  /** The last characters, by which its owner knows it again. */
  readonly hint: string
  /** The numbers of `CHANNEL_STATUS`. */
  readonly status: number
  /** Its share of the calls, against the sum of all. */
  readonly weight: number
  /** Why it was taken out of use; "" for none. */
  readonly reason: string
  /** Epoch ms of the last change of its state. */
  readonly at: number
}

/** What a key's calls are counted under: it stays when the key is entered again. */
export function keyMark(channelId: number, { hash }: Pick<StoredKey, 'hash'>): string {
  return `${channelId}:${hash.slice(0, MARK_CHARACTERS)}`
}

export function isKeyMode(text: string): text is KeyMode {
  return KEY_MODES.some((mode) => mode === text)
}

/** None for a channel with one key, and for a text that cannot be read. */
export function readKeys(text: string): readonly StoredKey[] {
  if (text === '') return []
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed.filter(isStoredKey) : []
  } catch {
    return []
  }
}

function isStoredKey(value: unknown): value is StoredKey {
  if (!isRecord(value)) return false
  const numbers = [value.id, value.status, value.weight, value.at]
  const texts = [value.sealed, value.hash, value.hint, value.reason]
  return (
    numbers.every((number) => Number.isSafeInteger(number)) &&
    texts.every((text) => typeof text === 'string')
  )
}

export function writeKeys(keys: readonly StoredKey[]): string {
  return keys.length === 0 ? '' : JSON.stringify(keys)
}

export function isInUse({ status }: Pick<StoredKey, 'status'>): boolean {
  return status === CHANNEL_STATUS.enabled
}

/** The one that stands for the channel where only one can: the first in use, else the first. */
export function mainKey(keys: readonly StoredKey[]): StoredKey | undefined {
  return keys.find(isInUse) ?? keys[0]
}

const HINT_CHARACTERS = 4
const LEAST_HINTED = 12

/** Short keys and documents show nothing: the rest of them would reveal too much, or nothing. */
export function keyHint(key: string): string {
  if (key.length < LEAST_HINTED || key.includes('\n') || key.startsWith('{')) return '…'
  return `…${key.slice(-HINT_CHARACTERS)}`
}
