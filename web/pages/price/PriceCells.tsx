import {
  formatBound,
  formatRatios,
  formatTiers,
  formatUsd,
  perText,
  unitTitle,
} from '../../../server/domain/prices/format-price'
import type { PricedModel } from '../../../server/domain/prices/priced-models'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { subjectPath } from '../../components/stats/subject-path'
import { Dash } from '../../components/table/Cell'
import { NameLink } from '../../components/table/NameLink'
import { logLink } from '../../components/text/log-link'
import { TextLink } from '../../components/text/TextLink'
import { NotPriced } from './NotPriced'
import { PerCall, Usd } from './Usd'
import type { UsedModel } from './use-priced-models'

export function usePriceCells() {
  const format = useFormat()
  const usd = (dollars: number | undefined) => <Usd dollars={dollars} />
  return {
    model: (row: PricedModel) => (
      <span className="price-model">
        <span className="mono">
          <NameLink to={subjectPath('model', row.model)} name={row.model} />
        </span>
        {row.isOffered && !row.isPriced && <NotPriced />}
      </span>
    ),
    calls: ({ model, calls }: UsedModel) =>
      calls === 0 ? (
        <Dash />
      ) : (
        <TextLink to={logLink({ model_name: model })}>
          <span className="number" title={format.number(calls)}>
            {format.count(calls)}
          </span>
        </TextLink>
      ),
    promptUsd: ({ promptUsd, callUsd }: PricedModel) =>
      callUsd === undefined ? usd(promptUsd) : <PerCall dollars={callUsd} />,
    completionUsd: (row: PricedModel) => usd(row.completionUsd),
    cacheReadUsd: (row: PricedModel) => usd(row.cacheReadUsd),
    cacheWriteUsd: (row: PricedModel) => usd(row.cacheWriteUsd),
    callUsd: (row: PricedModel) => usd(row.callUsd),
    more: (row: PricedModel) => <Extras row={row} />,
    own: ({ own }: PricedModel) => {
      const ratios = formatRatios(own)
      return ratios === '' ? <Dash /> : <span className="number">{ratios}</span>
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
        `${unitTitle(name, reader)} ${formatUsd(format, dollars)}${perText(name, reader)}`,
    ),
    ...bounds.map((above) => formatBound(above, reader)),
    ...(Object.keys(tiers).length > 0 ? [formatTiers(tiers)] : []),
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
