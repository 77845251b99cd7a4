import { useText } from '../../app/language'

/** In place of a price, the same on every page: calls of the model are refused. */
export function NotPriced() {
  const { text } = useText()
  return (
    <span className="not-priced" title={text('pricing.not_priced_text')}>
      {text('pricing.not_priced')}
    </span>
  )
}
