import { useMemo, useState } from 'react'
import { ROLE } from '../../../../server/domain/accounts/roles'
import { changeOf } from '../../../../server/domain/prices/price-change'
import {
  draftOf,
  draftProblems,
  type PriceDraft,
  storedPrice,
} from '../../../../server/domain/prices/price-draft'
import { tablesOfRows } from '../../../../server/domain/prices/price-tables'
import { priceInTables } from '../../../../server/domain/prices/priced-models'
import { call } from '../../../api/client'
import { useEndpoint } from '../../../api/use-endpoint'
import { useViewer } from '../../../app/session'
import { refreshPrices } from '../../price/use-priced-models'

/** Prices typed for models that have none; a blank field sets none. */
export interface SetupPrices {
  /** Those of the chosen models; `undefined` while it is not known, and for who may not ask. */
  readonly unpriced: readonly string[] | undefined
  readonly maySet: boolean
  readonly draft: (model: string) => PriceDraft
  readonly type: (model: string, change: Partial<PriceDraft>) => void
  /** Places of what is typed that hold no number. */
  readonly problems: (model: string) => ReadonlySet<string>
  /** All in one step; none where nothing is typed. */
  readonly save: () => Promise<void>
}

export function useSetupPrices(models: readonly string[]): SetupPrices {
  const maySet = (useViewer()?.role ?? 0) >= ROLE.root
  const { data: rows } = useEndpoint('price.list', {}, { skip: !maySet })
  const [typed, setTyped] = useState<Readonly<Record<string, PriceDraft>>>({})
  const unpriced = useMemo(() => {
    const tables = rows && tablesOfRows(rows)
    return tables && models.filter((model) => priceInTables(model, tables) === undefined)
  }, [rows, models])
  const stored = (model: string) => storedPrice(model, rows ?? [])
  const draft = (model: string) => typed[model] ?? draftOf(stored(model))
  const begun = (unpriced ?? []).filter((model) => isBegun(draft(model)))
  return {
    unpriced,
    maySet,
    draft,
    type: (model, change) =>
      setTyped((old) => ({ ...old, [model]: { ...draft(model), ...change } })),
    problems: (model) =>
      new Set(begun.includes(model) ? draftProblems(draft(model)).keys() : undefined),
    async save() {
      const prices = begun.map((model) => {
        const was = stored(model)
        return { model, price: changeOf(draft(model), was), was: was.own }
      })
      if (prices.length === 0) return
      await call('price.set', { body: { prices } })
      await refreshPrices()
    },
  }
}

function isBegun({ mode, call: perCall, prices }: PriceDraft): boolean {
  const amounts = mode === 'call' ? [perCall] : Object.values(prices)
  return amounts.some((amount) => amount.trim() !== '')
}
