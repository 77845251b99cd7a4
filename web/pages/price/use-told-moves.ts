import { useMemo } from 'react'
import {
  keyOf,
  type PriceMove,
  placeTitle,
  toldAmount,
} from '../../../server/domain/prices/price-points'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import type { ChangeRow } from './PriceChanges'

/** Changes of prices as rows that can be read. */
export function useToldMoves(): (model: string, moves: readonly PriceMove[]) => ChangeRow[] {
  const { text } = useText()
  const format = useFormat()
  return useMemo(() => {
    const reader = { text, format }
    return (model, moves) =>
      moves.map((move) => ({
        key: `${model} ${keyOf(move)}`,
        model,
        what: placeTitle(move, reader),
        from: toldAmount(move, move.from, reader),
        to: toldAmount(move, move.to, reader),
        amounts: { from: move.from, to: move.to },
      }))
  }, [text, format])
}
