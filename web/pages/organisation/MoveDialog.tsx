import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { FormDrawer } from '../../components/form/FormDrawer'
import { QuotaField } from '../../components/form/QuotaField'
import { useForm } from '../../components/form/use-form'

interface MoveDialogProps {
  /** Into the organisation, or out of it. */
  readonly direction: 'in' | 'out'
  readonly organisationId: number
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Dollars. */
const AMOUNTS = [1, 10, 50, 100]

/** Credits between the own balance and that of the organisation. */
export function MoveDialog({ direction, organisationId, onChanged, onClose }: MoveDialogProps) {
  const { text } = useText()
  const form = useForm({ quota: '' }, ({ quota }) => ({
    ...(!/^[1-9]\d{0,14}$/.test(quota.trim()) && { quota: text('ui.amount_invalid') }),
  }))
  const save = async (): Promise<void> => {
    const body = { quota: Number(form.values.quota) }
    if (direction === 'in')
      await call('organisation.pay_in', { params: { id: organisationId }, body })
    else await call('organisation.pay_out', { body })
    await refresh('user')
    onChanged()
  }
  return (
    <FormDrawer
      kind="dialog"
      title={text(`org.pay_${direction}`)}
      subtitle={text(`org.pay_${direction}_hint`)}
      form={form}
      onSave={save}
      success={text('ui.done')}
      saveLabel={text(`org.pay_${direction}`)}
      onClose={onClose}
    >
      <QuotaField
        label={text('org.amount')}
        value={form.values.quota}
        problem={form.problems.quota}
        shortcuts={AMOUNTS}
        onChange={(quota) => form.set({ quota })}
      />
    </FormDrawer>
  )
}
