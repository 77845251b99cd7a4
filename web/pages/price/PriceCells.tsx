import { Label } from '@primer/react'
import type { PricedModel } from '../../../server/domain/prices/priced-models'
import {
  perText,
  toldBound,
  toldRatios,
  toldTiers,
  toldUsd,
  unitTitle,
} from '../../../server/domain/prices/told-price'
import { Dash } from '../../components/Cell'
import { NameLink } from '../../components/NameLink'
import { subjectPath } from '../../components/stats/subject-path'
import { useFormat } from '../../format'
import { useText } from '../../language'

export function usePriceCells() {
  const { text } = useText()
  const format = useFormat()
  const usd = (dollars: number | undefined) =>
    dollars === undefined ? (
      <Dash />
    ) : (
      <span className="number" title={toldUsd(format, dollars)}>
        {format.price(dollars)}
      </span>
    )
  return {
    model: (row: PricedModel) => (
      <span className="price-model">
        <span className="mono">
          {row.isOffered ? (
            <NameLink to={subjectPath('model', row.model)} name={row.model} />
          ) : (
            row.model
          )}
        </span>
        {row.isOffered && !row.isPriced && <Label variant="danger">{text('prices.unset')}</Label>}
      </span>
    ),
    promptUsd: (row: PricedModel) => usd(row.promptUsd),
    completionUsd: (row: PricedModel) => usd(row.completionUsd),
    cacheReadUsd: (row: PricedModel) => usd(row.cacheReadUsd),
    cacheWriteUsd: (row: PricedModel) => usd(row.cacheWriteUsd),
    callUsd: (row: PricedModel) => usd(row.callUsd),
    more: (row: PricedModel) => <Extras row={row} />,
    own: ({ own }: PricedModel) => {
      const told = toldRatios(own)
      return told === '' ? <Dash /> : <span className="number">{told}</span>
    },
  }
}

function Extras({ row }: { readonly row: PricedModel }) {
  const { text } = useText()
  const format = useFormat()
  const { units, bounds, tiers } = row.more
  const reader = { text, format }
  const lines = [
    ...Object.entries(units).map(
      ([name, dollars]) =>
        `${unitTitle(name, reader)} ${toldUsd(format, dollars)}${perText(name, reader)}`,
    ),
    ...bounds.map((above) => toldBound(above, reader)),
    ...(Object.keys(tiers).length > 0 ? [toldTiers(tiers)] : []),
  ]
  if (lines.length === 0) return <Dash />
  return (
    <span className="price-extras">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  )
}
