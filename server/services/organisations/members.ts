/** Who is in an organisation: let in, changed, sent away. */
import {
  findMember,
  findMembership,
  insertMember,
  type MemberRow,
  membersOf,
  organisationsWithDomains,
  updateMember,
} from '../../../db/tables/organisations'
import { tokenIdsOfMember } from '../../../db/tables/tokens'
import { findUser, findUserByName, type UserRow } from '../../../db/tables/users'
import { type MemberRole, mayGiveRole } from '../../domain/accounts/membership'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import { endMembership, refuseLastOwner } from '../memberships/endings'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'
import { roleOf } from './access'
import { domainsIn, existingOrganisation } from './organisations'

export interface MemberView {
  readonly id: number
  readonly user_id: number
  readonly username: string
  readonly display_name: string
  readonly email: string
  readonly role: MemberRole
  readonly state: 'active' | 'requested'
  readonly created_at: number
}

export async function listMembers(
  deps: ServiceDeps,
  organisationId: number,
): Promise<readonly MemberView[]> {
  const rows = await membersOf(deps.db.lists, organisationId)
  return rows.flatMap(({ organisation_id: _, status: __, state, ...row }) =>
    state === 'left' ? [] : [{ ...row, state }],
  )
}

export interface NewMember {
  readonly organisationId: number
  /** Name or id. */
  readonly user: string
  readonly role: MemberRole
}

/** By an operator, who asks nobody. Throws `user.not_found` and `member.exists`. */
export async function addMember(
  deps: ServiceDeps,
  actor: Actor,
  { organisationId, user: named, role }: NewMember,
): Promise<void> {
  await transact(deps, actor, async (work) => {
    await existingOrganisation(work.trx, organisationId)
    const id = /^\d{1,15}$/.test(named) ? Number(named) : undefined
    const user =
      id === undefined ? await findUserByName(work.trx, named) : await findUser(work.trx, id)
    if (user === undefined) throw new GatewayError('user.not_found', { user: named })
    await letIn(work, { user, organisationId, role })
  })
}

export interface Admission {
  readonly user: UserRow
  readonly organisationId: number
  readonly role: MemberRole
}

/** Who was in it before gets the old membership back, with what it has spent. */
export async function letIn(work: Work, { user, organisationId, role }: Admission): Promise<void> {
  const { trx, clock } = work
  if (user.deleted_at !== null || user.account_type !== 'person') {
    throw new GatewayError('user.not_found', { user: user.id })
  }
  const before = await findMembership(trx, { userId: user.id, organisationId })
  if (before?.member.state === 'active') throw new GatewayError('member.exists')
  if (before !== undefined) await updateMember(trx, before.member.id, { role, state: 'active' })
  else {
    await insertMember(trx, {
      organisation_id: organisationId,
      user_id: user.id,
      role,
      state: 'active',
      created_at: clock.nowMs(),
    })
  }
  await recordAudit(work, {
    action: 'member.add',
    target: `user:${organisationId}`,
    after: { member: user.username, role },
  })
}

export interface MemberChange {
  readonly organisationId: number
  /** Of the membership. */
  readonly id: number
  readonly role: MemberRole
}

/**
 * Also lets somebody in who has asked for it. Throws `member.not_found`,
 * `organisation.role_needed` and `organisation.last_owner`.
 */
export async function changeMember(
  deps: ServiceDeps,
  actor: Actor,
  { role, ...place }: MemberChange,
): Promise<void> {
  await transact(deps, actor, async (work) => {
    const member = await manageableMember(work, place)
    if (!mayGiveRole(roleOf(actor), role)) throw new GatewayError('organisation.role_needed')
    if (role !== 'owner') await refuseLastOwner(work, member)
    await giveRole(work, member, role)
  })
}

/** Of who may have it; one that somebody has already changes nothing. */
export async function giveRole(work: Work, member: MemberRow, role: MemberRole): Promise<void> {
  if (member.role === role && member.state === 'active') return
  await updateMember(work.trx, member.id, { role, state: 'active' })
  await recordAudit(work, {
    action: 'member.set',
    target: `user:${member.organisation_id}`,
    before: { member: member.user_id, role: member.role, state: member.state },
    after: { member: member.user_id, role, state: 'active' },
  })
}

