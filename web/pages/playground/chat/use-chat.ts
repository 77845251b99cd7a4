import { type ChatSettings, newMessage } from './chat'
import type { TalkModeId } from './request'
import { useAnswers } from './use-answers'
import { type Chats, useChats } from './use-chats'

export interface ChatPort extends Omit<Chats, 'change'> {
  readonly isBusy: boolean
  readonly send: (content: string, images: readonly string[]) => void
  /** Asks again for the last answer. */
  readonly regenerate: () => void
  /** Puts other words at the place of a message; after one's own the chat goes on from there. */
  readonly edit: (id: number, content: string) => void
  readonly remove: (id: number) => void
  readonly stop: () => void
}

export function useChat(mode: TalkModeId, settings: ChatSettings): ChatPort {
  const { change, ...chats } = useChats()
  const { id: chatId, messages } = chats.chat
  const { isBusy, stop, ask } = useAnswers({ mode, settings }, (edit) => change(chatId, edit))
  return {
    ...chats,
    isBusy,
    stop,
    send: (content, images) => ask([...messages, newMessage('user', content, images)]),
    regenerate() {
      const last = messages.findLastIndex(({ role }) => role === 'user')
      if (last >= 0) ask(messages.slice(0, last + 1))
    },
    edit(id, content) {
      const at = messages.findIndex((one) => one.id === id)
      const old = messages[at]
      if (old?.role === 'user') {
        ask([...messages.slice(0, at), newMessage('user', content, old.images)])
      } else {
        change(chatId, (all) => all.map((one) => (one.id === id ? { ...one, content } : one)))
      }
    },
    remove: (id) => change(chatId, (all) => all.filter((one) => one.id !== id)),
  }
}
