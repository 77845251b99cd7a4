import type { Icon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { useText } from '../../app/language'

interface RowButtonProps {
  readonly icon: Icon
  readonly title: TextKey
  /** Of the row: without it, screen readers tell the same of every row. */
  readonly name: string
  readonly isDisabled?: boolean
  readonly onClick: () => void
}

/** What is done to one row of a list, as an icon. */
export function RowButton({ icon, title, name, isDisabled = false, onClick }: RowButtonProps) {
  const { text } = useText()
  return (
    <IconButton
      icon={icon}
      size="small"
      variant="invisible"
      disabled={isDisabled}
      aria-label={`${text(title)}: ${name}`}
      onClick={onClick}
    />
  )
}
