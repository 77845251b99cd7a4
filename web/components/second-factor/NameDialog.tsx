import { TextInput } from '@primer/react'
import { useText } from '../../app/language'
import { Field } from '../form/Field'
import { FormDrawer } from '../form/FormDrawer'
import { useForm } from '../form/use-form'

interface NameDialogProps {
  readonly title: string
  readonly initial: string
  /** Told when it is done; absent where the list shows it. */
  readonly success?: string | undefined
  /** Throws when it is refused. */
  readonly onName: (name: string) => Promise<void>
  readonly onClose: () => void
}

/** What its owner calls a passkey. */
export default function NameDialog({ title, initial, success, onName, onClose }: NameDialogProps) {
  const { text } = useText()
  const form = useForm({ name: initial })
  return (
    <FormDrawer
      kind="dialog"
      title={title}
      form={form}
      onSave={({ name }) => onName(name.trim())}
      success={success}
      saveLabel={text('ui.confirm')}
      onClose={onClose}
    >
      <Field label={text('factor.passkey_name')} caption={text('factor.passkey_name_hint')}>
        <TextInput
          block
          maxLength={50}
          value={form.values.name}
          onChange={(event) => form.set({ name: event.target.value })}
        />
      </Field>
    </FormDrawer>
  )
}
