import { CopyIcon, PencilIcon, SyncIcon, TrashIcon } from '@primer/octicons-react'
import { Button, IconButton, Spinner, Textarea } from '@primer/react'
import { lazy, Suspense, useState } from 'react'
import { useCopy } from '../../components/use-copy'
import { useFormat } from '../../format'
import { useText } from '../../language'
import type { Message } from './chat'
import type { ChatPort } from './use-chat'

const SafeHtml = lazy(() => import('../../components/SafeHtml'))

interface ChatMessageProps {
  readonly message: Message
  readonly isLast: boolean
  readonly port: ChatPort
}

export function ChatMessage({ message, isLast, port }: ChatMessageProps) {
  const { text } = useText()
  const [isEditing, edit] = useState(false)
  const { id, role, content, images, reasoning, state } = message
  return (
    <article className={`message message-${role}`} data-state={state}>
      {images.length > 0 && (
        <div className="message-images">
          {images.map((image) => (
            <img key={image} src={image} alt={text('playground.picture')} />
          ))}
        </div>
      )}
      {reasoning !== '' && (
        <details className="message-reasoning">
          <summary>{text('playground.reasoning')}</summary>
          <p>{reasoning}</p>
        </details>
      )}
      {isEditing ? (
        <MessageEditor
          content={content}
          onCancel={() => edit(false)}
          onSave={(changed) => {
            edit(false)
            port.edit(id, changed)
          }}
        />
      ) : (
        <MessageContent message={message} />
      )}
      {state !== 'loading' && state !== 'incomplete' && !isEditing && (
        <footer>
          <MessageBillLine message={message} />
          <MessageTools message={message} isLast={isLast} port={port} onEdit={() => edit(true)} />
        </footer>
      )}
    </article>
  )
}

function MessageContent({ message }: { readonly message: Message }) {
  const { text } = useText()
  const { role, content, state } = message
  if (state === 'loading') return <Spinner size="small" srText={text('ui.loading')} />
  if (state === 'error') {
    return (
      <p className="message-error" role="alert">
        {content}
      </p>
    )
  }
  if (role === 'user') return <p className="message-text">{content}</p>
  return (
    <Suspense fallback={<p className="message-text">{content}</p>}>
      <SafeHtml markdown={content} hasPictures={false} />
    </Suspense>
  )
}

/** What an answer took and cost. */
function MessageBillLine({ message }: { readonly message: Message }) {
  const { text } = useText()
  const format = useFormat()
  const { bill } = message
  if (bill === undefined) return <span />
  const { promptTokens, completionTokens, quota } = bill
  return (
    <span className="muted number">
      {text('playground.tokens', {
        prompt: format.number(promptTokens),
        completion: format.number(completionTokens),
      })}
      {quota !== undefined && ` · ${text('playground.cost', { cost: format.cost(quota) })}`}
    </span>
  )
}

interface MessageToolsProps extends ChatMessageProps {
  readonly onEdit: () => void
}

function MessageTools({ message, isLast, port, onEdit }: MessageToolsProps) {
  const { text } = useText()
  const copy = useCopy()
  const { id, role, content } = message
  const tools = [
    { icon: CopyIcon, label: text('ui.copy'), run: () => void copy(content), isOn: true },
    { icon: PencilIcon, label: text('ui.edit'), run: onEdit, isOn: true },
    {
      icon: SyncIcon,
      label: text('playground.regenerate'),
      run: port.regenerate,
      isOn: isLast && role === 'assistant',
    },
    { icon: TrashIcon, label: text('ui.remove'), run: () => port.remove(id), isOn: true },
  ]
  return (
    <span className="message-tools">
      {tools
        .filter(({ isOn }) => isOn)
        .map(({ icon, label, run }) => (
          <IconButton
            key={label}
            icon={icon}
            size="small"
            variant="invisible"
            aria-label={label}
            disabled={port.isBusy}
            onClick={run}
          />
        ))}
    </span>
  )
}

interface MessageEditorProps {
  readonly content: string
  readonly onSave: (content: string) => void
  readonly onCancel: () => void
}

function MessageEditor({ content, onSave, onCancel }: MessageEditorProps) {
  const { text } = useText()
  const [typed, type] = useState(content)
  return (
    <div className="form">
      <Textarea
        block
        rows={4}
        aria-label={text('ui.edit')}
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
      <div className="form-inline">
        <Button variant="primary" size="small" onClick={() => onSave(typed)}>
          {text('ui.save')}
        </Button>
        <Button size="small" onClick={onCancel}>
          {text('ui.cancel')}
        </Button>
      </div>
    </div>
  )
}
