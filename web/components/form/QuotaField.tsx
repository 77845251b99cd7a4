import { TextInput } from '@primer/react'
import { useState } from 'react'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { Field } from './Field'

interface QuotaFieldProps {
  readonly label: string
  /** Whole credits as text, or what was typed where that is no amount. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly problem?: string | undefined
  readonly isDisabled?: boolean
  /** Dollars on the buttons below. */
  readonly shortcuts?: readonly number[]
  /** Behind what it is worth. */
  readonly caption?: string | undefined
}

/** An amount in dollars, with its credits next to it; in credits where sites show those. */
export function QuotaField(props: QuotaFieldProps) {
  const { label, value, onChange, problem, caption, isDisabled = false, shortcuts = [] } = props
  const { text } = useText()
  const format = useFormat()
  const { quota_per_unit: perUnit, display_in_currency } = useSite()
  const inDollars = display_in_currency && perUnit > 0
  const [typed, type] = useState('')
  const shown = inDollars ? dollarsOf(value, typed, perUnit) : value
  const credits = Number(value)
  const isAmount = value.trim() !== '' && Number.isFinite(credits)
  const change = (next: string): void => {
    type(next)
    onChange(inDollars ? creditsOf(next, perUnit) : next)
  }
  const worth = format.usd(perUnit > 0 && isAmount ? credits / perUnit : 0)
  const inCredits = text('ui.in_credits', { credits: format.number(isAmount ? credits : 0) })
  return (
    <div className="quota-field">
      <Field
        label={label}
        problem={problem}
        isDisabled={isDisabled}
        caption={[inDollars ? inCredits : text('ui.worth', { amount: worth }), caption]
          .filter(Boolean)
          .join(' · ')}
      >
        <TextInput
          block
          inputMode="decimal"
          {...(inDollars && { leadingVisual: '$' })}
          value={shown}
          onChange={(event) => change(event.target.value)}
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
              onClick={() => {
                type(String(dollars))
                onChange(String(Math.round(dollars * perUnit)))
              }}
            >
              {`$${dollars}`}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** What is no amount stays as it was typed, so that validation reports it. */
function creditsOf(dollars: string, perUnit: number): string {
  const amount = Number(dollars.trim().replace(/^\$/, '').replaceAll(',', ''))
  if (dollars.trim() === '' || !Number.isFinite(amount)) return dollars
  return String(Math.round(amount * perUnit))
}

/** As it was typed while that is what it is worth: "1." does not become "1" under the hand. */
function dollarsOf(credits: string, typed: string, perUnit: number): string {
  if (creditsOf(typed, perUnit) === credits) return typed
  const amount = Number(credits)
  if (credits.trim() === '' || !Number.isFinite(amount)) return credits
  return String(Number((amount / perUnit).toFixed(6)))
}
