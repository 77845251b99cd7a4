import { TextInput } from '@primer/react'
import { type OptionKey, optionRow } from '../../../../server/domain/options'
import { Field } from '../../../components/Field'
import { useFormat } from '../../../format'
import { useText } from '../../../language'
import { useSite } from '../../../site'
import type { OptionFieldProps } from './OptionField'
import { CREDIT_KEYS, UNITS } from './option-tabs'
import { useCaption } from './use-caption'

type CountedKey = keyof typeof UNITS

function isCounted(key: OptionKey): key is CountedKey {
  return Object.hasOwn(UNITS, key)
}

/** A number with its unit, or credits with what they are worth. */
export function NumberField({ optionKey, form }: OptionFieldProps) {
  const { text } = useText()
  const format = useFormat()
  const { quota_per_unit } = useSite()
  const caption = useCaption(optionKey)
  const value = form.valueOf(optionKey)
  const credits = Number(value)
  const isWorth = CREDIT_KEYS.has(optionKey) && Number.isFinite(credits) && quota_per_unit > 0
  const worth = isWorth ? text('ui.worth', { amount: format.usd(credits / quota_per_unit) }) : ''
  return (
    <Field
      label={text(`setting.${optionKey}`)}
      caption={[worth, caption].filter(Boolean).join(' · ')}
      problem={form.problemOf(optionKey)}
    >
      <TextInput
        block
        className="number"
        inputMode={optionRow(optionKey).type === 'integer' ? 'numeric' : 'decimal'}
        autoComplete="off"
        {...(isCounted(optionKey) && { trailingVisual: text(UNITS[optionKey]) })}
        value={value}
        onChange={(event) => form.edit(optionKey, event.target.value)}
      />
    </Field>
  )
}
