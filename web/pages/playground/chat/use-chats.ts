import { useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '../../../app/language'
import { nowMs } from '../../../app/now'
import { useToast } from '../../../app/Toasts'
import { type Chat, type Message, newChat } from './chat'
import { forgetChat, readChats, storeChat } from './chat-store'

export type EditMessages = (messages: readonly Message[]) => readonly Message[]

export interface Chats {
  readonly all: readonly Chat[]
  /** The one that is open. */
  readonly chat: Chat
  readonly change: (id: number, edit: EditMessages) => void
  readonly begin: () => void
  readonly open: (id: number) => void
  readonly rename: (id: number, title: string) => void
  readonly forget: (id: number) => void
  /** Adds chats of another browser to those that are here. */
  readonly take: (chats: readonly Chat[]) => void
}

/** The chats of this browser; every change is stored once an answer is complete. */
export function useChats(): Chats {
  const [first] = useState(newChat)
  const [all, setAll] = useState<readonly Chat[]>(() => {
    const stored = readChats()
    return stored.length > 0 ? stored : [first]
  })
  const [openId, open] = useState(all[0]?.id ?? first.id)
  const update = useCallback((id: number, patch: (chat: Chat) => Partial<Chat>) => {
    setAll((chats) => chats.map((one) => (one.id === id ? { ...one, ...patch(one) } : one)))
  }, [])
  const drop = useCallback((ids: readonly number[]) => {
    setAll((chats) => chats.filter(({ id }) => !ids.includes(id)))
  }, [])
  useKeeping(all, drop)
  const change = useCallback(
    (id: number, edit: EditMessages) =>
      update(id, ({ messages }) => ({ messages: edit(messages), changedAtMs: nowMs() })),
    [update],
  )
  const begin = (): void => {
    const fresh = newChat()
    setAll((chats) => [fresh, ...chats.filter(({ messages }) => messages.length > 0)])
    open(fresh.id)
  }
  return {
    all,
    chat: all.find(({ id }) => id === openId) ?? all[0] ?? first,
    change,
    begin,
    open,
    take: (chats) => setAll((old) => [...chats, ...old]),
    rename: (id, title) => update(id, () => ({ title: title.trim() })),
    forget(id) {
      forgetChat(id)
      drop([id])
      if (all.length === 1 || id === openId) begin()
    },
  }
}

/** Stores changes, at rest and when the page is closed, and reports when storage runs out. */
function useKeeping(all: readonly Chat[], drop: (ids: readonly number[]) => void): void {
  const { text } = useText()
  const toast = useToast()
  const saved = useRef<readonly Chat[]>(all)
  const latest = useRef(all)
  useEffect(() => {
    latest.current = all
    const atRest = all.filter((chat) => chat.messages.at(-1)?.state !== 'incomplete')
    const { dropped, isKept } = keep(atRest, saved)
    if (dropped.length > 0) {
      drop(dropped)
      toast.warn(text('playground.dropped', { count: dropped.length }))
    }
    if (!isKept) toast.warn(text('playground.not_kept'))
  }, [all, drop, toast, text])
  useEffect(() => {
    const leave = (): void => {
      keep(latest.current, saved)
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
}

/** Chats are never changed in place, so another object is another chat or a changed one. */
function keep(chats: readonly Chat[], saved: { current: readonly Chat[] }) {
  const changed = chats.filter((chat) => !saved.current.includes(chat))
  const ids = changed.map(({ id }) => id)
  saved.current = [...saved.current.filter(({ id }) => !ids.includes(id)), ...changed]
  const dropped: number[] = []
  let isKept = true
  for (const chat of changed) {
    if (chat.messages.length === 0) forgetChat(chat.id)
    else {
      const keeping = storeChat(chat)
      dropped.push(...keeping.dropped)
      isKept = isKept && keeping.isKept
    }
  }
  return { dropped, isKept }
}
