import { PencilIcon, TrashIcon } from '@primer/octicons-react'
import { Button, TextInput } from '@primer/react'
import { useState } from 'react'
import { useFormat } from '../../../app/format'
import { useText } from '../../../app/language'
import { useConfirmation } from '../../../components/overlay/Confirm'
import { Drawer } from '../../../components/overlay/Drawer'
import { RowMenu } from '../../../components/table/RowMenu'
import { ChatFiles } from './ChatFiles'
import type { Chat } from './chat'
import type { ChatPort } from './use-chat'

interface ChatListProps {
  readonly port: ChatPort
  readonly onClose: () => void
}

/** Earlier chats of this browser: open, rename, delete. */
export function ChatList({ port, onClose }: ChatListProps) {
  const { text } = useText()
  const confirm = useConfirmation()
  const [renamed, rename] = useState<number | undefined>(undefined)
  const chats = port.all.filter(({ messages }) => messages.length > 0)
  const forget = async (chat: Chat): Promise<void> => {
    const title = text('playground.forget_title', { name: titleOf(chat) })
    const question = { title, message: text('playground.forget_text'), agree: text('ui.remove') }
    if (await confirm({ ...question, danger: true })) port.forget(chat.id)
  }
  return (
    <Drawer
      title={text('playground.chats')}
      subtitle={text('playground.chats_hint')}
      onClose={onClose}
    >
      <ChatFiles chats={chats} onTake={port.take} />
      {chats.length === 0 && <p className="muted">{text('playground.chats_empty')}</p>}
      <ul className="chat-list">
        {chats.map((chat) => (
          <li key={chat.id} data-open={chat.id === port.chat.id}>
            {chat.id === renamed ? (
              <ChatName
                chat={chat}
                onDone={(title) => {
                  rename(undefined)
                  if (title !== undefined) port.rename(chat.id, title)
                }}
              />
            ) : (
              <ChatRow
                chat={chat}
                onOpen={() => {
                  port.open(chat.id)
                  onClose()
                }}
                onRename={() => rename(chat.id)}
                onForget={() => void forget(chat)}
              />
            )}
          </li>
        ))}
      </ul>
    </Drawer>
  )
}

interface ChatRowProps {
  readonly chat: Chat
  readonly onOpen: () => void
  readonly onRename: () => void
  readonly onForget: () => void
}

function ChatRow({ chat, onOpen, onRename, onForget }: ChatRowProps) {
  const { text } = useText()
  const format = useFormat()
  const name = titleOf(chat)
  return (
    <>
      <button type="button" className="chat-open" onClick={onOpen}>
        <strong>{name}</strong>
        <span className="muted">{format.time(chat.changedAtMs / 1000)}</span>
      </button>
      <RowMenu
        name={name}
        actions={[
          { label: text('playground.rename'), icon: PencilIcon, onSelect: onRename },
          { label: text('ui.remove'), icon: TrashIcon, isDanger: true, onSelect: onForget },
        ]}
      />
    </>
  )
}

interface ChatNameProps {
  readonly chat: Chat
  /** Without a title when it stays as it is. */
  readonly onDone: (title?: string) => void
}

function ChatName({ chat, onDone }: ChatNameProps) {
  const { text } = useText()
  const [typed, type] = useState(titleOf(chat))
  return (
    <form
      className="form-inline chat-name"
      onSubmit={(event) => {
        event.preventDefault()
        onDone(typed)
      }}
    >
      <TextInput
        autoFocus
        maxLength={80}
        aria-label={text('playground.rename')}
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" variant="primary">
        {text('ui.save')}
      </Button>
      <Button onClick={() => onDone()}>{text('ui.cancel')}</Button>
    </form>
  )
}

function titleOf({ title, messages }: Chat): string {
  return title || messages.find(({ content }) => content.trim() !== '')?.content.slice(0, 60) || '…'
}
