/** Who is signed in, as this browser remembers it; the server decides with every call. */
import { useSyncExternalStore } from 'react'
import type { UserJson } from '../../server/domain/endpoints/user'
import { isRecord, readStoredJson, store } from './storage'

const STORED_AS = 'user'

let viewer: UserJson | undefined = readViewer()
const listeners = new Set<() => void>()

function isUser(value: unknown): value is UserJson {
  return isRecord(value) && Number.isInteger(value.id) && Number.isInteger(value.role)
}

function readViewer(): UserJson | undefined {
  return readStoredJson(STORED_AS, isUser)
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** -1 for nobody, as the family's front ends send it. */
export function viewerId(): number {
  return viewer?.id ?? -1
}

/** Also called with fresher facts about the same user. */
export function rememberViewer(user: UserJson): void {
  viewer = user
  store(STORED_AS, JSON.stringify(user))
  tell()
}

export function forgetViewer(): void {
  viewer = undefined
  store(STORED_AS, undefined)
  tell()
}

/** Signing out in one tab signs out the others. */
function onStored(event: StorageEvent): void {
  if (event.key !== STORED_AS && event.key !== null) return
  viewer = readViewer()
  tell()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStored)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStored)
  }
}

/** `undefined` while nobody is signed in. */
export function useViewer(): UserJson | undefined {
  return useSyncExternalStore(subscribe, () => viewer)
}
