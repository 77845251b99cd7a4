import { TextInput } from '@primer/react'
import type { OptionKey } from '../../../../../server/domain/options'
import { useText } from '../../../../app/language'
import { Field } from '../../../../components/form/Field'
import { QuotaField } from '../../../../components/form/QuotaField'
import { CREDIT_KEYS, factsOf, UNITS } from '../option-facts'
import type { OptionFieldProps } from './option-field-props'
import { useCaption } from './use-caption'

type CountedKey = keyof typeof UNITS

function isCounted(key: OptionKey): key is CountedKey {
  return Object.hasOwn(UNITS, key)
}

/** A number with its unit, or an amount. */
export function NumberField({ optionKey, form }: OptionFieldProps) {
  const { text } = useText()
  const caption = useCaption(optionKey)
  const value = form.valueOf(optionKey)
  if (CREDIT_KEYS.has(optionKey)) {
    return (
      <QuotaField
        label={text(`setting.${optionKey}`)}
        value={value}
        onChange={(typed) => form.edit(optionKey, typed)}
        problem={form.problemOf(optionKey)}
        caption={caption}
      />
    )
  }
  return (
    <Field
      label={text(`setting.${optionKey}`)}
      caption={caption}
      problem={form.problemOf(optionKey)}
    >
      <TextInput
        block
        className="number"
        inputMode={factsOf(optionKey).type === 'integer' ? 'numeric' : 'decimal'}
        autoComplete="off"
        {...(isCounted(optionKey) && { trailingVisual: text(UNITS[optionKey]) })}
        value={value}
        onChange={(event) => form.edit(optionKey, event.target.value)}
      />
    </Field>
  )
}
