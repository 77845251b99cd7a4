import { CopyIcon, PencilIcon, SyncIcon, TrashIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { TextLink } from '../../components/TextLink'
import { localTimeText } from '../../components/TimeField'
import { useCopy } from '../../components/use-copy'
import { useFormat } from '../../format'
import { useText } from '../../language'
import type { Message } from './chat'
import type { ChatPort } from './use-chat'

interface MessageFooterProps {
  readonly message: Message
  readonly isLast: boolean
  readonly port: ChatPort
  readonly onEdit: () => void
}

/** What an answer took, and what can be done with it. */
export function MessageFooter(props: MessageFooterProps) {
  return (
    <footer>
      <Bill message={props.message} />
      <Tools {...props} />
    </footer>
  )
}

function Bill({ message }: { readonly message: Message }) {
  const { text } = useText()
  const format = useFormat()
  const { bill } = message
  if (bill === undefined) return <span />
  const { promptTokens, completionTokens, quota, requestId } = bill
  return (
    <span className="muted number">
      {text('playground.tokens', {
        prompt: format.number(promptTokens),
        completion: format.number(completionTokens),
      })}
      {quota !== undefined && (
        <>
          {' · '}
          <TextLink to={logAddress(requestId, message.id)}>
            {text('playground.cost', { cost: format.cost(quota) })}
          </TextLink>
        </>
      )}
    </span>
  )
}

/** The log shows recent days unless it is told since when; ids of messages are milliseconds. */
function logAddress(requestId: string, messageId: number): string {
  const start = localTimeText(Math.floor(messageId / 1000) - 60)
  return `/log?${new URLSearchParams({ request_id: requestId, start })}`
}

function Tools({ message, isLast, port, onEdit }: MessageFooterProps) {
  const { text } = useText()
  const copy = useCopy()
  const { id, role, content, state } = message
  const { isBusy } = port
  const hasWords = content !== ''
  const tools = [
    { icon: CopyIcon, label: text('ui.copy'), run: () => void copy(content), isOn: hasWords },
    { icon: PencilIcon, label: text('ui.edit'), run: onEdit, isOn: hasWords, isBusy },
    {
      icon: SyncIcon,
      label: text('playground.regenerate'),
      run: port.regenerate,
      // A failed answer has its own button for that.
      isOn: isLast && role === 'assistant' && state !== 'error',
      isBusy,
    },
    { icon: TrashIcon, label: text('ui.remove'), run: () => port.remove(id), isOn: true, isBusy },
  ]
  return (
    <span className="message-tools">
      {tools
        .filter(({ isOn }) => isOn)
        .map(({ icon, label, run, isBusy: isHeld = false }) => (
          <IconButton
            key={label}
            icon={icon}
            size="small"
            variant="invisible"
            aria-label={label}
            disabled={isHeld}
            onClick={run}
          />
        ))}
    </span>
  )
}
