import { XIcon } from '@primer/octicons-react'
import { IconButton, Select, TextInput } from '@primer/react'
import { perText, unitTitle } from '../../../server/domain/prices/format-price'
import { ratioOf } from '../../../server/domain/prices/price-change'
import {
  type Amounts,
  MAIN_UNITS,
  needsPrompt,
  PRICED_UNITS,
} from '../../../server/domain/prices/price-draft'
import type { UnitDollars } from '../../../server/domain/prices/unit-dollars'
import type { UnitClass } from '../../../server/domain/units'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import type { ProblemAt } from './problem-at'

/** Of the ratio next to a price; the price itself is exact. */
const RATIO_DIGITS = 6

interface RatesFieldsProps {
  /** Before the name of a unit in what names a place. */
  readonly place: string
  readonly amounts: Amounts
  /** What every unit will cost. */
  readonly worth: UnitDollars
  readonly problemAt: ProblemAt
  /** The prices that hold below every threshold: without the first of them there is none. */
  readonly isBase?: boolean
  readonly onChange: (amounts: Amounts) => void
}

/** The units that every model has, those that this one has besides, and a way to more. */
export function RatesFields(props: RatesFieldsProps) {
  const { amounts, onChange } = props
  const { text } = useText()
  const isMain = (unit: UnitClass): boolean => MAIN_UNITS.some((name) => name === unit)
  const more = PRICED_UNITS.filter((unit) => !isMain(unit) && amounts[unit] !== undefined)
  const others = PRICED_UNITS.filter((unit) => !isMain(unit) && amounts[unit] === undefined)
  return (
    <>
      <div className="form-row">
        {[...MAIN_UNITS, ...more].map((unit) => (
          <RateField key={unit} unit={unit} isExtra={!isMain(unit)} rates={props} />
        ))}
      </div>
      <Select
        className="price-add"
        aria-label={text('price_row.add_unit')}
        value=""
        onChange={({ target }) => {
          const unit = others.find((name) => name === target.value)
          if (unit !== undefined) onChange({ ...amounts, [unit]: '' })
        }}
      >
        <Select.Option value="">{text('price_row.add_unit')}</Select.Option>
        {others.map((unit) => (
          <Select.Option key={unit} value={unit}>
            {unitTitle(unit, { text })}
          </Select.Option>
        ))}
      </Select>
    </>
  )
}

interface RateFieldProps {
  readonly unit: UnitClass
  readonly isExtra: boolean
  readonly rates: RatesFieldsProps
}

function RateField({ unit, isExtra, rates }: RateFieldProps) {
  const { text } = useText()
  const { place, amounts, worth, problemAt, isBase = false, onChange } = rates
  const title = `${unitTitle(unit, { text })}${perText(unit, { text })}`
  const ratio = ratioOf(unit, worth)
  const usd = worth[unit]
  const remove = (): void => {
    const { [unit]: _, ...rest } = amounts
    onChange(rest)
  }
  return (
    <div className="price-rate">
      <Field
        label={title}
        problem={problemAt(`${place}.${unit}`)}
        isRequired={isBase && unit === 'prompt' && needsPrompt(amounts)}
        {...(ratio !== undefined && {
          caption: text(unit === 'prompt' ? 'price_row.is_ratio' : 'price_row.times', {
            ratio: Number(ratio.toPrecision(RATIO_DIGITS)),
          }),
        })}
      >
        <TextInput
          block
          inputMode="decimal"
          autoComplete="off"
          leadingVisual="$"
          placeholder={usd === undefined ? '' : String(usd)}
          value={amounts[unit] ?? ''}
          onChange={(event) => onChange({ ...amounts, [unit]: event.target.value })}
        />
      </Field>
      {isExtra && (
        <IconButton
          icon={XIcon}
          size="small"
          variant="invisible"
          aria-label={text('price_row.remove_unit', { unit: title })}
          onClick={remove}
        />
      )}
    </div>
  )
}
