import { type Icon, KebabHorizontalIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { useText } from '../../app/language'
import { Menu } from '../overlay/Menu'

export interface RowAction {
  readonly label: string
  readonly icon: Icon
  readonly onSelect: () => void
  readonly isDanger?: boolean
  /** Why it cannot be done now. */
  readonly refusal?: string | undefined
}

interface RowMenuProps {
  /** What names the row to a person. */
  readonly name: string
  readonly actions: readonly RowAction[]
}

/** Everything that can be done with one row. */
export function RowMenu({ name, actions }: RowMenuProps) {
  const { text } = useText()
  return (
    <Menu
      anchor={
        <IconButton
          icon={KebabHorizontalIcon}
          variant="invisible"
          size="small"
          aria-label={`${text('ui.more')}: ${name}`}
        />
      }
      align="end"
      sections={[actions]}
    />
  )
}
