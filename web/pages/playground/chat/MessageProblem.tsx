import { Button } from '@primer/react'
import { ROLE } from '../../../../server/domain/accounts/roles'
import type { TextKey } from '../../../../server/domain/i18n/translate'
import { useText } from '../../../app/language'
import { useViewer } from '../../../app/session'
import { TextLink } from '../../../components/text/TextLink'
import type { Message } from './chat'

interface Remedy {
  readonly code: string
  /** Who can do it. */
  readonly role: number
  readonly to: string
  readonly label: TextKey
}

const REMEDIES: readonly Remedy[] = [
  {
    code: 'model_price_error',
    role: ROLE.root,
    to: '/price?show=unset',
    label: 'playground.set_price',
  },
  {
    code: 'insufficient_user_quota',
    role: ROLE.user,
    to: '/topup',
    label: 'playground.top_up',
  },
]

interface MessageProblemProps {
  readonly message: Message
  readonly onRetry?: () => void
}

/** Why there is no answer, where that is mended, and the way to ask again. */
export function MessageProblem({ message, onRetry }: MessageProblemProps) {
  const { text } = useText()
  const viewer = useViewer()
  const { problem, problemCode } = message
  if (problem === undefined) return null
  const remedy = REMEDIES.find(
    ({ code, role }) => code === problemCode && (viewer?.role ?? 0) >= role,
  )
  return (
    <div className="message-error" role="alert">
      <p>
        {problem} {remedy && <TextLink to={remedy.to}>{text(remedy.label)}</TextLink>}
      </p>
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          {text('ui.retry')}
        </Button>
      )}
    </div>
  )
}
