import { Label } from '@primer/react'
import { isFrozen } from '../../../server/domain/status'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { nowSeconds } from '../../app/now'
import { StateLabel } from './StateLabel'

interface TokenStateProps {
  readonly token: {
    readonly status: number
    readonly frozen_until: number
    readonly frozen_reason: string
  }
}

/** The state that its owner has set, and whether an operator has frozen it. */
export function TokenState({ token }: TokenStateProps) {
  const { text } = useText()
  const format = useFormat()
  const { status, frozen_until: until, frozen_reason: reason } = token
  if (!isFrozen(until, nowSeconds())) return <StateLabel kind="token_status" value={status} />
  const end = until < 0 ? '' : text('token.frozen_end', { time: format.time(until) })
  return (
    <Label variant="danger" title={[reason, end].filter((part) => part !== '').join(' · ')}>
      {text('token.frozen')}
    </Label>
  )
}
