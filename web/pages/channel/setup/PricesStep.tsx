import { Button, Select, TextInput } from '@primer/react'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../app/language'
import { Field } from '../../../components/form/Field'
import { SaveRefusal } from './SaveRefusal'
import type { SetupPrices } from './use-setup-prices'
import type { SetupSave } from './use-setup-save'

interface PricesStepProps {
  readonly prices: SetupPrices
  readonly saving: SetupSave
  readonly onBack: () => void
}

export function PricesStep({ prices, saving, onBack }: PricesStepProps) {
  const { text } = useText()
  const [isChecked, check] = useState(false)
  const { unpriced = [], maySet } = prices
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    check(true)
    if (unpriced.some((model) => prices.problems(model).size > 0)) return
    await saving.save()
  }
  return (
    <form className="form" noValidate onSubmit={(event) => void save(event)}>
      <p className="field-caption">{text(maySet ? 'setup.prices_text' : 'setup.prices_root')}</p>
      {unpriced.map((model) => (
        <ModelPrice key={model} model={model} prices={prices} isChecked={isChecked} />
      ))}
      <SaveRefusal refusal={saving.refusal} />
      <div className="setup-buttons">
        <Button onClick={onBack}>{text('setup.back')}</Button>
        <Button variant="primary" type="submit" loading={saving.isBusy}>
          {text('setup.save')}
        </Button>
      </div>
    </form>
  )
}

interface ModelPriceProps {
  readonly model: string
  readonly prices: SetupPrices
  readonly isChecked: boolean
}

const UNITS = [
  { unit: 'prompt', label: 'setup.price_in' },
  { unit: 'completion', label: 'setup.price_out' },
] as const

function ModelPrice({ model, prices, isChecked }: ModelPriceProps) {
  const { text } = useText()
  const draft = prices.draft(model)
  const wrong = isChecked ? prices.problems(model) : undefined
  const problem = (place: string) => (wrong?.has(place) ? text('prices.not_a_number') : undefined)
  const isPerCall = draft.mode === 'call'
  return (
    <fieldset className="setup-price">
      <legend>
        <span className="mono">{model}</span>{' '}
        <span className="not-priced">{text('pricing.not_priced')}</span>
      </legend>
      <div className="setup-price-fields">
        <Select
          aria-label={text('setup.price_mode', { model })}
          value={draft.mode}
          onChange={({ target }) =>
            prices.type(model, { mode: target.value === 'call' ? 'call' : 'token' })
          }
        >
          <Select.Option value="token">{text('price_row.mode_token')}</Select.Option>
          <Select.Option value="call">{text('price_row.mode_call')}</Select.Option>
        </Select>
        {isPerCall ? (
          <Amount
            label={text('setup.price_call', { model })}
            value={draft.call}
            problem={problem('call')}
            onChange={(amount) => prices.type(model, { call: amount })}
          />
        ) : (
          UNITS.map(({ unit, label }) => (
            <Amount
              key={unit}
              label={text(label, { model })}
              value={draft.prices[unit] ?? ''}
              problem={problem(`prices.${unit}`)}
              onChange={(amount) =>
                prices.type(model, { prices: { ...draft.prices, [unit]: amount } })
              }
            />
          ))
        )}
      </div>
    </fieldset>
  )
}

interface AmountProps {
  readonly label: string
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (amount: string) => void
}

function Amount({ label, value, problem, onChange }: AmountProps) {
  return (
    <Field label={label} problem={problem}>
      <TextInput
        block
        inputMode="decimal"
        autoComplete="off"
        leadingVisual="$"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