export interface MemberRemoval {
  readonly organisationId: number
  readonly id: number
  /** Whoever sends them away takes their tokens over; otherwise these are revoked. */
  readonly keepsTokens: boolean
}

/** Throws as `changeMember` does. */
export async function removeMember(
  deps: ServiceDeps,
  actor: Actor,
  { keepsTokens, ...place }: MemberRemoval,
): Promise<void> {
  await transact(deps, actor, async (work) => {
    const member = await manageableMember(work, place)
    await refuseLastOwner(work, member)
    await endMembership(work, member, keepsTokens ? actor.member?.id : undefined)
  })
}

/** Of the own membership; also takes a request back. Throws `organisation.last_owner`. */
export async function leaveOrganisation(
  deps: ServiceDeps,
  actor: Actor,
  organisationId: number,
): Promise<void> {
  await transact(deps, actor, async (work) => {
    const found = await findMembership(work.trx, { userId: actor.id, organisationId })
    if (found === undefined || found.member.state === 'left') {
      throw new GatewayError('organisation.not_found')
    }
    await refuseLastOwner(work, found.member)
    await endMembership(work, found.member, undefined)
  })
}

async function manageableMember(
  { trx, actor }: Work,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
): Promise<MemberRow> {
  const member = await findMember(trx, id)
  const isOther = member?.organisation_id !== organisationId || member.state === 'left'
  if (member === undefined || isOther) throw new GatewayError('member.not_found')
  if (!mayGiveRole(roleOf(actor), member.role)) {
    throw new GatewayError('organisation.role_needed')
  }
  return member
}

export interface JoinableOrganisation {
  readonly id: number
  readonly name: string
}

/** To which somebody may ask to be let in, by the domain of the verified address. */
export async function joinableOrganisations(
  deps: ServiceDeps,
  userId: number,
): Promise<readonly JoinableOrganisation[]> {
  const { reader } = deps.db
  const user = await findUser(reader, userId)
  const domain = user?.email.split('@')[1]?.toLowerCase() ?? ''
  if (domain === '') return []
  const rows = await organisationsWithDomains(reader)
  const open: JoinableOrganisation[] = []
  for (const row of rows.filter((each) => domainsIn(each).includes(domain))) {
    const known = await findMembership(reader, { userId, organisationId: row.id })
    if (known !== undefined && known.member.state !== 'left') continue
    const account = await findUser(reader, row.id)
    if (account) open.push({ id: row.id, name: account.display_name || account.username })
  }
  return open
}

/** Throws `organisation.not_found` for one that does not let people of this address ask. */
export async function requestMembership(
  deps: ServiceDeps,
  actor: Actor,
  organisationId: number,
): Promise<void> {
  const open = await joinableOrganisations(deps, actor.id)
  if (!open.some(({ id }) => id === organisationId)) {
    throw new GatewayError('organisation.not_found')
  }
  await transact(deps, actor, async (work) => {
    const { trx, clock } = work
    const before = await findMembership(trx, { userId: actor.id, organisationId })
    const columns = { role: 'member', state: 'requested' } as const
    if (before !== undefined) await updateMember(trx, before.member.id, columns)
    else {
      await insertMember(trx, {
        ...columns,
        organisation_id: organisationId,
        user_id: actor.id,
        created_at: clock.nowMs(),
      })
    }
    await recordAudit(work, {
      action: 'member.request',
      target: `user:${organisationId}`,
      after: { member: actor.name },
    })
  })
}

/** Below every engine's limit of parameters. */
const MOST_TOKENS = 500

/** Of the tokens that a member holds or held, by which the own calls are known. */
export async function tokenIdsOf(deps: ServiceDeps, memberId: number): Promise<readonly number[]> {
  return await tokenIdsOfMember(deps.db.lists, memberId, MOST_TOKENS)
}
