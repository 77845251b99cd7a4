import type { Icon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useText } from '../../../app/language'

interface BindingRowProps {
  readonly icon: Icon
  readonly title: string
  /** What is bound, "" for nothing. */
  readonly bound: string
  readonly isBusy: boolean
  /** Also exchanges what is bound; absent where the site does not offer it any longer. */
  readonly onBind?: () => void
  /** Absent for what can be exchanged only. */
  readonly onUnbind?: () => void
}

export function BindingRow(props: BindingRowProps) {
  const { icon: IconOf, title, bound, isBusy, onBind, onUnbind } = props
  const { text } = useText()
  const isBound = bound !== ''
  return (
    <li>
      <IconOf />
      <div className="personal-row-words">
        <strong>{title}</strong>
        <span className="muted">{isBound ? bound : text('personal.not_bound')}</span>
      </div>
      {onBind !== undefined && (
        <Button
          size="small"
          disabled={isBusy}
          aria-label={text(isBound ? 'personal.rebind_name' : 'personal.bind_name', {
            name: title,
          })}
          onClick={onBind}
        >
          {text(isBound ? 'personal.rebind' : 'personal.bind')}
        </Button>
      )}
      {onUnbind !== undefined && isBound && (
        <Button
          size="small"
          variant="danger"
          disabled={isBusy}
          aria-label={text('personal.unbind_name', { name: title })}
          onClick={onUnbind}
        >
          {text('personal.unbind')}
        </Button>
      )}
    </li>
  )
}
