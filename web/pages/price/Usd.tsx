import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { Dash } from '../../components/table/Cell'

/** As exact as a price is ever written. */
const MOST_DIGITS = 12

/** Where the price of a million tokens would stand. */
export function PerCall({ dollars }: { readonly dollars: number }) {
  const { text } = useText()
  const format = useFormat()
  return (
    <span className="number" title={format.usd(dollars, MOST_DIGITS)}>
      {text('pricing.per_call', { price: format.price(dollars) })}
    </span>
  )
}

interface UsdProps {
  /** A dash where there is no such price. */
  readonly dollars: number | undefined | null
}

/** A price as short as it can be read, to the last digit as its hint. */
export function Usd({ dollars }: UsdProps) {
  const format = useFormat()
  if (dollars === undefined || dollars === null) return <Dash />
  return (
    <span className="number" title={format.usd(dollars, MOST_DIGITS)}>
      {format.price(dollars)}
    </span>
  )
}
