/**
 * What may be set of a noun and has no control of its own in its form: a field that was added to
 * the noun's rows can be set at once.
 */
import { TextInput } from '@primer/react'
import { type Fields, type SetName, setNamesOf } from '../../../server/domain/nouns/noun'
import { type Input, startOf } from '../../../server/domain/nouns/noun-stored'
import { useText } from '../../app/language'
import { Field } from './Field'
import { SwitchField } from './SwitchField'
import type { Form } from './use-form'

export type OtherValues = Readonly<Record<string, string | boolean>>

/** Of a row as answers have it; `own` has controls. */
export function otherValues<Rows extends Fields>(
  rows: Rows,
  own: readonly SetName<Rows>[],
  row: Readonly<Record<string, unknown>> = {},
): OtherValues {
  const others = setNamesOf(rows).filter((name) => !own.includes(name))
  const values = others.map((name) => {
    const field = rows[name]
    const value = row[name] ?? (field && startOf(field))
    return [name, field?.kind === 'flag' ? value === true : String(value)] as const
  })
  return Object.fromEntries(values)
}

/** As requests say them. */
export function otherBody<Rows extends Fields>(rows: Rows, values: OtherValues): Input<Rows> {
  const body = Object.entries(values).map(([name, value]) => {
    const isText = rows[name]?.kind === 'text' || typeof value === 'boolean'
    return [name, isText ? value : Number(value)] as const
  })
  return Object.fromEntries(body) as Input<Rows>
}

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
