import { type Icon, KebabHorizontalIcon } from '@primer/octicons-react'
import { ActionList, ActionMenu, IconButton } from '@primer/react'
import { useText } from '../language'

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
    <ActionMenu>
      <ActionMenu.Anchor>
        <IconButton
          icon={KebabHorizontalIcon}
          variant="invisible"
          size="small"
          aria-label={`${text('ui.more')}: ${name}`}
        />
      </ActionMenu.Anchor>
      <ActionMenu.Overlay width="auto" align="end">
        <ActionList>
          {actions.map(({ label, icon: IconOf, onSelect, isDanger, refusal }) => (
            <ActionList.Item
              key={label}
              variant={isDanger ? 'danger' : 'default'}
              {...(refusal !== undefined && { inactiveText: refusal })}
              onSelect={onSelect}
            >
              <ActionList.LeadingVisual>
                <IconOf />
              </ActionList.LeadingVisual>
              {label}
            </ActionList.Item>
          ))}
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  )
}
