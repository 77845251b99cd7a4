/** Asks for the second factor: a code, or a passkey of this browser. */
import { PasskeyFillIcon } from '@primer/octicons-react'
import { Button, TextInput } from '@primer/react'
import { useId, useState } from 'react'
import { failureText } from '../../../server/domain/api-calls/failure'
import { useText } from '../../app/language'
import { Field } from '../form/Field'
import { useExclusive } from '../form/use-exclusive'
import { useForm } from '../form/use-form'
import { Drawer } from '../overlay/Drawer'
import { hasPasskeys } from './use-passkeys'
import './owner-proof.css'

interface FactorDialogProps {
  /** Why it is required. */
  readonly explanation: string
  /** Both throw when it is refused. */
  readonly onCode: (code: string) => Promise<void>
  /** Absent where only a code will do. */
  readonly onPasskey?: () => Promise<void>
  readonly onClose: () => void
}

export default function FactorDialog(props: FactorDialogProps) {
  const { explanation, onCode, onPasskey, onClose } = props
  const { text } = useText()
  const id = useId()
  const { isBusy, exclusive } = useExclusive()
  const [refusal, refuse] = useState<string | undefined>(undefined)
  const form = useForm({ code: '' }, ({ code }) => ({
    ...(code.trim() === '' && { code: text('account.code_missing') }),
  }))
  const attempt = async (giving: () => Promise<void>): Promise<void> => {
    try {
      await exclusive(giving)
    } catch (error) {
      refuse(failureText(error, text))
    }
  }
  return (
    <Drawer
      kind="dialog"
      title={text('factor.title')}
      onClose={onClose}
      buttons={[
        { content: text('ui.cancel'), onClick: onClose },
        {
          content: text('ui.confirm'),
          buttonType: 'primary',
          type: 'submit',
          form: id,
          loading: isBusy,
        },
      ]}
    >
      <form
        id={id}
        className="form"
        noValidate
        onSubmit={form.submit(({ code }) => attempt(() => onCode(code)))}
      >
        <span>{explanation}</span>
        <Field
          label={text('factor.code')}
          caption={text('factor.code_hint')}
          problem={form.problems.code ?? refusal}
        >
          <TextInput
            block
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            value={form.values.code}
            onChange={(event) => {
              form.set({ code: event.target.value })
              refuse(undefined)
            }}
          />
        </Field>
      </form>
      {onPasskey !== undefined && hasPasskeys() && (
        <PasskeyWay isBusy={isBusy} onPress={() => void attempt(onPasskey)} />
      )}
    </Drawer>
  )
}

interface PasskeyWayProps {
  readonly isBusy: boolean
  readonly onPress: () => void
}

function PasskeyWay({ isBusy, onPress }: PasskeyWayProps) {
  const { text } = useText()
  return (
    <div className="form proof-other">
      <Button block leadingVisual={PasskeyFillIcon} disabled={isBusy} onClick={onPress}>
        {text('factor.by_passkey')}
      </Button>
    </div>
  )
}
