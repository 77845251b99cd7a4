import {
  CheckIcon,
  ListUnorderedIcon,
  NoEntryIcon,
  PencilIcon,
  TrashIcon,
} from '@primer/octicons-react'
import type { PromoCodeJson } from '../../../server/domain/endpoints/promo-code'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useConfirmation } from '../../components/overlay/Confirm'
import { useAction } from '../../components/page/use-action'
import { type RowAction, RowMenu } from '../../components/table/RowMenu'

interface PromoCodeActsProps {
  readonly promoCode: PromoCodeJson
  readonly onEdit: () => void
  readonly onShow: () => void
}

export function PromoCodeActs({ promoCode, onEdit, onShow }: PromoCodeActsProps) {
  const { text } = useText()
  const confirm = useConfirmation()
  const { run } = useAction()
  const { id, code, enabled, used, held } = promoCode
  const again = () => Promise.all([refresh('promo_code'), refresh('status')])
  const body = { enabled: !enabled }
  const toggle = (): Promise<boolean> =>
    run(() => call('promo_code.update', { params: { id }, body }).finally(again), text('ui.saved'))
  const remove = async (): Promise<void> => {
    const title = text('promo.remove_title', { code })
    if (!(await confirm({ title, agree: text('ui.remove'), danger: true }))) return
    await run(() => call('promo_code.remove', { params: { id } }).finally(again), text('ui.done'))
  }
  const actions: readonly RowAction[] = [
    { label: text('promo.show_uses'), icon: ListUnorderedIcon, onSelect: onShow },
    { label: text('ui.edit'), icon: PencilIcon, onSelect: onEdit },
    {
      label: text(enabled ? 'ui.disable' : 'ui.enable'),
      icon: enabled ? NoEntryIcon : CheckIcon,
      onSelect: () => void toggle(),
    },
    {
      label: text('ui.remove'),
      icon: TrashIcon,
      isDanger: true,
      onSelect: () => void remove(),
      refusal: used + held > 0 ? text('promo.was_used') : undefined,
    },
  ]
  return <RowMenu name={code} actions={actions} />
}
