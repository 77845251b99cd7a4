import { TextInput } from '@primer/react'
import { useMemo, useState } from 'react'
import { perText, unitTitle } from '../../../server/domain/prices/format-price'
import { type ManyPrices, planPrices } from '../../../server/domain/prices/many-prices'
import {
  type Amounts,
  MAIN_UNITS,
  type PriceDraft,
} from '../../../server/domain/prices/price-draft'
import type { PriceRow } from '../../../server/domain/prices/price-row'
import { amountOf } from '../../../server/domain/prices/price-sheet'
import { call } from '../../api/client'
import { type Text, useText } from '../../app/language'
import { Field, useFieldInput } from '../../components/form/Field'
import { FormDrawer } from '../../components/form/FormDrawer'
import { type Form, type Problems, useForm } from '../../components/form/use-form'
import { ModeField } from './ModeField'
import { PriceChanges } from './PriceChanges'
import { usePriceMoves } from './use-price-moves'
import { refreshPrices } from './use-priced-models'

export type ManyKind = ManyPrices['kind']

interface ManyPricesDrawerProps {
  readonly kind: ManyKind
  readonly models: readonly string[]
  readonly rows: readonly PriceRow[]
  readonly onSaved: () => void
  readonly onClose: () => void
}

interface ManyValues {
  readonly factor: string
  readonly mode: PriceDraft['mode']
  readonly call: string
  readonly prices: Amounts
}

const BLANK: ManyValues = { factor: '', mode: 'token', call: '', prices: {} }

/** One change for many models, and below it what becomes of each of them. */
export function ManyPricesDrawer(props: ManyPricesDrawerProps) {
  const { kind, models, onSaved, onClose } = props
  const { text } = useText()
  // As they were when the sheet was opened: what others change meanwhile the gateway notices.
  const [rows] = useState(props.rows)
  const form = useForm<ManyValues>(BLANK, (values) => {
    const problems = problemsOf(kind, values, text)
    if (Object.keys(problems).length > 0) return problems
    const isIdle = planOf(kind, values, { models, rows }).length === 0
    return isIdle ? { [FIRST[kind]]: text('price_row.no_effect') } : {}
  })
  const { values } = form
  const plan = useMemo(() => planOf(kind, values, { models, rows }), [kind, values, models, rows])
  const count = plan.length
  const save = async (): Promise<void> => {
    const prices = plan.map(({ model, price, was }) => ({ model, price, was }))
    await call('price.set', { body: { prices } })
    await refreshPrices()
    onSaved()
  }
  const isRemoval = kind === 'remove'
  return (
    <FormDrawer
      title={text(`price_row.${kind}_many_title`, { count: models.length })}
      subtitle={text('price_row.subtitle')}
      form={form}
      isDanger={isRemoval}
      saveLabel={text(isRemoval ? 'price_row.remove_many_save' : 'price_row.save_many', { count })}
      onSave={save}
      success={text('ui.saved')}
      onClose={onClose}
    >
      {kind === 'set' && <SetFields form={form} />}
      {kind === 'scale' && (
        <Field
          label={text('price_row.factor')}
          caption={text('price_row.factor_hint')}
          problem={form.problems.factor}
          isRequired
        >
          <TextInput
            block
            inputMode="decimal"
            autoComplete="off"
            leadingVisual="×"
            placeholder="1.1"
            value={values.factor}
            onChange={(event) => form.set({ factor: event.target.value })}
          />
        </Field>
      )}
      {isRemoval && <p className="field-caption">{text('price_row.remove_text')}</p>}
      {isRemoval && form.problems.mode && <p role="alert">{form.problems.mode}</p>}
      <PlanReview plan={plan} leftOut={count === 0 ? 0 : models.length - count} />
    </FormDrawer>
  )
}

/** The field that shows that nothing would change. */
const FIRST = { set: 'prices', scale: 'factor', remove: 'mode' } as const satisfies Record<
  ManyKind,
  keyof ManyValues
