/** Users as a directory provisions them: made, renamed, switched off and removed by it. */
import {
  putScimUser,
  removeScimUser,
  type ScimPerson,
  scimGroupsOf,
  scimPeople,
} from '../../../db/tables/scim'
import { updateUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { USER_STATUS } from '../../domain/status'
import { visibleLine } from '../../domain/text/visible-text'
import { displayNameOf, freeEmail, freeName } from '../accounts/foreign-names'
import { insertAccount } from '../accounts/new-account'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import { requireRoot } from '../options/guards'
import type { Actor, ServiceDeps } from '../service-deps'
import { manageablePerson } from '../users/guards'
import { removeUser } from '../users/remove'
import { disableUser, enableUser } from '../users/status'
import { transact, transactDurably, type Work } from '../work'

/** As a directory describes somebody; what is absent is "" or true. */
export interface ScimUserInput {
  readonly userName: string
  readonly externalId: string
  readonly displayName: string
  readonly givenName: string
  readonly familyName: string
  readonly email: string
  readonly active: boolean
}

export interface ScimUserView extends ScimUserInput {
  readonly id: number
  readonly groups: readonly { readonly id: number; readonly name: string }[]
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
}

const MAX_NAME = 200

/** Everybody but root, provisioned or not: a directory finds whom it takes over by their names. */
export async function scimUsers(
  deps: ServiceDeps,
  actor: Actor,
  question: { readonly id?: number; readonly userName?: string },
): Promise<readonly ScimUserView[]> {
  requireRoot(actor)
  const { db } = deps
  const people = await scimPeople(
    question.id === undefined && question.userName === undefined ? db.lists : db.reader,
    question,
  )
  const groups = await scimGroupsOf(
    db.reader,
    people.length === 1 ? people.map(({ user }) => user.id) : [],
  )
  return people.map((person) => viewOf(person, groups))
}

/** Throws `scim.name_taken`. */
export async function createScimUser(
  deps: ServiceDeps,
  actor: Actor,
  given: ScimUserInput,
): Promise<ScimUserView> {
  requireRoot(actor)
  const input = checked(given)
  const options = await optionValues(deps.db.reader)
  const id = await transactDurably(deps, actor, async (work) => {
    await requireFree(work, input.userName)
    const user = await insertAccount(work, options, {
      username: await freeName(work, { made: 'scim', wish: input.userName.split('@')[0] ?? '' }),
      display_name: displayNameOf(input.displayName),
      password_hash: '',
      email: await freeEmail(work, options, input.email),
      affCode: '',
      method: 'scim',
    })
    await keep(work, user.id, input)
    return user.id
  })
  if (!input.active) await disableUser(deps, actor, id)
  return await only(deps, actor, id)
}

/** Throws `user.not_found`, `user.outranked`, `scim.name_taken`. */
export async function changeScimUser(
  deps: ServiceDeps,
  actor: Actor,
  { id, ...given }: ScimUserInput & { readonly id: number },
): Promise<ScimUserView> {
  requireRoot(actor)
  const input = checked(given)
  const wasActive = await transact(deps, actor, async (work) => {
    const [before] = await scimPeople(work.trx, { id })
    const user = await manageablePerson(work, id)
    await requireFree(work, input.userName, id)
    const options = await optionValues(work.trx)
    const email = input.email === user.email ? '' : await freeEmail(work, options, input.email)
    const change = {
      display_name: displayNameOf(input.displayName) || user.display_name,
      email: email || user.email,
    }
    await updateUser(work.trx, id, { ...change, updated_at: work.clock.nowMs() })
    await keep(work, id, input)
    return before?.scim?.active !== 0
  })
  // What an operator has switched off stays so.
  if (wasActive && !input.active) await disableUser(deps, actor, id)
  if (!wasActive && input.active) await enableUser(deps, actor, id)
  return await only(deps, actor, id)
}

/** The account is deregistered: tokens are revoked and logins end. Throws `user.not_found`. */
export async function removeScimUserById(
  deps: ServiceDeps,
  actor: Actor,
  id: number,
): Promise<void> {
  requireRoot(actor)
  await only(deps, actor, id)
  await removeUser(deps, actor, id)
  await transact(deps, actor, ({ trx }) => removeScimUser(trx, id))
}

async function only(deps: ServiceDeps, actor: Actor, id: number): Promise<ScimUserView> {
  const [user] = await scimUsers(deps, actor, { id })
  if (user === undefined) throw new GatewayError('user.not_found', { user: id })
  return user
}

async function keep(work: Work, userId: number, input: ScimUserInput): Promise<void> {
  const nowMs = work.clock.nowMs()
  const { userName, externalId, givenName, familyName, active } = input
  await putScimUser(work.trx, {
    user_id: userId,
    user_name: userName,
    external_id: externalId,
    given_name: givenName,
    family_name: familyName,
    active: active ? 1 : 0,
    created_at: nowMs,
    updated_at: nowMs,
  })
  await recordAudit(work, {
    action: 'scim.user_set',
    target: `user:${userId}`,
    after: { user_name: userName, external_id: externalId, active },
  })
}

async function requireFree({ trx }: Work, userName: string, ownId = 0): Promise<void> {
  const others = (await scimPeople(trx, { userName })).filter(({ user }) => user.id !== ownId)
  if (others.length > 0) throw new GatewayError('scim.name_taken', { name: userName })
}

function checked(input: ScimUserInput): ScimUserInput {
  const line = (field: string, text: string) => {
    const trimmed = visibleLine(field, text.trim())
    if (trimmed.length <= MAX_NAME) return trimmed
    throw new GatewayError('value.too_long', { field, max: MAX_NAME })
  }
  const userName = line('userName', input.userName)
  if (userName === '') {
    throw new GatewayError('value.invalid', { field: 'userName', reason: 'reason.empty' })
  }
  return {
    userName,
    externalId: line('externalId', input.externalId),
    displayName: line('displayName', input.displayName),
    givenName: line('name.givenName', input.givenName),
    familyName: line('name.familyName', input.familyName),
    email: input.email.trim(),
    active: input.active,
  }
}

function viewOf(
  { user, scim }: ScimPerson,
  groups: readonly { readonly user_id: number; readonly id: number; readonly name: string }[],
): ScimUserView {
  return {
    id: user.id,
    userName: scim?.user_name ?? user.username,
    externalId: scim?.external_id ?? '',
    displayName: user.display_name,
    givenName: scim?.given_name ?? '',
    familyName: scim?.family_name ?? '',
    email: user.email,
    active: user.status === USER_STATUS.enabled,
    groups: groups
      .filter(({ user_id }) => user_id === user.id)
      .map(({ id, name }) => ({ id, name })),
    createdAt: user.created_at,
    updatedAt: Math.max(user.updated_at, scim?.updated_at ?? 0),
  }
}
