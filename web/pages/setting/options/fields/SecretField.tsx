import { Button, Textarea, TextInput } from '@primer/react'
import { useText } from '../../../../app/language'
import { useToast } from '../../../../app/Toasts'
import { Field, useFieldInput } from '../../../../components/form/Field'
import { useConfirmation } from '../../../../components/overlay/Confirm'
import { factsOf } from '../option-facts'
import type { OptionFieldProps } from './option-field-props'

/** Never shown: what is typed replaces it, nothing typed leaves it, and clearing is its own act. */
export function SecretField({ optionKey, form }: OptionFieldProps) {
  const { text } = useText()
  const confirm = useConfirmation()
  const toast = useToast()
  const isSet = form.hasSecret(optionKey)
  const name = text(`setting.${optionKey}`)
  const clear = async (): Promise<void> => {
    const agreed = await confirm({
      title: text('options.clear_secret_title', { name }),
      message: text('options.clear_secret_text'),
      agree: text('options.clear_secret'),
      danger: true,
    })
    if (agreed && (await form.reset(optionKey))) toast.success(text('options.saved'))
  }
  return (
    <div className="options-secret">
      <Field
        label={name}
        caption={text(isSet ? 'options.secret_caption' : 'options.secret_unset_caption')}
        problem={form.problemOf(optionKey)}
      >
        <SecretInput
          hasLines={factsOf(optionKey).hasLines === true}
          placeholder={text(isSet ? 'options.secret_set' : 'options.secret_unset')}
          value={form.valueOf(optionKey)}
          onType={(value) => form.edit(optionKey, value)}
        />
      </Field>
      {isSet && (
        <Button
          variant="invisible"
          loading={form.isBusy(optionKey)}
          aria-label={`${text('options.clear_secret')}: ${name}`}
          onClick={() => void clear()}
        >
          {text('options.clear_secret')}
        </Button>
      )}
    </div>
  )
}

interface SecretInputProps {
  readonly hasLines: boolean
  readonly placeholder: string
  readonly value: string
  readonly onType: (value: string) => void
}

/** A key file loses its lines in a field of one. */
function SecretInput({ hasLines, onType, ...shown }: SecretInputProps) {
  const connected = useFieldInput()
  return hasLines ? (
    <Textarea
      {...connected}
      {...shown}
      block
      resize="vertical"
      rows={3}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onType(event.target.value)}
    />
  ) : (
    <TextInput
      {...connected}
      {...shown}
      block
      type="password"
      autoComplete="new-password"
      onChange={(event) => onType(event.target.value)}
    />
  )
}
