/**
 * Where this browser stores the chats of whoever is signed in. Each has a key of its own, so that
 * two tabs do not overwrite each other's.
 */
import { viewerId } from '../../../app/session'
import { isRecord, readStoredJson, store, storedKeys } from '../../../app/storage'
import type { Chat, Message } from './chat'

const MOST_CHATS = 100

function prefix(): string {
  return `playground-chat:${viewerId()}:`
}

function isChat(value: unknown): value is Chat {
  return (
    isRecord(value) &&
    typeof value.title === 'string' &&
    Number.isInteger(value.id) &&
    Number.isInteger(value.changedAtMs) &&
    Array.isArray(value.messages)
  )
}

/** The one that was changed last comes first. */
export function readChats(): readonly Chat[] {
  return storedKeys(prefix())
    .flatMap((key) => readStoredJson(key, isChat) ?? [])
    .map((chat) => ({ ...chat, messages: chat.messages.map(settled) }))
    .sort((a, b) => b.changedAtMs - a.changedAtMs)
}

/** An answer that was incomplete when the page was closed will not go on. */
function settled(message: Message): Message {
  const isOpen = message.state === 'loading' || message.state === 'incomplete'
  return isOpen ? { ...message, state: 'complete' } : message
}

/** Pictures would fill the storage at once. */
function withoutPictures(message: Message): Message {
  const { images, lostImages = 0 } = message
  const lost = images.length + lostImages
  return { ...message, images: [], ...(lost > 0 && { lostImages: lost }) }
}

export interface Keeping {
  readonly isKept: boolean
  /** Chats that had to make room. */
  readonly dropped: readonly number[]
}

/** Drops the oldest chats while there is no room for this one. */
export function storeChat(chat: Chat): Keeping {
  const key = `${prefix()}${chat.id}`
  const value = JSON.stringify({ ...chat, messages: chat.messages.map(withoutPictures) })
  const others = readChats().filter(({ id }) => id !== chat.id)
  const dropped: number[] = []
  const drop = (): boolean => {
    const oldest = others.pop()
    if (oldest === undefined) return false
    forgetChat(oldest.id)
    dropped.push(oldest.id)
    return true
  }
  while (others.length >= MOST_CHATS) drop()
  let isKept = store(key, value)
  while (!isKept && drop()) isKept = store(key, value)
  return { isKept, dropped }
}

export function forgetChat(id: number): void {
  store(`${prefix()}${id}`, undefined)
}
