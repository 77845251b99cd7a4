import { TextInput } from '@primer/react'
import { useFormat } from '../format'
import { useText } from '../language'
import { useSite } from '../site'
import { Field } from './Field'

interface QuotaFieldProps {
  readonly label: string
  /** Credits, as typed. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly problem?: string | undefined
  readonly isDisabled?: boolean
  /** Dollars on the buttons below. */
  readonly shortcuts?: readonly number[]
}

/** Credits, with what they are worth beside them. */
export function QuotaField(props: QuotaFieldProps) {
  const { label, value, onChange, problem, isDisabled = false, shortcuts = [] } = props
  const { text } = useText()
  const format = useFormat()
  const { quota_per_unit } = useSite()
  const credits = Number(value)
  const worth = Number.isFinite(credits) && quota_per_unit > 0 ? credits / quota_per_unit : 0
  return (
    <div className="quota-field">
      <Field
        label={label}
        problem={problem}
        isDisabled={isDisabled}
        caption={text('ui.worth', { amount: format.usd(worth) })}
      >
        <TextInput
          block
          inputMode="numeric"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      {shortcuts.length > 0 && (
        <div className="chips">
          {shortcuts.map((dollars) => (
            <button
              key={dollars}
              type="button"
              className="chip"
              disabled={isDisabled}
              onClick={() => onChange(String(Math.round(dollars * quota_per_unit)))}
            >
              {`$${dollars}`}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
