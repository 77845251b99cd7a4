/**
 * Channels whose operator says which path each operation has. A path begins with a slash and is
 * put behind the channel's own address, so that its key goes nowhere else.
 */

import { OPERATION_TRAITS } from '../calls/operations'
import { type DialectName, OPERATIONS, type Operation } from '../calls/protocol'
import { channelTypeById } from '../channel-types'
import type { ApiVariant, ChannelTypeRow, Paths } from '../channel-types/channel-type'

interface Route {
  readonly dialect: DialectName
  readonly operation: Operation
  readonly auth?: ChannelTypeRow['auth']
}

/** An operation's route has its name; the two other shapes of a chat have names of their own. */
const ROUTES: Readonly<Record<string, Route>> = {
  ...Object.fromEntries(OPERATIONS.flatMap(routeOf)),
  responses: { dialect: 'responses', operation: 'chat' },
  claude: { dialect: 'anthropic', operation: 'chat', auth: 'x-api-key' },
}

function routeOf(operation: Operation): readonly (readonly [name: string, route: Route])[] {
  const dialect = OPERATION_TRAITS[operation].operatorRoute
  if (dialect === null) return []
  const auth = dialect === 'anthropic' ? ({ auth: 'x-api-key' } as const) : {}
  return [[operation, { dialect, operation, ...auth }]]
}

const PATH = /^\/[\x21-\x7e]*$/
/** Enough for every route there is. */
export const MAX_ROUTES_CHARACTERS = 4000

type Routes = readonly (readonly [name: string, path: string])[]

/** `undefined` for anything but an object of known names and paths that has at least one. */
export function readRoutes(other: string): Routes | undefined {
  try {
    const given: unknown = JSON.parse(other)
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
    const routes = Object.entries(given).filter(
      (entry): entry is [string, string] =>
        Object.hasOwn(ROUTES, entry[0]) && typeof entry[1] === 'string' && PATH.test(entry[1]),
    )
    const isWhole = routes.length > 0 && routes.length === Object.keys(given).length
    return isWhole ? routes : undefined
  } catch {
    return undefined
  }
}

/** The row that a channel goes by: that of its type, with the channel's own routes in it. */
export function channelTypeOf(channel: {
  readonly type: number
  readonly other: string
}): ChannelTypeRow | undefined {
  const row = channelTypeById(channel.type)
  return row?.otherField === 'routes' ? withRoutes(row, channel.other) : row
}

const known = new Map<string, ChannelTypeRow>()
const MAX_KNOWN = 1000

/** The same object for the same routes, because what is known of a row is cached by it. */
function withRoutes(row: ChannelTypeRow, other: string): ChannelTypeRow {
  const seen = known.get(other)
  if (seen !== undefined) return seen
  if (known.size >= MAX_KNOWN) known.clear()
  const routes = readRoutes(other) ?? []
  const made = { ...row, paths: pathsOf(routes, 'openai'), apiVariants: apiVariantsIn(routes) }
  known.set(other, made)
  return made
}

function apiVariantsIn(routes: Routes): readonly ApiVariant[] {
  return (['responses', 'anthropic'] as const).flatMap((dialect) => {
    const own = routes.filter(([name]) => ROUTES[name]?.dialect === dialect)
    const auth = own.map(([name]) => ROUTES[name]?.auth).find((one) => one !== undefined)
    if (own.length === 0) return []
    return [{ dialect, paths: pathsOf(own, dialect), ...(auth && { auth }) }]
  })
}

/** What no route is for is not offered. */
function pathsOf(routes: Routes, dialect: DialectName): Paths {
  const paths = new Map<string, string | null>(OPERATIONS.map((operation) => [operation, null]))
  for (const [name, path] of routes) {
    const route = ROUTES[name]
    if (route?.dialect === dialect) paths.set(route.operation, path)
  }
  return Object.fromEntries(paths)
}
