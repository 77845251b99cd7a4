import { PRICE_KEYS } from '../../../../../server/domain/prices/price-sheet'
import { useText } from '../../../../app/language'
import { useExclusive } from '../../../../components/form/use-exclusive'
import { Drawer } from '../../../../components/overlay/Drawer'
import { PriceChanges } from '../../../price/PriceChanges'
import type { OptionForm } from '../use-option-form'
import type { PriceSheet } from './use-price-sheet'

interface SavePricesDialogProps {
  readonly sheet: PriceSheet
  readonly form: OptionForm
  readonly onClose: () => void
}

/** Prices are money: what changes is shown before it does. */
export function SavePricesDialog({ sheet, form, onClose }: SavePricesDialogProps) {
  const { text } = useText()
  const { isBusy, exclusive } = useExclusive()
  const save = async (): Promise<void> => {
    await form.save(PRICE_KEYS)
    onClose()
  }
  return (
    <Drawer
      title={text('prices.save_title')}
      subtitle={text('prices.save_text', { count: sheet.changes.length })}
      onClose={onClose}
      buttons={[
        { content: text('ui.cancel'), onClick: onClose },
        {
          content: text('ui.save'),
          buttonType: 'primary',
          loading: isBusy,
          onClick: () => void exclusive(save),
        },
      ]}
    >
      <PriceChanges
        changes={sheet.changes.map(({ model, column, from, to }) => ({
          key: `${column} ${model}`,
          model,
          what: text(`prices.${column}`),
          from: String(from ?? ''),
          to: String(to ?? ''),
        }))}
      />
    </Drawer>
  )
}
