import { CopyIcon, PencilIcon, SyncIcon, TrashIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { useText } from '../../../app/language'
import { useCopy } from '../../../components/text/use-copy'
import { AnswerBill } from '../AnswerBill'
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
  // Ids of messages are milliseconds.
  const { id, bill } = props.message
  return (
    <footer>
      <AnswerBill bill={bill} askedAtMs={id} />
      <Tools {...props} />
    </footer>
  )
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