>

interface PlanReviewProps {
  readonly plan: ReturnType<typeof planPrices>
  /** Models that are not part of it. */
  readonly leftOut: number
}

function PlanReview({ plan, leftOut }: PlanReviewProps) {
  const { text } = useText()
  const changesOf = usePriceMoves()
  const changes = plan.flatMap(({ model, moves }) => changesOf(model, moves))
  return (
    <section className="price-part" aria-label={text('price_row.review')}>
      <h3>{text('price_row.review')}</h3>
      {changes.length === 0 ? (
        <p className="field-caption">{text('price_row.review_none')}</p>
      ) : (
        <PriceChanges changes={changes} />
      )}
      {leftOut > 0 && (
        <p className="field-caption">{text('price_row.left_out', { count: leftOut })}</p>
      )}
    </section>
  )
}

function SetFields({ form }: { readonly form: Form<ManyValues> }) {
  const { text } = useText()
  const { values, problems, set } = form
  return (
    <>
      <ModeField mode={values.mode} onChange={(mode) => set({ mode })} />
      {values.mode === 'call' ? (
        <Field label={text('price_row.call')} problem={problems.call ?? problems.prices} isRequired>
          <Dollars value={values.call} onChange={(typed) => set({ call: typed })} />
        </Field>
      ) : (
        <>
          <p className="field-caption">{text('price_row.set_many_hint')}</p>
          <div className="form-row">
            {MAIN_UNITS.map((unit) => (
              <Field
                key={unit}
                label={`${unitTitle(unit, { text })}${perText(unit, { text })}`}
                problem={unit === 'prompt' ? problems.prices : undefined}
              >
                <Dollars
                  value={values.prices[unit] ?? ''}
                  onChange={(typed) => set({ prices: { ...values.prices, [unit]: typed } })}
                />
              </Field>
            ))}
          </div>
        </>
      )}
    </>
  )
}

interface DollarsProps {
  readonly value: string
  readonly onChange: (typed: string) => void
}

function Dollars({ value, onChange }: DollarsProps) {
  const input = useFieldInput()
  return (
    <TextInput
      {...input}
      block
      inputMode="decimal"
      autoComplete="off"
      leadingVisual="$"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function problemsOf(kind: ManyKind, values: ManyValues, text: Text): Problems<ManyValues> {
  const { factor, mode, call: perCall, prices } = values
  if (kind === 'scale' && !isAbove0(factor)) return { factor: text('price_row.factor_invalid') }
  if (kind !== 'set') return {}
  if (mode === 'call') return isAmount(perCall) ? {} : { call: text('prices.not_a_number') }
  const typed = Object.values(prices).filter((amount) => amount.trim() !== '')
  const isGood = typed.length > 0 && typed.every(isAmount)
  return isGood ? {} : { prices: text('prices.not_a_number') }
}

function isAmount(typed: string): boolean {
  const amount = amountOf(typed)
  return amount !== undefined && !Number.isNaN(amount)
}

function isAbove0(typed: string): boolean {
  return isAmount(typed) && Number(typed) > 0
}

interface Chosen {
  readonly models: readonly string[]
  readonly rows: readonly PriceRow[]
}

/** Nothing while what is typed is no change yet. */
function planOf(kind: ManyKind, values: ManyValues, { models, rows }: Chosen) {
  const { factor, mode, call: perCall, prices } = values
  switch (kind) {
    case 'remove':
      return planPrices(models, rows, { kind })
    case 'scale':
      return isAbove0(factor) ? planPrices(models, rows, { kind, factor: Number(factor) }) : []
    case 'set': {
      const typed = mode === 'call' ? [perCall] : Object.values(prices)
      const isTyped = typed.some(isAmount) && typed.every((one) => one === '' || isAmount(one))
      return isTyped
        ? planPrices(models, rows, { kind, draft: { mode, call: perCall, prices } })
        : []
    }
  }
}
