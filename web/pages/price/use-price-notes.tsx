/** What models cost, for whoever chooses among them. */
import { type ReactNode, useMemo } from 'react'
import { ROLE } from '../../../server/domain/accounts/roles'
import type { Price } from '../../../server/domain/money/price'
import { inDollars } from '../../../server/domain/prices/in-dollars'
import type { PriceRow } from '../../../server/domain/prices/price-row'
import { tablesOfRows } from '../../../server/domain/prices/price-tables'
import { priceInTables } from '../../../server/domain/prices/priced-models'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { type Pricing, priceRows } from '../pricing/price-rows'
import { NotPriced } from './NotPriced'

/** `undefined` for a model whose calls are refused because it is not priced. */
type PriceOf = (model: string) => Price | undefined | 'unknown'

function byRows(rows: readonly PriceRow[]): PriceOf {
  const tables = tablesOfRows(rows)
  return (model) => priceInTables(model, tables)
}

/** The public list has what can be called, and nothing else. */
function byList(listed: readonly Pricing[]): PriceOf {
  const known = new Map(
    priceRows(listed, { name: '', ratio: 1 }).map((row) => [row.model_name, row]),
  )
  return (model) => {
    const row = known.get(model)
    if (row === undefined) return 'unknown'
    return row.priced ? row.price : undefined
  }
}

/**
 * A line next to a name, before the ratio of a group; nothing of a model that the viewer may not
 * look up, and `undefined` while the prices are not known.
 */
export function usePriceNotes(): ((model: string) => ReactNode) | undefined {
  const { text } = useText()
  const format = useFormat()
  const isRoot = (useViewer()?.role ?? 0) >= ROLE.root
  const { data: rows } = useEndpoint('price.list', {}, { skip: !isRoot })
  const { data: listed } = useEndpoint('pricing.list', {}, { skip: isRoot })
  const priceOf = useMemo(
    () => (isRoot ? rows && byRows(rows) : listed && byList(listed)),
    [isRoot, rows, listed],
  )
  if (priceOf === undefined) return undefined
  return (model) => {
    const price = priceOf(model)
    if (price === 'unknown') return null
    if (price === undefined) return <NotPriced />
    const { promptUsd, completionUsd, callUsd } = inDollars(price)
    if (price.mode === 'per-call') return text('pricing.per_call', { price: format.price(callUsd) })
    const input = format.price(promptUsd)
    return text('setup.in_out', { input, output: format.price(completionUsd) })
  }
}
