import { formatUsd } from '../../../server/domain/prices/format-price'
import type { UnitDollars } from '../../../server/domain/prices/unit-dollars'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'

const MILLION = 1_000_000
/** An ordinary turn of a conversation. */
const TOKENS = { prompt: 1000, completion: 500 } as const

/** What a call would cost, so that a slip of a digit is noticed. */
export function PriceExample({ worth }: { readonly worth: UnitDollars }) {
  const { text } = useText()
  const format = useFormat()
  const { prompt, completion } = worth
  if (prompt === undefined || completion === undefined) return null
  const usd = (prompt * TOKENS.prompt + completion * TOKENS.completion) / MILLION
  return (
    <p className="field-caption">
      {text('price_row.example', { usd: formatUsd(format, Number(usd.toPrecision(12))) })}
    </p>
  )
}
