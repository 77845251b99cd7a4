import { ColumnsIcon } from '@primer/octicons-react'
import { ActionList, ActionMenu, IconButton } from '@primer/react'
import type { TextKey } from '../../server/domain/i18n/translate'
import type { Resource } from '../../server/domain/resources/resource'
import { useText } from '../language'
import { chooseColumns, useAllowedColumns, useShownColumns } from './use-shown-columns'

/** Which columns a table shows; at least one stays. */
export function ColumnMenu<Name extends string>({
  resource,
}: {
  readonly resource: Resource<string, Name>
}) {
  const { text } = useText()
  const allowed = useAllowedColumns(resource)
  const shown = useShownColumns(resource)
  const toggle = (name: Name): void => {
    const next = shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name]
    if (next.length > 0) chooseColumns(resource.noun, next)
  }
  return (
    <ActionMenu>
      <ActionMenu.Anchor>
        <IconButton icon={ColumnsIcon} aria-label={text('ui.columns')} />
      </ActionMenu.Anchor>
      <ActionMenu.Overlay width="auto" align="end">
        <ActionList selectionVariant="multiple">
          {allowed.map((name) => (
            <ActionList.Item
              key={name}
              selected={shown.includes(name)}
              onSelect={(event) => {
                event.preventDefault()
                toggle(name)
              }}
            >
              {text(resource.titleOf(name) as TextKey)}
            </ActionList.Item>
          ))}
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  )
}
