/** Who is signed in, as this browser remembers it; the server decides with every call. */
import { useSyncExternalStore } from 'react'
import type { MemberRole } from '../../server/domain/accounts/membership'
import type { UserJson } from '../../server/domain/endpoints/user'
import { isRecord, readStoredJson, store } from './storage'

const STORED_AS = 'user'
const ACTING_AS = 'organisation'

/** The organisation whose account this tab shows, and what the viewer is in it. */
export interface ActingFor {
  readonly id: number
  readonly name: string
  readonly role: MemberRole
}

let viewer: UserJson | undefined = readViewer()
const acting: ActingFor | undefined = viewer && readStoredJson(ACTING_AS, isActing)
let shown: UserJson | undefined = accountOf(viewer)
const listeners = new Set<() => void>()

function isUser(value: unknown): value is UserJson {
  return isRecord(value) && Number.isInteger(value.id) && Number.isInteger(value.role)
}

function isActing(value: unknown): value is ActingFor {
  return isRecord(value) && Number.isInteger(value.id) && typeof value.role === 'string'
}

/** An organisation is shown as an ordinary user of its name. */
function accountOf(user: UserJson | undefined): UserJson | undefined {
  if (user === undefined || acting === undefined) return user
  return { ...user, id: acting.id, username: acting.name, display_name: acting.name, role: 1 }
}

/** `undefined` for the own account; it does not change while a tab is open. */
export function actingFor(): ActingFor | undefined {
  return acting
}

/** A full navigation, so that nothing of the other account stays in memory. */
export function actFor(organisation: ActingFor | undefined): void {
  store(ACTING_AS, organisation && JSON.stringify(organisation))
  location.assign('/organisation')
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
  shown = accountOf(user)
  store(STORED_AS, JSON.stringify(user))
  tell()
}

export function forgetViewer(): void {
  viewer = undefined
  shown = undefined
  store(STORED_AS, undefined)
  store(ACTING_AS, undefined)
  tell()
}

/** Signing out in one tab signs out the others. */
function onStored(event: StorageEvent): void {
  if (event.key !== STORED_AS && event.key !== null) return
  viewer = readViewer()
  shown = accountOf(viewer)
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

/** The account that is shown; `undefined` while nobody is signed in. */
export function useViewer(): UserJson | undefined {
  return useSyncExternalStore(subscribe, () => shown)
}
