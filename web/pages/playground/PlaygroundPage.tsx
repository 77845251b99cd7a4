import { CodeIcon, GearIcon, HistoryIcon, PlusIcon } from '@primer/octicons-react'
import { ActionList, ActionMenu, Button, IconButton } from '@primer/react'
import { useEffect, useRef, useState } from 'react'
import { Drawer } from '../../components/Drawer'
import { useText } from '../../language'
import { ChatMessage } from './ChatMessage'
import { ChatOptions } from './ChatOptions'
import { Composer } from './Composer'
import { type Chat, type ChatSettings, readSettings, storeSettings } from './chat'
import { RequestDialog } from './RequestDialog'
import { type ChatPort, useChat } from './use-chat'
import './playground.css'

export default function PlaygroundPage() {
  const { text } = useText()
  const [settings, setSettings] = useState(readSettings)
  const [hasOptions, showOptions] = useState(false)
  const [hasRequest, showRequest] = useState(false)
  const port = useChat(settings)
  const change = (patch: Partial<ChatSettings>): void => {
    const next = { ...settings, ...patch }
    setSettings(next)
    storeSettings(next)
  }
  return (
    <div className="playground">
      <aside className="playground-options" aria-label={text('playground.options')}>
        <ChatOptions settings={settings} onChange={change} />
      </aside>
      <section className="playground-chat">
        <header>
          <h1>{text('nav.playground')}</h1>
          <span className="mono muted playground-model">{settings.model}</span>
          <IconButton
            className="playground-gear"
            icon={GearIcon}
            variant="invisible"
            aria-label={text('playground.options')}
            onClick={() => showOptions(true)}
          />
          <IconButton
            icon={CodeIcon}
            variant="invisible"
            aria-label={text('playground.request')}
            onClick={() => showRequest(true)}
          />
          <ChatList port={port} />
          <Button leadingVisual={PlusIcon} onClick={port.begin}>
            {text('playground.new')}
          </Button>
        </header>
        <Messages port={port} />
        <Composer isBusy={port.isBusy} onSend={port.send} onStop={port.stop} />
      </section>
      {hasOptions && (
        <Drawer title={text('playground.options')} onClose={() => showOptions(false)}>
          <ChatOptions settings={settings} onChange={change} />
        </Drawer>
      )}
      {hasRequest && (
        <RequestDialog
          settings={settings}
          messages={port.chat.messages}
          onClose={() => showRequest(false)}
        />
      )}
    </div>
  )
}

function Messages({ port }: { readonly port: ChatPort }) {
  const { text } = useText()
  const { messages } = port.chat
  const end = useRef<HTMLDivElement>(null)
  const length = messages.reduce((sum, one) => sum + one.content.length + one.reasoning.length, 0)
  useEffect(() => {
    if (length > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [length])
  return (
    <div
      className="playground-messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard.
      tabIndex={0}
      role="log"
      aria-label={text('playground.log')}
    >
      {messages.length === 0 && <p className="playground-empty">{text('playground.empty')}</p>}
      {messages.map((message, index) => (
        <ChatMessage
          key={message.id}
          message={message}
          isLast={index === messages.length - 1}
          port={port}
        />
      ))}
      <div ref={end} />
    </div>
  )
}

/** Earlier chats of this browser. */
function ChatList({ port }: { readonly port: ChatPort }) {
  const { text } = useText()
  const chats = port.chats.filter(({ messages }) => messages.length > 0)
  return (
    <ActionMenu>
      <ActionMenu.Anchor>
        <IconButton
          icon={HistoryIcon}
          variant="invisible"
          disabled={chats.length === 0}
          aria-label={text('playground.chats')}
        />
      </ActionMenu.Anchor>
      <ActionMenu.Overlay width="medium" align="end">
        <ActionList selectionVariant="single">
          {chats.map((chat) => (
            <ActionList.Item
              key={chat.id}
              selected={chat.id === port.chat.id}
              onSelect={() => port.open(chat.id)}
            >
              {titleOf(chat)}
            </ActionList.Item>
          ))}
          <ActionList.Divider />
          <ActionList.Item variant="danger" onSelect={() => port.forget(port.chat.id)}>
            {text('playground.forget')}
          </ActionList.Item>
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  )
}

function titleOf({ messages }: Chat): string {
  return messages[0]?.content.slice(0, 60) || '…'
}
