import { useMemo } from 'react'
import { keyOf } from '../../../../server/domain/prices/price-points'
import { marginOf } from '../../../../server/domain/prices/sources/margin'
import type { Proposal } from '../../../../server/domain/prices/sources/proposal-schema'
import { LOCALES } from '../../../../server/domain/text/formats'
import { useFormat } from '../../../app/format'
import { useText } from '../../../app/language'
import type { ChangeRow } from '../PriceChanges'
import { usePriceMoves } from '../use-price-moves'

/** Proposals as rows: what changes, the resulting margin, and why to review it. */
export function useProposalRows(proposals: readonly Proposal[]): readonly ChangeRow[] {
  const { text, language } = useText()
  const format = useFormat()
  const changesOf = usePriceMoves()
  return useMemo(() => {
    const percent = new Intl.NumberFormat(LOCALES[language], {
      style: 'percent',
      maximumFractionDigits: 1,
    })
    return proposals.flatMap(({ model, moves, reasons }) => {
      const rows = changesOf(
        model,
        moves.map(({ from, to, ...move }) => ({ ...move, from, to })),
      )
      const warning = reasons.map((reason) => text(`price_update.reason_${reason}`)).join(', ')
      return rows.map((row, at) => {
        const move = moves[at]
        const margin = marginOf(move?.to, move?.cost)
        const cost = move?.cost
        const note =
          margin === undefined || cost === undefined || Math.abs(margin) < 1e-9
            ? undefined
            : text('price_update.cost_margin', {
                cost: format.usd(cost, 12),
                margin: percent.format(margin),
              })
        return {
          ...row,
          ...(move !== undefined && { key: `${model} ${keyOf({ ...move })}` }),
          ...(note !== undefined && { note }),
          ...(at === 0 && warning !== '' && { warning }),
        }
      })
    })
  }, [proposals, text, language, format, changesOf])
}
