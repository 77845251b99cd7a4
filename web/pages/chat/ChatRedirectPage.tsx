import { useEffect } from 'react'
import type { TokenJson } from '../../../server/domain/endpoints/token'
import { PageSkeleton } from '../../components/PageSkeleton'
import { useText } from '../../language'
import { useSite } from '../../site'
import { ChatGate, WrongLink } from './ChatGate'
import { redirectLink } from './chat-links'

/** Leaves for the chat app, with a token's key. */
export default function ChatRedirectPage() {
  return <ChatGate>{(token) => <Leaving token={token} />}</ChatGate>
}

function Leaving({ token }: { readonly token: TokenJson }) {
  const { text } = useText()
  const href = redirectLink(useSite(), token.key)
  useEffect(() => {
    if (href !== '') location.replace(href)
  }, [href])
  if (href === '') return <WrongLink />
  return (
    <>
      <h1 className="visually-hidden">{text('chat.leaving')}</h1>
      <PageSkeleton />
    </>
  )
}
