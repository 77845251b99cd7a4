import { TextInput } from '@primer/react'
import { useId } from 'react'
import { useText } from '../../app/language'
import { Field } from '../form/Field'
import { useForm } from '../form/use-form'
import { Drawer } from '../overlay/Drawer'

interface NameDialogProps {
  readonly title: string
  readonly initial: string
  readonly onName: (name: string) => void
  readonly onClose: () => void
}

/** What its owner calls a passkey. */
export default function NameDialog({ title, initial, onName, onClose }: NameDialogProps) {
  const { text } = useText()
  const id = useId()
  const form = useForm({ name: initial }, () => ({}))
  return (
    <Drawer
      kind="dialog"
      title={title}
      onClose={onClose}
      buttons={[
        { content: text('ui.cancel'), onClick: onClose },
        { content: text('ui.confirm'), buttonType: 'primary', type: 'submit', form: id },
      ]}
    >
      <form
        id={id}
        className="form"
        noValidate
        onSubmit={form.submit(async ({ name }) => onName(name.trim()))}
      >
        <Field label={text('factor.passkey_name')} caption={text('factor.passkey_name_hint')}>
          <TextInput
            block
            maxLength={50}
            value={form.values.name}
            onChange={(event) => form.set({ name: event.target.value })}
          />
        </Field>
      </form>
    </Drawer>
  )
}
