import { TextInput } from '@primer/react'
import { useText } from '../../app/language'
import { Field } from '../form/Field'

interface PromoCodeInputProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

export function PromoCodeInput({ value, onChange }: PromoCodeInputProps) {
  const { text } = useText()
  return (
    <Field label={text('promo.code')}>
      <TextInput
        block
        maxLength={40}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
