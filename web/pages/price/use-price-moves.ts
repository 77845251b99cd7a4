import { useMemo } from 'react'
import {
  formatAmount,
  keyOf,
  type PriceMove,
  placeTitle,
} from '../../../server/domain/prices/price-points'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import type { ChangeRow } from './PriceChanges'

/** Changes of prices as rows that can be read. */
export function usePriceMoves(): (model: string, moves: readonly PriceMove[]) => ChangeRow[] {
  const { text } = useText()
  const format = useFormat()
  return useMemo(() => {
    const reader = { text, format }
    return (model, moves) =>
      moves.map((move) => ({
        key: `${model} ${keyOf(move)}`,
        model,
        what: placeTitle(move, reader),
        from: formatAmount(move, move.from, reader),
        to: formatAmount(move, move.to, reader),
        amounts: { from: move.from, to: move.to },
      }))
  }, [text, format])
}
