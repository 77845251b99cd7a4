/**
 * Users and groups in the words of SCIM 2.0 (RFC 7643, RFC 7644). Schemas, filters and patches are
 * scimmy's, which is loaded when a directory first calls.
 */
import type SCIMMY from 'scimmy'
import { ERRORS } from '../../domain/errors/catalogue'
import { GatewayError } from '../../domain/errors/gateway-error'
import { messageOf } from '../../domain/errors/message'
import { isRecord } from '../../domain/json/records'
import type { Services } from '../../services/create-services'
import type { ScimUserInput, ScimUserView } from '../../services/scim/users'
import type { Actor } from '../../services/service-deps'

export const SCIM_PATH = '/scim/v2'

type Scimmy = typeof SCIMMY
type Fields = Readonly<Record<string, unknown>>

/** What a handler of scimmy gets along. */
export interface ScimContext {
  readonly services: Services
  readonly actor: Actor
  /** Of a filter that asks for one name, which the database answers at once. */
  readonly name: string | undefined
}

type Group = Awaited<ReturnType<Services['scim']['groups']>>[number]

let loading: Promise<Scimmy> | undefined

/** With its handlers in place. */
export async function scimmy(): Promise<Scimmy> {
  loading ??= load()
  return await loading
}

async function load(): Promise<Scimmy> {
  const { default: scim } = await import('scimmy')
  const guarded = withErrors(scim)
  scim.Config.set({
    patch: true,
    filter: { supported: true, maxResults: 1000 },
    bulk: false,
    sort: false,
    etag: false,
    changePassword: false,
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Access token',
        description: 'An access token of root with the scope user:write',
      },
    ],
  })
  scim.Resources.declare(scim.Resources.User)
    .ingress(
      guarded((resource: ScimResource, given: Fields, context: ScimContext) =>
        putUser(resource.id, given, context),
      ),
    )
    .egress(guarded((resource: ScimResource, context: ScimContext) => readUsers(resource, context)))
    .degress(
      guarded((resource: ScimResource, { services, actor }: ScimContext) =>
        services.scim.removeUser(actor, idOf(resource.id)),
      ),
    )
  scim.Resources.declare(scim.Resources.Group)
    .ingress(
      guarded((resource: ScimResource, given: Fields, context: ScimContext) =>
        putGroup(resource.id, given, context),
      ),
    )
    .egress(
      guarded((resource: ScimResource, context: ScimContext) => readGroups(resource, context)),
    )
    .degress(
      guarded((resource: ScimResource, { services, actor }: ScimContext) =>
        services.scim.removeGroup(actor, idOf(resource.id)),
      ),
    )
  const { User, Group, Schema, ResourceType, ServiceProviderConfig } = scim.Resources
  for (const resource of [User, Group, Schema, ResourceType, ServiceProviderConfig]) {
    resource.basepath(SCIM_PATH)
  }
  return scim
}

/** scimmy takes every error but its own for a resource that is not there. */
function withErrors(scim: Scimmy) {
  return (handler: (...given: never[]) => Promise<unknown>) =>
    // biome-ignore lint/suspicious/noExplicitAny: scimmy types handlers by the class they are of.
    async (...given: any[]): Promise<any> => {
      try {
        return await handler(...(given as never[]))
      } catch (error) {
        throw error instanceof GatewayError ? scimError(scim, error) : error
      }
    }
}

/** By how ids of errors read; the console's own envelope says most of them with 200. */
const STATUSES: readonly (readonly [RegExp, number])[] = [
  [/^(?:access_token\.(?:invalid|refused)|session\.)/, 401],
  [/^(?:permission\.|user\.(?:outranked|root_protected|banned))/, 403],
  [/not_found$/, 404],
  [/_taken$/, 409],
]

