/** Models that can really be called, for every list that shows some. */
import type { Lists } from '../../db/lists'
import { enabledRoutes, type Route } from '../../db/tables/abilities'
import { callsOf, isServed, servedBy } from '../domain/calls/model-calls'
import type { Operation } from '../domain/calls/protocol'
import type { ChannelTypeRow } from '../domain/channel-types/channel-type'
import { gapOf } from '../domain/channels/gaps'
import { mappedName, modelMapper } from '../domain/channels/model-mapping'
import { channelTypeOf } from '../domain/channels/routes'
import type { JobFamily } from '../domain/jobs/families'

/** Routes of enabled channels whose type can serve the model, by name of the model. */
export async function callableRoutes(
  lists: Lists,
  groups: readonly string[] | 'all',
  operation?: Operation,
): Promise<Route[]> {
  const routes = await enabledRoutes(lists, groups)
  return routes.filter((route) => {
    return operation === undefined ? isServedAt(route) : callsAt(route).includes(operation)
  })
}

/** Models on offer that no enabled channel can serve, by name. */
export async function uncallableModels(lists: Lists): Promise<string[]> {
  const routes = await enabledRoutes(lists, 'all')
  const callable = new Set(routes.filter(isServedAt).map(modelOf))
  return namesOf(routes).filter((model) => !callable.has(model))
}

/** `undefined` where the channels lack what every request needs. */
function rowAt(route: Route): ChannelTypeRow | undefined {
  return gapOf(route) === undefined ? channelTypeOf(route) : undefined
}

function callsAt(route: Route): readonly Operation[] {
  const row = rowAt(route)
  const { model, model_mapping } = route
  return row === undefined ? [] : callsOf(row, mappedName(modelMapper(model_mapping), model))
}

function isServedAt(route: Route): boolean {
  const row = rowAt(route)
  const { model, model_mapping } = route
  return row !== undefined && isServed(row, mappedName(modelMapper(model_mapping), model))
}

/** Work that is submitted now and fetched later, which the routes' channels do. */
export function familiesServedAt(routes: readonly Route[]): readonly JobFamily[] {
  const families = routes.flatMap((route) => {
    const row = rowAt(route)
    const { model, model_mapping } = route
    return row === undefined ? [] : servedBy(row, mappedName(modelMapper(model_mapping), model))
  })
  return [...new Set(families)]
}

/** Each model once, in the order of the routes. */
export function namesOf(routes: readonly Route[]): string[] {
  return [...new Set(routes.map(modelOf))]
}

function modelOf({ model }: Route): string {
  return model
}
