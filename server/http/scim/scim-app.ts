/**
 * SCIM 2.0 below `/scim/v2`: a directory makes, changes and switches off users and groups, with an
 * access token of root. Answers and errors are SCIM's own.
 */
import { Elysia } from 'elysia'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ApiEdge } from '../api-edge'
import { type AccessRule, requireAccess } from '../guards/access'
import { readClient } from '../guards/client'
import { identify } from '../guards/identity'
import { requireRate } from '../guards/rate'
import { actorOf } from '../mount'
import { readBody } from '../relay/read-body'
import { requestAddress } from '../request-address'
import { SCIM_PATH, type ScimContext, scimError, scimmy } from './resources'

const TYPE = 'application/scim+json; charset=utf-8'
const MAX_BODY_MB = 1
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const OF_NAME = { Users: /^userName eq "([^"]+)"$/i, Groups: /^displayName eq "([^"]+)"$/i }

interface Context {
  readonly request: Request
  readonly server: { requestIP(request: Request): { address: string } | null } | null
}

export function scimApp(edge: ApiEdge) {
  const handler = ({ request, server }: Context) => answer(edge, { request, server })
  const app = new Elysia({ name: 'scim' })
  // One by one: pages of the console would win over a route of every method.
  for (const method of METHODS) app.route(method, `${SCIM_PATH}/*`, handler, { parse: 'none' })
  return app
}

async function answer(edge: ApiEdge, { request, server }: Context): Promise<Response> {
  const scim = await scimmy()
  const { pathname, searchParams } = requestAddress(request)
  const [type = '', id, ...rest] = pathname
    .slice(SCIM_PATH.length + 1)
    .split('/')
    .map(decoded)
  try {
    if (edge.isClosing()) throw new GatewayError('shutting_down')
    const client = readClient(edge, request, server?.requestIP(request)?.address ?? '')
    const actor = await admit(edge, request, client.ip)
    const query = queryOf(searchParams)
    const pattern = OF_NAME[type as keyof typeof OF_NAME]
    const name = pattern?.exec(searchParams.get('filter') ?? '')?.[1]
    const context: ScimContext = { services: edge.services, actor, name }
    const Resource = resourceOf(scim, type)
    if (Resource === undefined || rest.length > 0) {
      throw new scim.Types.Error(404, '', 'There is no such resource')
    }
    const resource = opened(scim, () =>
      id ? new Resource(id, query) : new Resource(query as never),
    )
    const done = await carryOut(resource, { request, context, timeoutMs: edge.bodyTimeoutMs })
    return responseOf(done, client.publicAddress)
  } catch (cause) {
    const error = cause instanceof GatewayError ? scimError(scim, cause) : cause
    if (!(error instanceof scim.Types.Error)) edge.log.error('a SCIM call failed', { error: cause })
    const known =
      error instanceof scim.Types.Error ? error : new scim.Types.Error(500, '', 'Internal error')
    const body = new scim.Messages.ErrorResponse(known)
    return new Response(JSON.stringify(body), {
      status: known.status,
      headers: { 'content-type': TYPE },
    })
  }
}

/** What scimmy cannot read of a query is the client's. */
function opened(scim: Scimmy, open: () => Resource): Resource {
  try {
    return open()
  } catch (error) {
    if (error instanceof scim.Types.Error) throw error
    throw new scim.Types.Error(400, 'invalidFilter', 'The filter cannot be read')
  }
}

/** Throws as the guards of the management API do. */
async function admit(edge: ApiEdge, request: Request, ip: string) {
  const identity = await identify(edge, request, { ip, renews: false })
  const actor = actorOf(identity.viewer, ip, edge.nextRequestId())
  await requireRate(edge, {}, { identity, request, ip, actor })
  const isRead = request.method === 'GET'
  const rule: AccessRule = {
    method: isRead ? 'GET' : 'POST',
    role: 'root',
    userHeader: 'optional',
    scope: isRead ? 'user:read' : 'user:write',
  }
  // A browser brings its cookie along wherever it is led.
  if (identity.viewer?.via === 'session') throw new GatewayError('access_token.invalid')
  requireAccess(edge, rule, { identity, request })
  return actor
}

interface Done {
  readonly status: number
  readonly body: unknown
}

interface Act {
  readonly request: Request
  readonly context: ScimContext
  readonly timeoutMs: number
}

type Resource =
  NonNullable<ReturnType<typeof resourceOf>> extends new (
    ...given: never[]
  ) => infer Made
    ? Made
    : never

async function carryOut(resource: Resource, { request, context, timeoutMs }: Act): Promise<Done> {
  const body = async (): Promise<object> => {
    const bytes = await readBody(request, { limitMb: MAX_BODY_MB, timeoutMs })
    return normal(parsed(bytes.toString('utf8')))
  }
  switch (request.method) {
    case 'GET':
      return { status: 200, body: await resource.read(context) }
    case 'POST':
      return { status: 201, body: await resource.write((await body()) as never, context) }
    case 'PUT':
      return { status: 200, body: await resource.write((await body()) as never, context) }
    case 'PATCH': {
      const patched = await resource.patch((await body()) as never, context)
      return { status: 200, body: patched ?? (await resource.read(context)) }
    }
    case 'DELETE':
      await resource.dispose(context)
      return { status: 204, body: undefined }
    default:
      throw new GatewayError('route.not_found')
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new GatewayError('request.invalid_json', {}, { cause })
  }
}

/** Entra ID writes the state of a user as the text "False". */
function normal(value: unknown): object {
  const text = JSON.stringify(value, (name, field) => {
    if (typeof field !== 'string' || !/^(true|false)$/i.test(field)) return field
    return name === 'active' || name === 'value' ? field.toLowerCase() === 'true' : field
  })
  const object: unknown = JSON.parse(text)
  if (typeof object !== 'object' || object === null) throw new GatewayError('request.not_an_object')
  return object
}

type Scimmy = Awaited<ReturnType<typeof scimmy>>

function resourceOf(scim: Scimmy, type: string) {
  const { Resources } = scim
  const all = {
    Users: Resources.User,
    Groups: Resources.Group,
    Schemas: Resources.Schema,
    ResourceTypes: Resources.ResourceType,
    ServiceProviderConfig: Resources.ServiceProviderConfig,
  }
  return Object.hasOwn(all, type) ? all[type as keyof typeof all] : undefined
}

/** With addresses as the directory reaches them. */
function responseOf({ status, body }: Done, site: string): Response {
  if (body === undefined) return new Response(null, { status })
  const text = JSON.stringify(body, (name, value) =>
    (name === 'location' || name === '$ref') && typeof value === 'string' && value.startsWith('/')
      ? site + value
      : value,
  )
  return new Response(text, { status, headers: { 'content-type': TYPE } })
}

/** What of a query scimmy knows, numbers as such. */
function queryOf(params: URLSearchParams): Record<string, string> {
  const numbers = ['startIndex', 'count']
  const entries = [...params].map(([name, text]) => [
    name,
    numbers.includes(name) && /^-?\d{1,9}$/.test(text) ? Number(text) : text,
  ])
  return Object.fromEntries(entries)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
