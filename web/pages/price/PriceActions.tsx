import { HistoryIcon, PencilIcon, PlusIcon, TrashIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { removedPrice } from '../../../server/domain/prices/price-row'
import type { PricedModel } from '../../../server/domain/prices/priced-models'
import { call } from '../../api/client'
import { useText } from '../../app/language'
import { useConfirmation } from '../../components/overlay/Confirm'
import { useAction } from '../../components/page/use-action'
import { RowButton } from '../../components/table/RowButton'
import { type RowAction, RowMenu } from '../../components/table/RowMenu'
import { refreshPrices } from './use-priced-models'

interface PriceActionsProps {
  readonly row: PricedModel
  readonly onEdit: () => void
  readonly onHistory: () => void
}

export function PriceActions({ row, onEdit, onHistory }: PriceActionsProps) {
  const { text } = useText()
  const confirm = useConfirmation()
  const { run } = useAction()
  const { model, own, isPriced } = row
  const remove = async (): Promise<void> => {
    const question = {
      title: text('price_row.remove_title', { model }),
      message: text('price_row.remove_text'),
      agree: text('ui.remove'),
      danger: true,
    }
    if (!(await confirm(question))) return
    const prices = [{ model, price: removedPrice(own), was: own }]
    await run(async () => {
      await call('price.set', { body: { prices } })
      await refreshPrices()
    }, text('ui.done'))
  }
  const actions: readonly RowAction[] = [
    { label: text('price_row.history'), icon: HistoryIcon, onSelect: onHistory },
    ...(Object.keys(own).length === 0
      ? []
      : [
          {
            label: text('ui.remove'),
            icon: TrashIcon,
            isDanger: true,
            onSelect: () => void remove(),
          },
        ]),
  ]
  return (
    <span className="cell-actions">
      {isPriced ? (
        <RowButton icon={PencilIcon} title="ui.edit" name={model} onClick={onEdit} />
      ) : (
        <Button
          size="small"
          leadingVisual={PlusIcon}
          aria-label={`${text('prices.set_price')}: ${model}`}
          onClick={onEdit}
        >
          {text('prices.set_price')}
        </Button>
      )}
      <RowMenu name={model} actions={actions} />
    </span>
  )
}
