import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../server/domain/api-calls/answer'
import { failureText } from '../../../server/domain/api-calls/failure'
import { call, openChat } from '../../api/client'
import { useText } from '../../language'
import { useToast } from '../../shell/Toasts'
import {
  type Chat,
  type ChatSettings,
  type Message,
  type MessageBill,
  readChats,
  requestOf,
  storeChats,
} from './chat'
import { piecesOf } from './chat-stream'

const REQUEST_ID = 'x-oneapi-request-id'

export interface ChatPort {
  readonly chats: readonly Chat[]
  readonly chat: Chat
  readonly isBusy: boolean
  readonly send: (content: string, images: readonly string[]) => void
  /** Asks again for the last answer. */
  readonly regenerate: () => void
  /** Puts other words at the place of a message and goes on from there. */
  readonly edit: (id: number, content: string) => void
  readonly remove: (id: number) => void
  readonly stop: () => void
  readonly begin: () => void
  readonly open: (id: number) => void
  readonly forget: (id: number) => void
}

let lastId = 0

/** Unique within all that is stored here. */
function nextId(): number {
  lastId = Math.max(lastId + 1, Math.floor(performance.timeOrigin + performance.now()))
  return lastId
}

function message(role: Message['role'], content: string, images: readonly string[] = []): Message {
  const state = role === 'user' ? 'complete' : 'loading'
  return { id: nextId(), role, content, images, reasoning: '', state }
}

export function useChat(settings: ChatSettings): ChatPort {
  const answering = useAnswers(settings)
  const { chats, setChats, chat, setOpenId, change, ask, isBusy, stop } = answering
  useEffect(() => {
    if (!isBusy) storeChats(chats)
  }, [chats, isBusy])
  useEffect(() => stop, [stop])
  const before = (id: number): readonly Message[] =>
    chat.messages.slice(
      0,
      chat.messages.findIndex((one) => one.id === id),
    )
  const begin = (): void => {
    const fresh: Chat = { id: nextId(), messages: [] }
    setChats((all) => [fresh, ...all.filter(({ messages }) => messages.length > 0)])
    setOpenId(fresh.id)
  }
  return {
    chats,
    chat,
    isBusy,
    stop,
    begin,
    open: setOpenId,
    send: (content, images) => ask([...chat.messages, message('user', content, images)]),
    regenerate() {
      const last = chat.messages.findLastIndex(({ role }) => role === 'user')
      if (last >= 0) ask(chat.messages.slice(0, last + 1))
    },
    edit(id, content) {
      const old = chat.messages.find((one) => one.id === id)
      if (old?.role === 'user') ask([...before(id), message('user', content, old.images)])
      else change((all) => all.map((one) => (one.id === id ? { ...one, content } : one)))
    },
    remove: (id) => change((all) => all.filter((one) => one.id !== id)),
    forget(id) {
      const rest = chats.filter((one) => one.id !== id)
      setChats(rest.length > 0 ? rest : [{ id: nextId(), messages: [] }])
      setOpenId(rest[0]?.id ?? 0)
    },
  }
}

/** The chats, and the one answer that may be under way. */
function useAnswers(settings: ChatSettings) {
  const { text } = useText()
  const toast = useToast()
  const [chats, setChats] = useState<readonly Chat[]>(() => {
    const stored = readChats()
    return stored.length > 0 ? stored : [{ id: nextId(), messages: [] }]
  })
  const [openId, setOpenId] = useState(chats[0]?.id ?? 0)
  const running = useRef<AbortController | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const chat = chats.find(({ id }) => id === openId) ?? chats[0] ?? { id: 0, messages: [] }
  const chatId = chat.id
  const change = useCallback(
    (edit: (messages: readonly Message[]) => readonly Message[]) =>
      setChats((all) =>
        all.map((one) => (one.id === chatId ? { ...one, messages: edit(one.messages) } : one)),
      ),
    [chatId],
  )
  const ask = async (messages: readonly Message[]): Promise<void> => {
    if (running.current !== undefined) {
      toast.warn(text('playground.busy'))
      return
    }
    const controller = new AbortController()
    running.current = controller
    setBusy(true)
    const answer = message('assistant', '')
    const note = (patch: (old: Message) => Partial<Message>): void =>
      change((all) => all.map((one) => (one.id === answer.id ? { ...one, ...patch(one) } : one)))
    change(() => [...messages, answer])
    try {
      const body = requestOf(settings, messages)
      await readAnswer(await openChat({ body, signal: controller.signal }), note)
    } catch (error) {
      if (controller.signal.aborted) note(() => ({ state: 'complete' }))
      else note((old) => ({ state: 'error', content: old.content || failureText(error, text) }))
      // What broke off midway keeps its text; the reason is told beside it.
      if (!controller.signal.aborted && error instanceof ApiError) toast.failure(error)
    } finally {
      running.current = undefined
      setBusy(false)
    }
  }
  const stop = useCallback(() => running.current?.abort(), [])
  return {
    chats,
    setChats,
    chat,
    setOpenId,
    change,
    isBusy,
    stop,
    ask: (m: readonly Message[]) => void ask(m),
  }
}

async function readAnswer(
  response: Response,
  note: (patch: (old: Message) => Partial<Message>) => void,
): Promise<void> {
  let usage: { readonly prompt: number; readonly completion: number } | undefined
  for await (const piece of piecesOf(response)) {
    usage = piece.usage ?? usage
    note((old) => ({
      state: 'incomplete',
      content: old.content + piece.content,
      reasoning: old.reasoning + piece.reasoning,
    }))
  }
  const requestId = response.headers.get(REQUEST_ID) ?? ''
  const bill: MessageBill = {
    promptTokens: usage?.prompt ?? 0,
    completionTokens: usage?.completion ?? 0,
    quota: await quotaOf(requestId),
    requestId,
  }
  note(() => ({ state: 'complete', bill }))
}

/** The bill is written before the last piece leaves, so it is there already. */
async function quotaOf(requestId: string): Promise<number | undefined> {
  if (requestId === '') return undefined
  try {
    const { data } = await call('log.list_own', { query: { request_id: requestId } })
    return data.items[0]?.quota
  } catch {
    // The answer is what matters; its price stands in the log too.
    return undefined
  }
}
