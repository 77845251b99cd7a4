import { LinkExternalIcon } from '@primer/octicons-react'
import { LinkButton } from '@primer/react'
import { useParams } from 'wouter'
import type { TokenJson } from '../../../server/domain/endpoints/token'
import { type ChatLink, chatLinks } from '../../app/chat-links'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { ChatConsent } from './ChatConsent'
import { ChatGate, WrongLink } from './ChatGate'
import './chat.css'

export default function ChatPage() {
  return (
    <ChatGate>
      <ChatFrame />
    </ChatGate>
  )
}

const MAY = [
  'allow-scripts',
  'allow-forms',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-downloads',
  'allow-modals',
]

/** On our own origin a frame with its own storage would reach the console's as well. */
function sandboxOf(href: string): string {
  const isOurs = new URL(href).origin === location.origin
  return [...MAY, ...(isOurs ? [] : ['allow-same-origin'])].join(' ')
}

/** A chat app in a frame; it is given the address of this server and the key of a token. */
function ChatFrame() {
  const { id } = useParams()
  const site = useSite()
  const linkWith = (key: string): ChatLink | undefined => {
    const links = chatLinks(site, key)
    return id === undefined ? links[0] : links.find((one) => String(one.id) === id)
  }
  const link = linkWith('')
  if (link === undefined) return <WrongLink />
  return (
    <ChatConsent key={link.href} title={link.title} href={link.href}>
      {(token) => <ChatWindow link={linkWith(token.key) ?? link} token={token} />}
    </ChatConsent>
  )
}

function ChatWindow({ link, token }: { readonly link: ChatLink; readonly token: TokenJson }) {
  const { text } = useText()
  const { host } = new URL(link.href)
  return (
    <div className="chat-page">
      <header>
        <h1>{link.title}</h1>
        <p className="muted">{text('chat.uses', { host, name: token.name })}</p>
        <LinkButton
          href={link.href}
          target="_blank"
          rel="noreferrer"
          variant="invisible"
          leadingVisual={LinkExternalIcon}
        >
          {text('chat.open')}
        </LinkButton>
      </header>
      <iframe
        key={link.href}
        src={link.href}
        title={link.title}
        sandbox={sandboxOf(link.href)}
        allow="clipboard-write"
        referrerPolicy="no-referrer"
      />
    </div>
  )
}
