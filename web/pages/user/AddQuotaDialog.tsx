import type { UserJson } from '../../../server/domain/endpoints/user'
import { call } from '../../api/client'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { FormDrawer } from '../../components/form/FormDrawer'
import { QuotaField } from '../../components/form/QuotaField'
import { useForm } from '../../components/form/use-form'
import { toEach } from './use-user-acts'

/** Dollars. */
const SHORTCUTS = [1, 10, 50, 100]

interface AddQuotaDialogProps {
  readonly users: readonly UserJson[]
  readonly onClose: () => void
  readonly onDone?: () => void
}

/** Adds to the balance of one user, or of each of several, whatever it is by then. */
export function AddQuotaDialog({ users, onClose, onDone }: AddQuotaDialogProps) {
  const { text } = useText()
  const format = useFormat()
  const form = useForm({ amount: '' }, ({ amount }) => ({
    ...(!/^-?0*[1-9]\d{0,14}$/.test(amount.trim()) && { amount: text('user.quota_whole') }),
  }))
  const { amount } = form.values
  const [first] = users
  const only = users.length === 1 ? first : undefined
  const more = form.problems.amount === undefined ? Number(amount) || 0 : 0
  const after = only && text('user.new_balance', { balance: format.quota(only.quota + more) })
  return (
    <FormDrawer
      kind="dialog"
      title={text('user.add_quota')}
      subtitle={only === undefined ? text('user.count', { count: users.length }) : only.username}
      form={form}
      onSave={async () => {
        const body = { add_quota: Number(amount) }
        await toEach(users, (id) => call('user.update', { body: { id, ...body } }))
        onDone?.()
      }}
      success={text('user.quota_added')}
      saveLabel={text('ui.add')}
      onClose={onClose}
    >
      <QuotaField
        label={text('user.add_quota_amount')}
        value={amount}
        problem={form.problems.amount}
        shortcuts={SHORTCUTS}
        caption={after}
        onChange={(next) => form.set({ amount: next })}
      />
    </FormDrawer>
  )
}