export function scimError(scim: Scimmy, error: GatewayError) {
  const consoleStatus: number = ERRORS[error.id].console.status
  const status = STATUSES.find(([ids]) => ids.test(error.id))?.[1] ?? Math.max(consoleStatus, 400)
  const kind = status === 409 ? 'uniqueness' : status === 400 ? 'invalidValue' : ''
  return new scim.Types.Error(status, kind, messageOf(error, 'en'))
}

interface ScimResource {
  readonly id?: string
  readonly filter?: { match(values: readonly object[]): object[] }
}

async function readUsers(resource: ScimResource, { services, actor, name }: ScimContext) {
  if (resource.id !== undefined) {
    const [user] = await services.scim.users(actor, { id: idOf(resource.id) })
    if (user === undefined) throw new GatewayError('user.not_found', { user: resource.id })
    return userResource(user)
  }
  const users = await services.scim.users(actor, name === undefined ? {} : { userName: name })
  const found = users.map(userResource)
  return name === undefined && resource.filter ? resource.filter.match(found) : found
}

async function putUser(id: string | undefined, given: Fields, { services, actor }: ScimContext) {
  const input = userInput(given)
  return userResource(
    id === undefined
      ? await services.scim.createUser(actor, input)
      : await services.scim.changeUser(actor, { ...input, id: idOf(id) }),
  )
}

async function readGroups(resource: ScimResource, { services, actor, name }: ScimContext) {
  if (resource.id !== undefined) {
    const [group] = await services.scim.groups(actor, { id: idOf(resource.id) })
    if (group === undefined) throw new GatewayError('scim.group_not_found')
    return groupResource(group)
  }
  const groups = await services.scim.groups(actor, name === undefined ? {} : { name })
  const found = groups.map(groupResource)
  return name === undefined && resource.filter ? resource.filter.match(found) : found
}

async function putGroup(id: string | undefined, given: Fields, { services, actor }: ScimContext) {
  const members = listOf(given.members).map(({ value }) => idOf(String(value)))
  const input = {
    displayName: textOf(given.displayName),
    externalId: textOf(given.externalId),
    members,
  }
  return groupResource(
    id === undefined
      ? await services.scim.createGroup(actor, input)
      : await services.scim.changeGroup(actor, { ...input, id: idOf(id) }),
  )
}

function userInput(given: Fields): ScimUserInput {
  const name = isRecord(given.name) ? given.name : {}
  const emails = listOf(given.emails)
  const email = emails.find(({ primary }) => primary === true) ?? emails[0]
  const [givenName, familyName] = [textOf(name.givenName), textOf(name.familyName)]
  return {
    userName: textOf(given.userName),
    externalId: textOf(given.externalId),
    displayName:
      textOf(given.displayName) || textOf(name.formatted) || `${givenName} ${familyName}`.trim(),
    givenName,
    familyName,
    email: textOf(email?.value),
    active: given.active !== false,
  }
}

function userResource(user: ScimUserView) {
  const { givenName, familyName, displayName, externalId, email } = user
  return {
    id: String(user.id),
    ...(externalId !== '' && { externalId }),
    userName: user.userName,
    displayName,
    name: { formatted: displayName, givenName, familyName },
    active: user.active,
    emails: email === '' ? [] : [{ value: email, type: 'work', primary: true }],
    groups: user.groups.map(({ id, name }) => ({
      value: String(id),
      display: name,
      $ref: `${SCIM_PATH}/Groups/${id}`,
    })),
    meta: metaOf(user.createdAt, user.updatedAt),
  }
}

function groupResource(group: Group) {
  return {
    id: String(group.id),
    ...(group.external_id !== '' && { externalId: group.external_id }),
    displayName: group.name,
    members: group.members.map(({ id, username }) => ({
      value: String(id),
      display: username,
      $ref: `${SCIM_PATH}/Users/${id}`,
      type: 'User',
    })),
    meta: metaOf(group.created_at, group.updated_at),
  }
}

function metaOf(createdAt: number, updatedAt: number) {
  return { created: new Date(createdAt), lastModified: new Date(updatedAt) }
}

/** What is no number is nobody's id. */
function idOf(text: string | undefined): number {
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
