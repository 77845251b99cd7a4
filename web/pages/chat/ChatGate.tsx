import { AlertIcon, CommentDiscussionIcon, KeyIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { TokenJson } from '../../../server/domain/endpoints/token'
import { Blank } from '../../components/Blank'
import { LoadFailure } from '../../components/LoadFailure'
import { PageSkeleton } from '../../components/PageSkeleton'
import { TextLink } from '../../components/TextLink'
import { useText } from '../../language'
import { useSite } from '../../site'
import { configuredChats } from './chat-links'
import { useChatToken } from './use-chat-token'

interface ChatGateProps {
  /** What is shown once there are a chat app and a token. */
  readonly children: (token: TokenJson) => ReactNode
}

/** Says what is missing before anything can be opened. */
export function ChatGate({ children }: ChatGateProps) {
  const { text } = useText()
  const hasChats = configuredChats(useSite()).length > 0
  if (hasChats) return <WithToken>{children}</WithToken>
  return (
    <Blank
      isPage
      icon={CommentDiscussionIcon}
      title={text('chat.none')}
      message={text('chat.none_text')}
    />
  )
}

function WithToken({ children }: ChatGateProps) {
  const { text } = useText()
  const { list, token } = useChatToken()
  if (token !== undefined) return children(token)
  if (list.error !== undefined) {
    return <LoadFailure message={failureText(list.error, text)} onRetry={list.reload} />
  }
  if (list.data === undefined) return <PageSkeleton />
  return (
    <Blank isPage icon={KeyIcon} title={text('chat.no_token')} message={text('chat.no_token_text')}>
      <TextLink to="/token">{text('nav.token')}</TextLink>
    </Blank>
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
