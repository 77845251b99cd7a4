import { GatewayError } from '../../domain/errors/gateway-error'
import { inDollars } from '../../domain/prices/in-dollars'
import { priceFor } from '../../domain/prices/lookup'
import { callableRoutes } from '../callable-models'
import { optionValues } from '../options/current'
import { priceTablesOf } from '../pricing/tables'
import type { ServiceDeps } from '../service-deps'

/** A model that calls of a group can be sent to, and what they cost then. */
export interface ModelRoute {
  readonly model: string
  /** Enabled ones that offer it to the group. */
  readonly channels: number
  /** Calls of a model without a price are refused, but for users who accept that. */
  readonly priced: boolean
  /** Dollars per million tokens, the ratio of the group included. */
  readonly prompt_usd: number
  readonly completion_usd: number
  readonly call_usd: number
}

/** By name. Throws `group.not_found`. */
export async function listModelRoutes(
  deps: ServiceDeps,
  group: string,
): Promise<readonly ModelRoute[]> {
  const options = await optionValues(deps.db.reader)
  const groupRatio = Object.hasOwn(options.GroupRatio, group)
    ? options.GroupRatio[group]
    : undefined
  if (groupRatio === undefined) throw new GatewayError('group.not_found', { group })
  const tables = priceTablesOf(options)
  const { SelfUseModeEnabled: selfUse } = options
  const byModel = Map.groupBy(await callableRoutes(deps.db.lists, [group]), ({ model }) => model)
  return [...byModel].map(([model, routes]) => {
    const channels = routes.reduce((sum, route) => sum + route.channels, 0)
    const price = priceFor({ model, groupRatio, tables, selfUse, acceptsUnset: false })
    const dollars = price && inDollars(price)
    return {
      model,
      channels,
      priced: price !== undefined,
      prompt_usd: dollars?.promptUsd ?? 0,
      completion_usd: dollars?.completionUsd ?? 0,
      call_usd: dollars?.callUsd ?? 0,
    }
  })
}
