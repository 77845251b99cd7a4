import { useEffect } from 'react'
import { redirectLink } from '../../app/chat-links'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { ChatConsent } from './ChatConsent'
import { ChatGate, WrongLink } from './ChatGate'

/** Leaves for the chat app, with a token's key. */
export default function ChatRedirectPage() {
  return (
    <ChatGate>
      <Leaving />
    </ChatGate>
  )
}

function Leaving() {
  const { text } = useText()
  const site = useSite()
  const href = redirectLink(site, '')
  if (href === '') return <WrongLink />
  return (
    <ChatConsent title={text('nav.chat')} href={href}>
      {({ key }) => <Departure href={redirectLink(site, key)} />}
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
