import { inDollars } from '../../../server/domain/prices/in-dollars'
import { type PriceTables, priceFor } from '../../../server/domain/prices/lookup'
import { byClass } from '../../../server/domain/prices/step-rates'
import type { Services } from '../../../server/services/create-services'
import type { View } from '../../output/output'
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
  /** Dollars of its own by unit, for as many as "gw price units" says. */
  readonly units: Readonly<Record<string, number>>
}

export const PRICE_FIELDS = [
  'model',
  'priced',
  'prompt_usd',
  'completion_usd',
  'cache_read_usd',
  'call_usd',
  'units',
] as const satisfies readonly (keyof ShownPrice)[]

const dollars = (isCharged: boolean, usd: number) => (isCharged ? String(usd) : '-')
const byTokens = ({ priced, call_usd }: ShownPrice) => priced && call_usd === 0

/** A unit that a price by unit leaves out has no price to show. */
const tokens = (row: ShownPrice, usd: number) =>
  dollars(byTokens(row) && (usd > 0 || !isByUnit(row)), usd)

function isByUnit({ prompt_usd, units }: ShownPrice): boolean {
  return prompt_usd === 0 && Object.keys(units).length > 0
}

export const PRICE_VIEW: View<ShownPrice> = {
  columns: [
    { title: 'MODEL', value: 'model' },
    {
      title: 'USD/M PROMPT',
      field: 'prompt_usd',
      value: (row) => (row.priced ? tokens(row, row.prompt_usd) : words`no price`),
      kind: 'number',
    },
    {
      title: 'USD/M COMPLETION',
      field: 'completion_usd',
      value: (row) => tokens(row, row.completion_usd),
      kind: 'number',
    },
    {
      title: 'USD/M CACHE READ',
      field: 'cache_read_usd',
      value: (row) => tokens(row, row.cache_read_usd),
      kind: 'number',
    },
    {
      title: 'USD/CALL',
      field: 'call_usd',
      value: (row) => dollars(row.call_usd > 0, row.call_usd),
      kind: 'number',
    },
    { title: 'UNITS', field: 'units', value: ({ units }) => unitsText(units) },
  ],
  kinds: { priced: 'flag', units: 'json' },
  fields: PRICE_FIELDS,
  quiet: ({ model }) => model,
}

/** As "gw price set --unit" takes them. */
function unitsText(units: ShownPrice['units']): string {
  const parts = Object.entries(units).map(([name, usd]) => `${name}=${usd}`)
  return parts.length === 0 ? '-' : parts.join(' ')
}

/** The price tables in force. */
export async function readTables({ prices }: Services): Promise<PriceTables> {
  return await prices.tables()
}

/** As calls of it are charged, before the ratio of a group. */
export function shownPrice(model: string, tables: PriceTables): ShownPrice {
  const price = priceFor({ model, tables, groupRatio: 1, selfUse: false, acceptsUnset: false })
  const amounts = price && inDollars(price)
  return {
    model,
    priced: amounts !== undefined,
    prompt_usd: amounts?.promptUsd ?? 0,
    completion_usd: amounts?.completionUsd ?? 0,
    cache_read_usd: amounts?.cacheReadUsd ?? 0,
    call_usd: amounts?.callUsd ?? 0,
    units: byClass(price?.usd ?? {}),
  }
}
