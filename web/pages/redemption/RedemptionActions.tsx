import {
  CheckIcon,
  CopyIcon,
  EyeIcon,
  NoEntryIcon,
  PencilIcon,
  TrashIcon,
} from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { REDEMPTION_STATUS } from '../../../server/domain/status'
import { useText } from '../../app/language'
import { RowButton } from '../../components/table/RowButton'
import { type RowAction, RowMenu } from '../../components/table/RowMenu'
import { useCopy } from '../../components/text/use-copy'
import type { Redemption } from './redemption'
import { useCodeActs } from './use-code-acts'

interface RedemptionActionsProps {
  readonly redemption: Redemption
  readonly onEdit: (redemption: Redemption) => void
  readonly onShow: (redemption: Redemption) => void
}

/** Only unused codes are edited; a used one is final. */
export function RedemptionActions({ redemption, onEdit, onShow }: RedemptionActionsProps) {
  const { text } = useText()
  const copy = useCopy()
  const { enable, disable, remove } = useCodeActs()
  const { name, key, status } = redemption
  const { unused, disabled } = REDEMPTION_STATUS
  const actions: readonly RowAction[] = [
    { label: text('redemption.show'), icon: EyeIcon, onSelect: () => onShow(redemption) },
    ...(status === unused
      ? [
          {
            label: text('ui.disable'),
            icon: NoEntryIcon,
            onSelect: () => void disable([redemption]),
          },
        ]
      : []),
    ...(status === disabled
      ? [{ label: text('ui.enable'), icon: CheckIcon, onSelect: () => void enable([redemption]) }]
      : []),
    {
      label: text('ui.remove'),
      icon: TrashIcon,
      isDanger: true,
      onSelect: () => void remove([redemption]),
    },
  ]
  return (
    <span className="cell-actions">
      <IconButton
        icon={CopyIcon}
        size="small"
        variant="invisible"
        aria-label={text('redemption.copy', { name })}
        onClick={() => void copy(key)}
      />
      {status === unused && (
        <RowButton
          icon={PencilIcon}
          title="ui.edit"
          name={name}
          onClick={() => onEdit(redemption)}
        />
      )}
      <RowMenu name={name} actions={actions} />
    </span>
  )
}
