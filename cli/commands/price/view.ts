import { inDollars } from '../../../server/domain/prices/in-dollars'
import { type PriceTables, priceFor } from '../../../server/domain/prices/lookup'
import type { Services } from '../../../server/services/create-services'
import type { View } from '../../output'
import { words } from '../../words'

export interface ShownPrice {
  readonly model: string
  readonly priced: boolean
  /** Dollars per million tokens; 0 for a model that is priced by the call, or not at all. */
  readonly prompt_usd: number
  readonly completion_usd: number
  readonly cache_read_usd: number
  /** Dollars per call; 0 for a model that is priced by tokens. */
  readonly call_usd: number
}

export const PRICE_FIELDS = [
  'model',
  'priced',
  'prompt_usd',
  'completion_usd',
  'cache_read_usd',
  'call_usd',
] as const satisfies readonly (keyof ShownPrice)[]

const dollars = (isCharged: boolean, usd: number) => (isCharged ? String(usd) : '-')
const byTokens = ({ priced, call_usd }: ShownPrice) => priced && call_usd === 0

export const PRICE_VIEW: View<ShownPrice> = {
  columns: [
    { title: 'MODEL', value: 'model' },
    {
      title: 'USD/M PROMPT',
      field: 'prompt_usd',
      value: (row) => (row.priced ? dollars(byTokens(row), row.prompt_usd) : words`no price`),
      kind: 'number',
    },
    {
      title: 'USD/M COMPLETION',
      field: 'completion_usd',
      value: (row) => dollars(byTokens(row), row.completion_usd),
      kind: 'number',
    },
    {
      title: 'USD/M CACHE READ',
      field: 'cache_read_usd',
      value: (row) => dollars(byTokens(row), row.cache_read_usd),
      kind: 'number',
    },
    {
      title: 'USD/CALL',
      field: 'call_usd',
      value: (row) => dollars(row.call_usd > 0, row.call_usd),
      kind: 'number',
    },
  ],
  fields: PRICE_FIELDS,
  quiet: ({ model }) => model,
}

/** The price tables in force. */
export async function readTables({ prices }: Services): Promise<PriceTables> {
  return await prices.tables()
}

/** As calls of it are charged, before the ratio of a group. */
export function shownPrice(model: string, tables: PriceTables): ShownPrice {
  const price = priceFor({ model, tables, groupRatio: 1, selfUse: false, acceptsUnset: false })
  const told = price && inDollars(price)
  return {
    model,
    priced: told !== undefined,
    prompt_usd: told?.promptUsd ?? 0,
    completion_usd: told?.completionUsd ?? 0,
    cache_read_usd: told?.cacheReadUsd ?? 0,
    call_usd: told?.callUsd ?? 0,
  }
}
