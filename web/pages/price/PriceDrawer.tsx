import { TextInput } from '@primer/react'
import { useMemo, useState } from 'react'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { changeOf, draftWorth } from '../../../server/domain/prices/price-change'
import {
  type DraftProblems,
  draftOf,
  draftProblems,
  type PriceDraft,
  type StoredPrice,
  storedPrice,
} from '../../../server/domain/prices/price-draft'
import type { PriceRow } from '../../../server/domain/prices/price-row'
import { call } from '../../api/client'
import { type Text, useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import { FormDrawer } from '../../components/form/FormDrawer'
import { type Problems, useForm } from '../../components/form/use-form'
import { DraftReview } from './DraftReview'
import { ModeField } from './ModeField'
import { PriceExample } from './PriceExample'
import type { ProblemAt } from './problem-at'
import { RatesFields } from './RatesFields'
import { StepList } from './StepList'
import { TierList } from './TierList'
import { refreshPrices } from './use-priced-models'

interface PriceValues extends PriceDraft {
  readonly name: string
}

interface PriceDrawerProps {
  /** "" for one that is still to be named. */
  readonly model: string
  readonly rows: readonly PriceRow[]
  readonly onClose: () => void
}

export function PriceDrawer({ model, rows, onClose }: PriceDrawerProps) {
  const { text } = useText()
  // As they were when the form was opened: what others change meanwhile is noticed by the gateway.
  const [seen] = useState(rows)
  const initial = { name: model, ...draftOf(storedPrice(model, seen)) }
  const form = useForm<PriceValues>(initial, (values) => ({
    ...problemsOf(values, text),
    ...(model === '' && isTaken(values.name, seen) && { name: text('prices.name_taken') }),
  }))
  const { values } = form
  const stored = useMemo(() => storedPrice(values.name.trim(), seen), [values.name, seen])
  const save = async (typed: PriceValues): Promise<void> => {
    const { name: _, ...draft } = typed
    const price = changeOf(draft, stored)
    if (Object.keys(price).length === 0) return
    const row = { model: stored.model, price, was: stored.own }
    await call('price.set', { body: { prices: [row] } })
    await refreshPrices()
  }
  return (
    <FormDrawer
      title={model === '' ? text('price_row.add') : text('price_row.edit', { model })}
      subtitle={text('price_row.subtitle')}
      form={form}
      onSave={save}
      success={text('ui.saved')}
      onClose={onClose}
    >
      {model === '' && (
        <Field label={text('field.price.model')} problem={form.problems.name} isRequired>
          <TextInput
            block
            autoComplete="off"
            className="mono"
            placeholder="gpt-4o"
            value={values.name}
            onChange={(event) => form.set({ name: event.target.value })}
          />
        </Field>
      )}
      <ModeField mode={values.mode} onChange={(mode) => form.set({ mode })} />
      <PriceFields
        draft={values}
        stored={stored}
        isChecked={form.problems.prices !== undefined}
        onChange={form.set}
      />
      <DraftReview draft={values} stored={stored} />
    </FormDrawer>
  )
}

function isTaken(name: string, rows: readonly PriceRow[]): boolean {
  return rows.some(({ model }) => model === name.trim())
}

/** The single problems are shown below; `prices` stands for all of them. */
function problemsOf({ name, ...draft }: PriceValues, text: Text): Problems<PriceValues> {
  const problems: Problems<PriceValues> = {}
  if (name.trim() === '') problems.name = text('prices.name_required')
  const wrong = draftProblems(draft)
  const first = [...wrong.values()][0]
  if (first !== undefined) problems.prices = text(first)
  return problems
}

interface PriceFieldsProps {
  readonly draft: PriceDraft
  readonly stored: StoredPrice
  /** Whether somebody has tried to save what is wrong. */
  readonly isChecked: boolean
  readonly onChange: (change: Partial<PriceDraft>) => void
}

function PriceFields({ draft, stored, isChecked, onChange }: PriceFieldsProps) {
  const { text } = useText()
  const worth = useMemo(() => draftWorth(draft, stored), [draft, stored])
  const problems: DraftProblems = isChecked ? draftProblems(draft) : NONE
  const problemAt: ProblemAt = (place) => {
    const problem = problems.get(place)
    return problem && text(problem)
  }
  if (draft.mode === 'call') {
    return (
      <Field label={text('price_row.call')} problem={problemAt('call')} isRequired>
        <TextInput
          block
          inputMode="decimal"
          autoComplete="off"
          leadingVisual="$"
          value={draft.call}
          onChange={(event) => onChange({ call: event.target.value })}
        />
      </Field>
    )
  }
  return (
    <>
      <section className="price-part" aria-label={text('price_row.prices')}>
        <h3>{text('price_row.prices')}</h3>
        <p className="field-caption">{text('price_row.prices_hint')}</p>
        <RatesFields
          place="prices"
          amounts={draft.prices}
          worth={worth.base}
          problemAt={problemAt}
          isBase
          onChange={(prices) => onChange({ prices })}
        />
        <PriceExample worth={worth.base} />
      </section>
      <StepList
        steps={draft.steps}
        worth={worth.steps}
        problemAt={problemAt}
        onChange={(steps) => onChange({ steps })}
      />
      <TierList
        tiers={draft.tiers}
        problemAt={problemAt}
        onChange={(tiers) => onChange({ tiers })}
      />
    </>
  )
}

const NONE: DraftProblems = new Map<string, TextKey>()
