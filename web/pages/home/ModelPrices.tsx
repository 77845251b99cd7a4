import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { TextLink } from '../../components/text/TextLink'
import { useCopy } from '../../components/text/use-copy'
import { billingOf, type PriceRow, type Pricing, priceRows } from '../pricing/price-rows'

/** Rows that a glance takes in; the price list has all. */
const SHOWN = 8
const VISITORS_GROUP = 'default'

interface ModelPricesProps {
  /** Those that have a price. */
  readonly models: readonly Pricing[]
  readonly ratios: Readonly<Record<string, number>>
}

/** What there is, and what it costs the reader. */
export function ModelPrices({ models, ratios }: ModelPricesProps) {
  const { text } = useText()
  const name = useViewer()?.group ?? VISITORS_GROUP
  const rows = priceRows(models, { name, ratio: ratios[name] ?? 1 })
  // What the reader can call comes first, and of that what talks.
  const rank = (row: PriceRow) => Number(row.available) * 2 + Number(billingOf(row) === 'tokens')
  const shown = rows.toSorted((a, b) => rank(b) - rank(a)).slice(0, SHOWN)
  return (
    <section className="landing-models">
      <h2>{text('home.models')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{text('field.pricing.model_name')}</th>
            <th scope="col">{text('home.model_input')}</th>
            <th scope="col">{text('home.model_output')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <ModelRow key={row.id} row={row} />
          ))}
        </tbody>
      </table>
      <TextLink to="/pricing">{text('home.prices')}</TextLink>
    </section>
  )
}

function ModelRow({ row }: { readonly row: PriceRow }) {
  const { text } = useText()
  const format = useFormat()
  const copy = useCopy()
  const { model_name: name, callUsd, promptUsd, completionUsd } = row
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className="landing-model mono"
          aria-label={text('models.copy', { name })}
          onClick={() => void copy(name, text('models.copied', { name }))}
        >
          {name}
        </button>
      </th>
      {billingOf(row) === 'call' ? (
        <td colSpan={2} className="number">
          {text('pricing.per_call', { price: format.price(callUsd) })}
        </td>
      ) : (
        <>
          <td className="number">{format.price(promptUsd)}</td>
          <td className="number">{format.price(completionUsd)}</td>
        </>
      )}
    </tr>
  )
}
