import { Select } from '@primer/react'
import { Field } from './Field'

interface ChoiceFieldProps<Name extends string> {
  readonly label: string
  readonly choices: readonly Name[]
  readonly chosen: Name
  readonly titleOf: (name: Name) => string
  readonly onChange: (name: Name) => void
}

/** One of a few names. */
export function ChoiceField<Name extends string>(props: ChoiceFieldProps<Name>) {
  const { label, choices, chosen, titleOf, onChange } = props
  return (
    <Field label={label}>
      <Select
        block
        value={chosen}
        onChange={(event) => {
          const named = choices.find((name) => name === event.target.value)
          if (named !== undefined) onChange(named)
        }}
      >
        {choices.map((name) => (
          <Select.Option key={name} value={name}>
            {titleOf(name)}
          </Select.Option>
        ))}
      </Select>
    </Field>
  )
}
