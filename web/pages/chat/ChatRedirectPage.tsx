import { useEffect } from 'react'
import type { TokenJson } from '../../../server/domain/endpoints/token'
import { PageSkeleton } from '../../components/PageSkeleton'
import { useText } from '../../language'
import { useSite } from '../../site'
import { ChatConsent } from './ChatConsent'
import { ChatGate, WrongLink } from './ChatGate'
import { redirectLink } from './chat-links'

/** Leaves for the chat app, with a token's key. */
export default function ChatRedirectPage() {
  return <ChatGate>{(token) => <Leaving token={token} />}</ChatGate>
}

function Leaving({ token }: { readonly token: TokenJson }) {
  const { text } = useText()
  const href = redirectLink(useSite(), token.key)
  if (href === '') return <WrongLink />
  return (
    <ChatConsent title={text('nav.chat')} href={href} token={token.name}>
      <Departure href={href} />
    </ChatConsent>
  )
}

function Departure({ href }: { readonly href: string }) {
  const { text } = useText()
  useEffect(() => location.replace(href), [href])
  return (
    <>
      <h1 className="visually-hidden">{text('chat.leaving')}</h1>
      <PageSkeleton />
    </>
  )
}
