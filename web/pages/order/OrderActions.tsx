import { CheckCircleIcon, CopyIcon, CreditCardIcon, PersonIcon } from '@primer/octicons-react'
import { useLocation } from 'wouter'
import { useText } from '../../app/language'
import { subjectPath } from '../../components/stats/subject-path'
import { RowMenu } from '../../components/table/RowMenu'
import { useCopy } from '../../components/text/use-copy'
import { canComplete, type Order, useCompletion } from './use-completion'

/** What can be done with one order of the list. */
export function OrderActions({ order }: { readonly order: Order }) {
  const { text } = useText()
  const [, navigate] = useLocation()
  const copy = useCopy()
  const { complete } = useCompletion()
  const { trade_no, user_id } = order
  return (
    <RowMenu
      name={trade_no}
      actions={[
        {
          label: text('order.open'),
          icon: CreditCardIcon,
          onSelect: () => navigate(subjectPath('order', trade_no)),
        },
        {
          label: text('order.open_user'),
          icon: PersonIcon,
          onSelect: () => navigate(subjectPath('user', user_id)),
        },
        { label: text('order.copy'), icon: CopyIcon, onSelect: () => void copy(trade_no) },
        {
          label: text('order.complete'),
          icon: CheckCircleIcon,
          onSelect: () => void complete([order]),
          refusal: canComplete(order) ? undefined : text('order.completed_before'),
        },
      ]}
    />
  )
}
