/** Named questions to the page Explore: stored, shared, and put on the own overview. */
import { type Static, Type } from '@sinclair/typebox'
import { MOST_CHART_NAME } from '../usage/charts'
import { endpoint, IdParams, Nothing, OptionalFlag, OptionalText } from './endpoint'

const MOST_QUERY = 2000

const ChartJson = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** Of the address of Explore, without the question mark. */
  query: Type.String(),
  /** All administrators see it. */
  shared: Type.Boolean(),
  /** It stands on the overview of its owner. */
  pinned: Type.Boolean(),
  is_own: Type.Boolean(),
  /** Name of its owner. */
  owner: Type.String(),
})
export type ChartJson = Static<typeof ChartJson>

const EXAMPLE: ChartJson = {
  id: 3,
  name: 'Spend by client',
  query: 'measure=spend&by=client&window=7d',
  shared: false,
  pinned: true,
  is_own: true,
  owner: 'root',
}

const Name = Type.String({ minLength: 1, maxLength: MOST_CHART_NAME })

export const chartEndpoints = [
  endpoint({
    id: 'chart.list',
    method: 'GET',
    path: '/api/chart/',
    role: 'user',
    heavy: true,
    data: Type.Array(ChartJson),
    summary: 'The own charts, and to administrators what other administrators share.',
    example: [EXAMPLE],
  }),
  endpoint({
    id: 'chart.create',
    method: 'POST',
    path: '/api/chart/',
    role: 'user',
    body: Type.Object({
      name: Name,
      query: Type.String({ maxLength: MOST_QUERY }),
      shared: OptionalFlag,
      pinned: OptionalFlag,
    }),
    data: ChartJson,
    summary: 'Keeps a question to Explore under a name; only administrators share.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'chart.update',
    method: 'PUT',
    path: '/api/chart/:id',
    role: 'user',
    params: IdParams,
    body: Type.Object({
      name: Type.Optional(Name),
      query: OptionalText,
      shared: OptionalFlag,
      pinned: OptionalFlag,
    }),
    data: ChartJson,
    summary: 'Changes an own chart; what is not sent stays.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'chart.remove',
    method: 'DELETE',
    path: '/api/chart/:id',
    role: 'user',
    params: IdParams,
    data: Nothing,
    summary: 'Deletes an own chart.',
    example: undefined,
  }),
] as const
