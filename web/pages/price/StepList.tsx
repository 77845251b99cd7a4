import { PlusIcon } from '@primer/octicons-react'
import { Button, TextInput } from '@primer/react'
import type { StepDraft } from '../../../server/domain/prices/price-draft'
import type { UnitDollars } from '../../../server/domain/prices/unit-dollars'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import type { ProblemAt } from './problem-at'
import { RatesFields } from './RatesFields'

interface StepListProps {
  readonly steps: readonly StepDraft[]
  /** What units cost in each. */
  readonly worth: readonly UnitDollars[]
  readonly problemAt: ProblemAt
  readonly onChange: (steps: readonly StepDraft[]) => void
}

const MOST = 16

/** Other prices for calls that read much. */
export function StepList({ steps, worth, problemAt, onChange }: StepListProps) {
  const { text } = useText()
  const put = (at: number, change: Partial<StepDraft>): void =>
    onChange(steps.map((step, index) => (index === at ? { ...step, ...change } : step)))
  return (
    <section className="price-part" aria-label={text('price_row.steps')}>
      <h3>{text('price_row.steps')}</h3>
      <p className="field-caption">{text('price_row.steps_hint')}</p>
      {steps.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: thresholds have no name but their place.
        <fieldset key={at} className="price-step">
          <legend>{text('price_row.step', { number: at + 1 })}</legend>
          <Field
            label={text('price_row.bound')}
            problem={problemAt(`steps.${at}.above`)}
            isRequired
          >
            <TextInput
              block
              inputMode="numeric"
              autoComplete="off"
              placeholder="200000"
              value={step.above}
              onChange={(event) => put(at, { above: event.target.value })}
            />
          </Field>
          <RatesFields
            place={`steps.${at}`}
            amounts={step.prices}
            worth={worth[at] ?? {}}
            problemAt={problemAt}
            onChange={(prices) => put(at, { prices })}
          />
          <Button
            size="small"
            variant="invisible"
            onClick={() => onChange(steps.filter((_, index) => index !== at))}
          >
            {text('price_row.remove_step', { number: at + 1 })}
          </Button>
        </fieldset>
      ))}
      <Button
        size="small"
        leadingVisual={PlusIcon}
        className="price-add"
        disabled={steps.length >= MOST}
        onClick={() => onChange([...steps, { above: '', prices: {} }])}
      >
        {text('price_row.add_step')}
      </Button>
    </section>
  )
}
