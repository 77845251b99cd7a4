/**
 * What may be set of a noun and has no control of its own in its form: a field that was added to
 * the noun's rows can be set at once.
 */
import { TextInput } from '@primer/react'
import type { Fields } from '../../../server/domain/nouns/noun'
import { useText } from '../../app/language'
import { Field } from './Field'
import type { OtherValues } from './other-values'
import { SwitchField } from './SwitchField'
import type { Form } from './use-form'

interface OtherFieldsProps {
  readonly rows: Fields
  readonly form: Pick<Form<{ readonly others: OtherValues }>, 'values' | 'set'>
}

export function OtherFields({ rows, form }: OtherFieldsProps) {
  const { language } = useText()
  const { others } = form.values
  return Object.entries(others).map(([name, value]) => {
    const label = rows[name]?.title?.[language] ?? name
    const set = (typed: string | boolean) => form.set({ others: { ...others, [name]: typed } })
    return typeof value === 'boolean' ? (
      <SwitchField key={name} label={label} isOn={value} onChange={set} />
    ) : (
      <Field key={name} label={label}>
        <TextInput block value={value} onChange={(event) => set(event.target.value)} />
      </Field>
    )
  })
}
