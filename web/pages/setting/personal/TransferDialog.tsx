import { call } from '../../../api/client'
import { refresh } from '../../../api/use-endpoint'
import { useFormat } from '../../../app/format'
import { useText } from '../../../app/language'
import { useSite } from '../../../app/site'
import { FormDrawer } from '../../../components/form/FormDrawer'
import { QuotaField } from '../../../components/form/QuotaField'
import { type Problems, useForm } from '../../../components/form/use-form'

interface TransferDialogProps {
  /** Credits that may be moved. */
  readonly earned: number
  readonly onClose: () => void
}

interface TransferValues {
  readonly amount: string
}

/** Moves invite earnings into the balance, at least one unit at a time. */
export function TransferDialog({ earned, onClose }: TransferDialogProps) {
  const { text } = useText()
  const format = useFormat()
  const { quota_per_unit } = useSite()
  const min = format.quota(quota_per_unit)
  const quota = format.quota(earned)
  const check = ({ amount }: TransferValues): Problems<TransferValues> => {
    const isTooSmall = !/^\d{1,15}$/.test(amount.trim()) || Number(amount) < quota_per_unit
    if (isTooSmall) return { amount: text('personal.transfer_minimum', { min }) }
    return Number(amount) > earned ? { amount: text('personal.transfer_maximum', { quota }) } : {}
  }
  const form = useForm<TransferValues>({ amount: String(quota_per_unit) }, check)
  const { values, problems } = form
  return (
    <FormDrawer
      kind="dialog"
      title={text('personal.transfer_title')}
      form={form}
      onSave={async ({ amount }) => {
        await call('account.aff_transfer', { body: { quota: Number(amount) } })
        await refresh('user')
      }}
      success={text('personal.transferred')}
      saveLabel={text('personal.transfer')}
      onClose={onClose}
    >
      <span>{text('personal.transfer_available', { quota, min })}</span>
      <QuotaField
        label={text('personal.transfer_amount')}
        value={values.amount}
        problem={problems.amount}
        onChange={(amount) => form.set({ amount })}
      />
    </FormDrawer>
  )
}
