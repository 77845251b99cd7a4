import { AlertIcon, CommentDiscussionIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { configuredChats } from '../../app/chat-links'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { Blank } from '../../components/page/Blank'

/** Says so when nothing is configured that could be opened. */
export function ChatGate({ children }: { readonly children: ReactNode }) {
  const { text } = useText()
  if (configuredChats(useSite()).length > 0) return children
  return (
    <Blank
      isPage
      icon={CommentDiscussionIcon}
      title={text('chat.none')}
      message={text('chat.none_text')}
    />
  )
}

export function WrongLink() {
  const { text } = useText()
  return (
    <Blank
      isPage
      icon={AlertIcon}
      title={text('chat.wrong_link')}
      message={text('chat.wrong_link_text')}
    />
  )
}
