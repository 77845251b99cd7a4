import { TextInput } from '@primer/react'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import { FormDrawer } from '../../components/form/FormDrawer'
import { useForm } from '../../components/form/use-form'

interface CreateDialogProps {
  /** May make somebody else its owner. */
  readonly isOperator: boolean
  readonly onChanged: () => void
  readonly onClose: () => void
}

export function CreateDialog({ isOperator, onChanged, onClose }: CreateDialogProps) {
  const { text } = useText()
  const form = useForm({ name: '', display_name: '', owner: '' }, ({ name }) => ({
    ...(name.trim() === '' && { name: text('account.username_missing') }),
  }))
  const { name, display_name, owner } = form.values
  const save = async (): Promise<void> => {
    const owner_id = owner.trim() === '' ? undefined : await userIdOf(owner.trim())
    await call('organisation.create', { body: { name: name.trim(), display_name, owner_id } })
    await refresh('organisation')
    onChanged()
  }
  const userIdOf = async (keyword: string): Promise<number> => {
    const { data } = await call('user.search', { query: { keyword, page_size: 100 } })
    const user = data.items.find((item) => item.username === keyword || String(item.id) === keyword)
    // The server says that there is no such user.
    return user?.id ?? -1
  }
  return (
    <FormDrawer
      kind="dialog"
      title={text('org.new')}
      form={form}
      onSave={save}
      success={text('org.created')}
      saveLabel={text('ui.create')}
      onClose={onClose}
    >
      <Field
        label={text('org.name')}
        caption={text('org.name_hint')}
        problem={form.problems.name}
        isRequired
      >
        <TextInput
          block
          maxLength={30}
          autoComplete="off"
          value={name}
          onChange={(event) => form.set({ name: event.target.value })}
        />
      </Field>
      <Field label={text('org.display_name')}>
        <TextInput
          block
          maxLength={60}
          autoComplete="off"
          value={display_name}
          onChange={(event) => form.set({ display_name: event.target.value })}
        />
      </Field>
      {isOperator && (
        <Field label={text('org.owner')} caption={text('org.owner_hint')}>
          <TextInput
            block
            autoComplete="off"
            value={owner}
            onChange={(event) => form.set({ owner: event.target.value })}
          />
        </Field>
      )}
    </FormDrawer>
  )
}
