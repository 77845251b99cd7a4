import type { Icon } from '@primer/octicons-react'
import { ActionList, ActionMenu } from '@primer/react'
import { Fragment, type RefObject } from 'react'

export interface MenuItem {
  readonly label: string
  readonly icon?: Icon | undefined
  readonly onSelect: () => void
  /** Of a menu that chooses: whether this is chosen. */
  readonly isChosen?: boolean
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  /** Why it cannot be done now. */
  readonly refusal?: string | undefined
  /** Language of the label, where it is not the reader's. */
  readonly lang?: string
}

export interface MenuContents {
  /** A line is drawn between two. */
  readonly sections: readonly (readonly MenuItem[])[]
  /** Above the first item. */
  readonly heading?: string
  readonly align?: 'start' | 'end'
  readonly width?: 'auto' | 'small'
  /** How many can be chosen; a menu of several stays open. */
  readonly chooses?: 'single' | 'multiple'
}

interface MenuListProps extends MenuContents {
  readonly anchorId: string
  readonly anchorRef: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

/** The open list of a menu. */
export default function MenuList(props: MenuListProps) {
  const { anchorId, anchorRef, sections, heading, align = 'start', width = 'auto' } = props
  const { chooses, onClose } = props
  const filled = sections.filter(({ length }) => length > 0)
  const items = filled.map((section, index) => (
    <Fragment key={section[0]?.label}>
      {index > 0 && <ActionList.Divider />}
      {section.map((item) => (
        <Item key={item.label} item={item} staysOpen={chooses === 'multiple'} />
      ))}
    </Fragment>
  ))
  // An icon alone is named by its tooltip.
  const labelledBy = anchorRef.current?.getAttribute('aria-labelledby') ?? anchorId
  return (
    <ActionMenu anchorRef={anchorRef} open onOpenChange={(isOpen) => isOpen || onClose()}>
      <ActionMenu.Overlay width={width} align={align} aria-labelledby={labelledBy}>
        <ActionList {...(chooses !== undefined && { selectionVariant: chooses })}>
          {heading === undefined ? (
            items
          ) : (
            <ActionList.Group>
              <ActionList.GroupHeading>{heading}</ActionList.GroupHeading>
              {items}
            </ActionList.Group>
          )}
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  )
}

interface ItemProps {
  readonly item: MenuItem
  readonly staysOpen: boolean
}

function Item({ item, staysOpen }: ItemProps) {
  const { label, icon: IconOf, onSelect, isChosen, isDanger, isDisabled, refusal, lang } = item
  return (
    <ActionList.Item
      variant={isDanger ? 'danger' : 'default'}
      {...(isChosen !== undefined && { selected: isChosen })}
      {...(isDisabled && { disabled: true })}
      {...(refusal !== undefined && { inactiveText: refusal })}
      {...(lang !== undefined && { lang })}
      onSelect={(event) => {
        if (staysOpen) event.preventDefault()
        onSelect()
      }}
    >
      {IconOf && (
        <ActionList.LeadingVisual>
          <IconOf />
        </ActionList.LeadingVisual>
      )}
      {label}
    </ActionList.Item>
  )
}
