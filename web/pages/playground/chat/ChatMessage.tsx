import { Spinner } from '@primer/react'
import { Suspense, useState } from 'react'
import { useFormat } from '../../../app/format'
import { useText } from '../../../app/language'
import { lazyPart } from '../../../components/late/lazy-part'
import type { Message } from './chat'
import { MessageEditor } from './MessageEditor'
import { MessageFooter } from './MessageFooter'
import { MessageProblem } from './MessageProblem'
import type { ChatPort } from './use-chat'

const Answer = lazyPart(() => import('./Answer'))

interface ChatMessageProps {
  readonly message: Message
  readonly isLast: boolean
  readonly port: ChatPort
}

export function ChatMessage({ message, isLast, port }: ChatMessageProps) {
  const [isEditing, edit] = useState(false)
  const { id, role, state } = message
  const isOpen = state === 'loading' || state === 'incomplete'
  return (
    <article className={`message message-${role}`} data-state={state}>
      <MessagePictures message={message} />
      <Reasoning message={message} />
      {isEditing ? (
        <MessageEditor
          message={message}
          onCancel={() => edit(false)}
          onSave={(changed) => {
            edit(false)
            port.edit(id, changed)
          }}
        />
      ) : (
        <MessageWords message={message} />
      )}
      <MessageProblem message={message} {...(isLast && { onRetry: port.regenerate })} />
      {!isOpen && !isEditing && (
        <MessageFooter message={message} isLast={isLast} port={port} onEdit={() => edit(true)} />
      )}
    </article>
  )
}

function MessagePictures({ message }: { readonly message: Message }) {
  const { text } = useText()
  const { images, lostImages = 0 } = message
  return (
    <>
      {images.length > 0 && (
        <div className="message-images">
          {images.map((image) => (
            <img key={image} src={image} alt={text('playground.picture')} />
          ))}
        </div>
      )}
      {lostImages > 0 && (
        <p className="message-lost muted">
          {text('playground.pictures_lost', { count: lostImages })}
        </p>
      )}
    </>
  )
}

/** Folded: it is long, and seldom what the reader wants. */
function Reasoning({ message }: { readonly message: Message }) {
  const { text } = useText()
  const format = useFormat()
  const { reasoning, reasoningMs, state } = message
  if (reasoning === '') return null
  const isReasoning = reasoningMs === undefined && state === 'incomplete'
  const seconds = reasoningMs === undefined ? undefined : Math.max(0.1, reasoningMs / 1000)
  return (
    <details className="message-reasoning">
      <summary>
        {isReasoning && <Spinner size="small" srText={null} />}
        {isReasoning && text('playground.reasoning_now')}
        {!isReasoning && seconds === undefined && text('playground.reasoning')}
        {seconds !== undefined &&
          text('playground.reasoned', { seconds: format.number(Math.round(seconds * 10) / 10) })}
      </summary>
      <p>{reasoning}</p>
    </details>
  )
}

function MessageWords({ message }: { readonly message: Message }) {
  const { text } = useText()
  const { role, content, state, reasoning } = message
  if (state === 'loading') {
    const waiting = <Spinner size="small" srText={text('ui.loading')} />
    return (
      // What shows the answer is fetched while the model has not begun.
      <Suspense fallback={waiting}>
        <Answer markdown="" />
        {waiting}
      </Suspense>
    )
  }
  if (role === 'user') return content === '' ? null : <p className="message-text">{content}</p>
  if (content === '' && state === 'complete' && reasoning === '') {
    return <p className="muted message-text">{text('playground.no_words')}</p>
  }
  return (
    <Suspense fallback={<p className="message-text">{content}</p>}>
      <Answer markdown={content} />
    </Suspense>
  )
}
