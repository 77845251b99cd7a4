import { useMemo } from 'react'
import { movesOf } from '../../../server/domain/prices/many-prices'
import { changeOf } from '../../../server/domain/prices/price-change'
import {
  type DraftProblems,
  draftProblems,
  type PriceDraft,
  type StoredPrice,
} from '../../../server/domain/prices/price-draft'
import { useText } from '../../app/language'
import { PriceChanges } from './PriceChanges'
import { usePriceMoves } from './use-price-moves'

interface DraftReviewProps {
  readonly draft: PriceDraft
  readonly stored: StoredPrice
}

/** Prices are money: what saving changes is seen before it is saved. */
export function DraftReview({ draft, stored }: DraftReviewProps) {
  const { text } = useText()
  const changesOf = usePriceMoves()
  const moves = useMemo(() => {
    const problems: DraftProblems = draftProblems(draft)
    return problems.size > 0 ? [] : movesOf(stored, changeOf(draft, stored))
  }, [draft, stored])
  return (
    <section className="price-part price-review" aria-label={text('price_row.review')}>
      <h3>{text('price_row.review')}</h3>
      {moves.length === 0 ? (
        <p className="field-caption">{text('price_row.review_none')}</p>
      ) : (
        <PriceChanges isOfOne changes={changesOf(stored.model, moves)} />
      )}
    </section>
  )
}
