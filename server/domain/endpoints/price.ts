/** What each model costs: read and set model by model, any number of them at once. */
import { Type } from '@sinclair/typebox'
import { PriceRowJson } from '../prices/price-row'
import { endpoint, Nothing, OptionalText } from './endpoint'

/** Beyond what any list of models has. */
const MOST_ROWS = 10_000

const EXAMPLE = [{ model: 'gpt-4o', price: { model_ratio: 1.25, cache_ratio: 0.5 } }]

export const priceEndpoints = [
  endpoint({
    id: 'price.list',
    method: 'GET',
    path: '/api/price/',
    role: 'root',
    query: Type.Object({ model: OptionalText }),
    data: Type.Array(PriceRowJson),
    summary:
      'Lists the prices in force by model, with the fields that something is set for; `model` ' +
      'asks for one.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'price.set',
    method: 'PUT',
    path: '/api/price/',
    role: 'root',
    body: Type.Object({ prices: Type.Array(PriceRowJson, { minItems: 1, maxItems: MOST_ROWS }) }),
    data: Type.Array(PriceRowJson),
    summary:
      'Sets prices of any number of models in one step, all or none. A field that is left out ' +
      'stays, null takes it away; answers what is in force then.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'price.reset',
    method: 'DELETE',
    path: '/api/price/',
    role: 'root',
    data: Nothing,
    summary: 'Brings every built-in price back.',
    example: undefined,
  }),
] as const
