/** What models cost, for whoever chooses among them. */
import { type ReactNode, useMemo } from 'react'
import { inDollars } from '../../../server/domain/prices/in-dollars'
import { tablesOfRows } from '../../../server/domain/prices/price-tables'
import { priceInTables } from '../../../server/domain/prices/priced-models'
import { ROLE } from '../../../server/domain/roles'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../format'
import { useText } from '../../language'
import { useViewer } from '../../session'

/**
 * A line beside a name, before the ratio of a group; `undefined` while the prices are not known,
 * and for people who may not read them.
 */
export function usePriceNotes(): ((model: string) => ReactNode) | undefined {
  const { text } = useText()
  const format = useFormat()
  const isRoot = (useViewer()?.role ?? 0) >= ROLE.root
  const { data: rows } = useEndpoint('price.list', {}, { skip: !isRoot })
  const tables = useMemo(() => rows && tablesOfRows(rows), [rows])
  if (tables === undefined) return undefined
  return (model) => {
    const price = priceInTables(model, tables)
    if (price === undefined) return <span className="not-priced">{text('pricing.not_priced')}</span>
    const { promptUsd, completionUsd, callUsd } = inDollars(price)
    if (price.mode === 'per-call') return text('pricing.per_call', { price: format.price(callUsd) })
    const input = format.price(promptUsd)
    return text('setup.in_out', { input, output: format.price(completionUsd) })
  }
}
