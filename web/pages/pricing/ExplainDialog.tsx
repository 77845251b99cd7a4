import { TextInput } from '@primer/react'
import { useState } from 'react'
import { Bill } from '../../../server/domain/money/bill'
import { CREDITS_PER_USD, perText } from '../../../server/domain/money/quota'
import { usage } from '../../../server/domain/money/usage'
import { inDollars } from '../../../server/domain/prices/in-dollars'
import { CHARGED_UNITS, unitOf } from '../../../server/domain/units'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import { Drawer } from '../../components/overlay/Drawer'
import { ChargeSteps } from '../../components/text/ChargeSteps'
import '../../components/page/facts.css'
import { billingOf, type Group, type PriceRow, ratioText } from './price-rows'

interface ExplainDialogProps {
  readonly row: PriceRow
  readonly group: Group
  readonly onClose: () => void
}

/** How ratios become a price, worked out for one model with numbers that can be changed. */
export function ExplainDialog({ row, group, onClose }: ExplainDialogProps) {
  const { text } = useText()
  const isByCall = billingOf(row) === 'call'
  const ratios = {
    group: ratioText(group.ratio),
    model: ratioText(row.model_ratio),
    completion: ratioText(row.completion_ratio),
  }
  return (
    <Drawer
      kind="dialog"
      title={text('pricing.explain')}
      subtitle={text('pricing.explain_of', { name: row.model_name, group: group.name })}
      onClose={onClose}
    >
      <div className="explain">
        {isByCall ? (
          <p className="inset">{text('pricing.formula_call')}</p>
        ) : (
          <>
            <p className="inset">{text('pricing.formula')}</p>
            <p className="inset">{text('pricing.formula_million', ratios)}</p>
            <p className="muted">{text('pricing.formula_others')}</p>
          </>
        )}
        <FurtherPrices row={row} />
        <h3>{text('pricing.example')}</h3>
        <Example row={row} />
      </div>
    </Drawer>
  )
}

/** What a table of ratios has no column for: units, long prompts, tiers. */
function FurtherPrices({ row }: { readonly row: PriceRow }) {
  const { text } = useText()
  const format = useFormat()
  const { usd = {}, steps = [], tiers = {}, groupRatio } = row.price
  const lines = [
    ...CHARGED_UNITS.filter((name) => usd[name] !== undefined).map((name) => {
      const { class: unit, per } = unitOf(name)
      const price = format.usd((usd[name] ?? 0) * groupRatio)
      return `${text(`log.class_${unit}`)}: ${text(perText(per), { price })}`
    }),
    ...steps.map(({ above, rates }) => {
      const dollars = inDollars({ ...row.price, ...rates })
      const [input, output] = [format.usd(dollars.promptUsd), format.usd(dollars.completionUsd)]
      return text('pricing.step', { above: format.number(above), input, output })
    }),
    ...Object.entries(tiers).map(([tier, factor]) => text('pricing.tier', { tier, factor })),
  ]
  if (lines.length === 0) return undefined
  return (
    <>
      <h3>{text('pricing.further')}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

/** Amounts of an ordinary conversation. */
const TYPED = { prompt: '1000', cached: '0', completion: '500' } as const

function Example({ row }: { readonly row: PriceRow }) {
  const { text } = useText()
  const format = useFormat()
  const [typed, type] = useState<Readonly<Record<keyof typeof TYPED, string>>>(TYPED)
  const isByCall = billingOf(row) === 'call'
  const fields = [
    { name: 'prompt', label: text('log.class_prompt') },
    ...(row.cache_ratio === undefined
      ? []
      : [{ name: 'cached', label: text('log.class_cache_read') } as const]),
    { name: 'completion', label: text('log.class_completion') },
  ] as const
  const used = usage({
    promptTokens: tokensIn(typed.prompt),
    cacheReadTokens: tokensIn(typed.cached),
    completionTokens: tokensIn(typed.completion),
  })
  const bill = new Bill(used, row.price)
  const credits = bill.charge
  return (
    <>
      {!isByCall && (
        <div className="explain-fields">
          {fields.map(({ name, label }) => (
            <Field key={name} label={text('pricing.tokens_of', { name: label })}>
              <TextInput
                block
                inputMode="numeric"
                value={typed[name]}
                onChange={({ target }) => type({ ...typed, [name]: target.value })}
              />
            </Field>
          ))}
        </div>
      )}
      <ChargeSteps bill={bill} />
      <p>
        <strong>
          {text('pricing.example_cost', {
            credits: format.number(credits),
            usd: format.usd(credits / CREDITS_PER_USD),
          })}
        </strong>
      </p>
    </>
  )
}

function tokensIn(typed: string): number {
  return /^\d{1,12}$/.test(typed.trim()) ? Number(typed) : 0
}
