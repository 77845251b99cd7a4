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
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { type RowAction, RowMenu } from '../../components/RowMenu'
import { useAction } from '../../components/use-action'
import { useCopy } from '../../components/use-copy'
import { useText } from '../../language'
import { useConfirmation } from '../../shell/Confirm'
import type { Redemption } from './RedemptionPage'

interface RedemptionActionsProps {
  readonly redemption: Redemption
  readonly onEdit: (redemption: Redemption) => void
  readonly onShow: (redemption: Redemption) => void
}

/** Only unused codes are edited; a used one is final. */
export function RedemptionActions({ redemption, onEdit, onShow }: RedemptionActionsProps) {
  const { text } = useText()
  const copy = useCopy()
  const confirm = useConfirmation()
  const { run } = useAction()
  const { id, name, key, status } = redemption
  const order = (send: () => Promise<unknown>): Promise<boolean> =>
    run(async () => {
      await send()
      await refresh('redemption')
    }, text('ui.done'))
  const setStatus = (next: number): Promise<boolean> =>
    order(() =>
      call('redemption.update', { query: { status_only: 'true' }, body: { id, status: next } }),
    )
  const remove = async (): Promise<void> => {
    const title = text('redemption.remove_title', { name })
    if (!(await confirm({ title, agree: text('ui.remove'), danger: true }))) return
    await order(() => call('redemption.remove', { params: { id } }))
  }
  const { unused, disabled } = REDEMPTION_STATUS
  const actions: readonly RowAction[] = [
    { label: text('redemption.show'), icon: EyeIcon, onSelect: () => onShow(redemption) },
    ...(status === unused
      ? [
          {
            label: text('ui.disable'),
            icon: NoEntryIcon,
            onSelect: () => void setStatus(disabled),
          },
        ]
      : []),
    ...(status === disabled
      ? [{ label: text('ui.enable'), icon: CheckIcon, onSelect: () => void setStatus(unused) }]
      : []),
    {
      label: text('ui.remove'),
      icon: TrashIcon,
      isDanger: true,
      onSelect: () => void remove(),
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
        <IconButton
          icon={PencilIcon}
          size="small"
          variant="invisible"
          aria-label={`${text('ui.edit')}: ${name}`}
          onClick={() => onEdit(redemption)}
        />
      )}
      <RowMenu name={name} actions={actions} />
    </span>
  )
}
