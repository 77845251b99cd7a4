import { AlertIcon, CommentDiscussionIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { Blank } from '../../components/Blank'
import { useText } from '../../language'
import { useSite } from '../../site'
import { configuredChats } from './chat-links'

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
