import { CodeIcon, GearIcon, HistoryIcon, PlusIcon, ServerIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { isAdmin } from '../../../../server/domain/accounts/roles'
import { useEndpoint } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { useViewer } from '../../../app/session'
import { Drawer } from '../../../components/overlay/Drawer'
import { Blank } from '../../../components/page/Blank'
import { usePictures } from '../../../components/pictures/use-pictures'
import { TextLink } from '../../../components/text/TextLink'
import { RequestDialog } from '../RequestDialog'
import { ChatList } from './ChatList'
import { ChatMessage } from './ChatMessage'
import { ChatOptions } from './ChatOptions'
import { Composer } from './Composer'
import { type ChatSettings, readSettings, storeSettings } from './chat'
import { requestOf, type TalkModeId } from './request'
import { type ChatPort, useChat } from './use-chat'
import '../playground.css'

type Opened = 'options' | 'request' | 'chats'

interface TalkModeProps {
  readonly mode: TalkModeId
  /** Leads to the other modes. */
  readonly tabs: ReactNode
}

/** Conversations, by either of the two ways to ask for them. */
export function TalkMode({ mode, tabs }: TalkModeProps) {
  const { text } = useText()
  const { settings, models, change, lookAgain } = useSettings()
  const [opened, open] = useState<Opened | undefined>(undefined)
  const port = useChat(mode, settings)
  const pictures = usePictures()
  const hasModels = models === undefined || models.length > 0
  const close = (): void => open(undefined)
  return (
    <div className="playground">
      <aside className="playground-options" aria-label={text('playground.options')}>
        <ChatOptions mode={mode} settings={settings} models={models} onChange={change} />
      </aside>
      <section
        className="playground-chat"
        aria-label={text('nav.playground')}
        {...pictures.dropping}
      >
        {tabs}
        <ChatHeader model={settings.model} onOpen={open} onNew={port.begin} />
        {hasModels ? <Messages port={port} /> : <NoModels onLook={lookAgain} />}
        <Composer
          key={port.chat.id}
          isBusy={port.isBusy}
          isReady={hasModels}
          pictures={pictures}
          onSend={port.send}
          onStop={port.stop}
        />
      </section>
      {opened === 'options' && (
        <Drawer title={text('playground.options')} onClose={close}>
          <ChatOptions mode={mode} settings={settings} models={models} onChange={change} />
        </Drawer>
      )}
      {opened === 'chats' && <ChatList port={port} onClose={close} />}
      {opened === 'request' && (
        <RequestDialog
          mode={mode}
          body={requestOf(mode, settings, port.chat.messages)}
          onClose={close}
        />
      )}
    </div>
  )
}

/** Settings of the next request; a model that the group lacks gives way to one it has. */
function useSettings() {
  const viewer = useViewer()
  const [search] = useSearchParams()
  const [chosen, setChosen] = useState(() => {
    // A link may name the model that is to be tried.
    const model = search.get('model') ?? ''
    return { ...readSettings(), ...(model !== '' && { model }) }
  })
  const group = chosen.group || viewer?.group || ''
  const { data: models, reload } = useEndpoint('user.models', {
    query: { group, operation: 'chat' },
  })
  const isThere = models === undefined || models.includes(chosen.model)
  const settings = isThere ? chosen : { ...chosen, model: models[0] ?? chosen.model }
  const change = (patch: Partial<ChatSettings>): void => {
    const next = { ...settings, ...patch }
    setChosen(next)
    storeSettings(next)
  }
  return { settings, models, change, lookAgain: reload }
}

interface ChatHeaderProps {
  readonly model: string
  readonly onOpen: (what: Opened) => void
  readonly onNew: () => void
}

function ChatHeader({ model, onOpen, onNew }: ChatHeaderProps) {
  const { text } = useText()
  return (
    <header>
      <h1>{text('nav.playground')}</h1>
      <span className="mono muted playground-model">{model}</span>
      <IconButton
        className="playground-gear"
        icon={GearIcon}
        variant="invisible"
        aria-label={text('playground.options')}
        onClick={() => onOpen('options')}
      />
      <IconButton
        icon={CodeIcon}
        variant="invisible"
        aria-label={text('playground.request')}
        onClick={() => onOpen('request')}
      />
      <IconButton
        icon={HistoryIcon}
        variant="invisible"
        aria-label={text('playground.chats')}
        onClick={() => onOpen('chats')}
      />
      <IconButton icon={PlusIcon} aria-label={text('playground.new')} onClick={onNew} />
    </header>
  )
}

/** Pixels from the end within which somebody still follows what is written. */
const FOLLOWS_WITHIN = 60

function Messages({ port }: { readonly port: ChatPort }) {
  const { text } = useText()
  const { messages } = port.chat
  const list = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  useEffect(() => {
    // A reader who has scrolled up stays there, until a new message is sent.
    if (messages.at(-1)?.state === 'loading') follows.current = true
    if (follows.current) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [messages])
  return (
    <div
      ref={list}
      className="playground-messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard.
      tabIndex={0}
      role="log"
      aria-label={text('playground.log')}
      aria-busy={port.isBusy}
      onScroll={({ currentTarget }) => {
        const { scrollHeight, scrollTop, clientHeight } = currentTarget
        follows.current = scrollHeight - scrollTop - clientHeight < FOLLOWS_WITHIN
      }}
    >
      {messages.length === 0 && <NothingYet onSend={(words) => port.send(words, [])} />}
      {messages.map((message, index) => (
        <ChatMessage
          key={message.id}
          message={message}
          isLast={index === messages.length - 1}
          port={port}
        />
      ))}
    </div>
  )
}

const IDEAS = ['playground.idea_explain', 'playground.idea_write', 'playground.idea_code'] as const

/** Something to begin with, for who only wants to see an answer. */
function NothingYet({ onSend }: { readonly onSend: (words: string) => void }) {
  const { text } = useText()
  return (
    <div className="playground-empty">
      <p>{text('playground.empty')}</p>
      <div className="chips">
        {IDEAS.map((idea) => (
          <button key={idea} type="button" className="chip" onClick={() => onSend(text(idea))}>
            {text(idea)}
          </button>
        ))}
      </div>
    </div>
  )
}

/** The first thing that a newcomer meets: nothing works before there is a channel. */
function NoModels({ onLook }: { readonly onLook: () => unknown }) {
  const { text } = useText()
  const viewer = useViewer()
  const look = useRef(onLook)
  useEffect(() => {
    // Whoever comes back from adding a channel is shown what was known before it.
    void look.current()
  }, [])
  const mayAdd = isAdmin(viewer?.role ?? 0)
  return (
    <div className="playground-messages">
      <Blank
        icon={ServerIcon}
        title={text('playground.no_models')}
        message={text(mayAdd ? 'playground.no_models_admin' : 'playground.no_models_user')}
      >
        {mayAdd && <TextLink to="/channel/setup">{text('playground.add_channel')}</TextLink>}
      </Blank>
    </div>
  )
}
