import { useEffect, useState } from 'react'
import { amountOf, type PriceColumn } from '../../../../../server/domain/prices/price-sheet'
import { useText } from '../../../../app/language'

interface PriceCellProps {
  readonly model: string
  readonly column: PriceColumn
  readonly value: number | undefined
  readonly isDisabled: boolean
  /** `undefined` when the entry goes. */
  readonly onChange: (value: number | undefined) => void
}

/** A number that is changed where it stands: taken over by Enter or by leaving it. */
export function PriceCell({ model, column, value, isDisabled, onChange }: PriceCellProps) {
  const { text } = useText()
  const shown = value === undefined ? '' : String(value)
  const [typed, type] = useState(shown)
  const [isWrong, mark] = useState(false)
  useEffect(() => {
    type(shown)
    mark(false)
  }, [shown])
  const take = (): void => {
    const wanted = amountOf(typed)
    mark(Number.isNaN(wanted))
    if (!Number.isNaN(wanted) && wanted !== value) onChange(wanted)
  }
  return (
    <span className="price-cell">
      <input
        className="price-input number"
        inputMode="decimal"
        autoComplete="off"
        aria-label={`${text(`prices.${column}`)}: ${model}`}
        aria-invalid={isWrong}
        placeholder={isDisabled ? '–' : ''}
        disabled={isDisabled}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'Escape') type(shown)
        }}
      />
      {isWrong && (
        <span className="pick-problem" role="alert">
          {text('prices.not_a_number')}
        </span>
      )}
    </span>
  )
}
