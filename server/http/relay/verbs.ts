/** Paths that end in a verb behind the model's name, which may have slashes and colons in it. */

import type { ProtocolName } from '../../domain/calls/protocol'
import { CALL_ROUTES, type CallRoute } from '../../domain/calls/routes'
import { GatewayError } from '../../domain/errors/gateway-error'
import { OWNED_ROUTES, type OwnedRoute } from '../../domain/objects/routes'
import { decodedPart } from '../path-part'
import { requestAddress } from '../request-address'

const VERB_ROUTES = CALL_ROUTES.filter(({ verb }) => verb !== '')

export const VERB_FOLDERS: readonly string[] = [...new Set(VERB_ROUTES.map(({ folder }) => folder))]

/** Refused by name rather than as unknown. */
const NOT_BUILT: ReadonlySet<string> = new Set(['generateAnswer', 'predict', 'predictLongRunning'])

export interface CalledVerb {
  readonly route: CallRoute
  readonly pathModel: string
  /** With how a stream is to come, where that is as events. */
  readonly verb: string
}

/** It makes something that its upstream keeps. */
export interface OwnedVerb {
  readonly owned: OwnedRoute
  /** Behind the folder. */
  readonly id: string
}

export interface UnknownVerb {
  readonly protocol: ProtocolName
  readonly error: GatewayError
}

/** `rest` is what follows the folder, as it was sent. */
export function readVerb(
  folder: string,
  rest: string,
  request: Request,
): CalledVerb | OwnedVerb | UnknownVerb {
  const here = VERB_ROUTES.filter((route) => route.folder === folder)
  const text = decodedPart(rest)
  const colon = text.lastIndexOf(':')
  const verbName = text.slice(colon + 1)
  const route = here.find(({ verb }) => colon > 0 && verb === verbName)
  if (route === undefined) return ownedVerb(folder, rest) ?? unknown(here[0], verbName, request)
  const name = text.slice(0, colon)
  const collection = folder.slice(folder.lastIndexOf('/') + 1)
  // Tuned models are called by their full names, as their own upstream does.
  const pathModel = collection === 'models' ? name : `${collection}/${name}`
  const isEvents = requestAddress(request).searchParams.get('alt') === 'sse'
  return { route, pathModel, verb: isEvents ? `${verbName}?alt=sse` : verbName }
}

/** Nothing in it may be written as a code: it is sent on as it is. */
const PLAIN = /^[\w.-]+:(\w+)$/

function ownedVerb(folder: string, id: string): OwnedVerb | undefined {
  const verb = PLAIN.exec(id)?.[1]
  const owned = OWNED_ROUTES.find((row) => row.home === folder && row.verb === verb)
  return verb === undefined || owned === undefined ? undefined : { owned, id }
}

function unknown(
  route: CallRoute | undefined,
  verbName: string,
  { method, url }: Request,
): UnknownVerb {
  const protocol = route?.protocol ?? 'openai'
  if (NOT_BUILT.has(verbName)) {
    return { protocol, error: new GatewayError('route.not_implemented') }
  }
  const path = URL.parse(url)?.pathname ?? ''
  return { protocol, error: new GatewayError('route.not_found', { method, path }) }
}
