import { TextInput } from '@primer/react'
import { useText } from '../../app/language'
import { Field } from '../form/Field'
import { FormDrawer } from '../form/FormDrawer'
import { useForm } from '../form/use-form'

interface NameViewProps {
  readonly title: string
  /** Label of the field; the name of a view where absent. */
  readonly label?: string
  readonly name?: string
  readonly onSave: (name: string) => void | Promise<void>
  readonly onClose: () => void
}

/** Asks what something shall be called. */
export function NameView({ title, label, name = '', onSave, onClose }: NameViewProps) {
  const { text } = useText()
  const form = useForm({ name }, ({ name }) => ({
    ...(name.trim() === '' && { name: text('token.name_missing') }),
  }))
  return (
    <FormDrawer
      kind="dialog"
      title={title}
      form={form}
      onSave={async ({ name }) => await onSave(name.trim())}
      success={text('ui.saved')}
      onClose={onClose}
    >
      <Field label={label ?? text('views.name')} problem={form.problems.name} isRequired>
        <TextInput
          block
          maxLength={40}
          value={form.values.name}
          onChange={(event) => form.set({ name: event.target.value })}
        />
      </Field>
    </FormDrawer>
  )
}
