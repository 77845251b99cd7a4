import { ColumnsIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import type { TextKey } from '../../../server/domain/i18n/translate'
import type { Resource } from '../../../server/domain/resources/resource'
import { useText } from '../../app/language'
import { Menu } from '../overlay/Menu'
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
    <Menu
      anchor={<IconButton icon={ColumnsIcon} aria-label={text('ui.columns')} />}
      align="end"
      chooses="multiple"
      sections={[
        allowed.map((name) => ({
          label: text(resource.titleOf(name) as TextKey),
          isChosen: shown.includes(name),
          onSelect: () => toggle(name),
        })),
      ]}
    />
  )
}
