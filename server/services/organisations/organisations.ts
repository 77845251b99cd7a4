/** Organisations: made, listed, changed and ended. */
import {
  countOrganisationsBy,
  findOrganisation,
  insertMember,
  insertOrganisation,
  membershipsOf,
  type OrganisationRow,
  updateOrganisation,
} from '../../../db/tables/organisations'
import {
  countUsers,
  findUser,
  insertUser,
  listUsers,
  type UserRow,
  updateUser,
} from '../../../db/tables/users'
import type { MemberRole } from '../../domain/accounts/membership'
import { isAdmin, ROLE } from '../../domain/accounts/roles'
import { GatewayError } from '../../domain/errors/gateway-error'
import { visibleLine } from '../../domain/text/visible-text'
import { ALPHANUMERIC } from '../../random'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { Actor, Queries, ServiceDeps } from '../service-deps'
import { AFF_CODE_LENGTH, EMPTY_USER } from '../users/create'
import { existingGroupOf, usernameOf } from '../users/fields'
import { requireFreeName } from '../users/guards'
import { removing } from '../users/remove'
import { transact, type Work } from '../work'

const MAX_NAME = 30
const MAX_DISPLAY_NAME = 60
/** That one person has made and that still exist. */
const MOST_OF_ONE = 20
const MOST_DOMAINS = 20
const DOMAIN =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

export interface NewOrganisation {
  /** As a username is: no blanks, not only digits. */
  readonly name: string
  /** The name when absent. */
  readonly displayName?: string | undefined
  /** By administrators only. */
  readonly group?: string | undefined
  /** Who becomes its owner: the actor unless an administrator says another. */
  readonly ownerId?: number | undefined
}

export interface OrganisationView {
  readonly id: number
  readonly name: string
  readonly display_name: string
  readonly group: string
  readonly status: number
  /** Credits. */
  readonly quota: number
  readonly used_quota: number
  readonly created_at: number
}

export interface OwnOrganisation extends OrganisationView {
  readonly role: MemberRole
  readonly state: 'active' | 'requested'
}

/** Throws `organisation.creation_closed`, `organisation.too_many`, and as usernames do. */
export async function createOrganisation(
  deps: ServiceDeps,
  actor: Actor,
  input: NewOrganisation,
): Promise<OrganisationView> {
  const isOperator = isAdmin(actor.role)
  const name = usernameOf(input.name, MAX_NAME)
  const display_name = displayNameOf(input.displayName ?? '') || name
  const ownerId = input.ownerId ?? actor.id
  if (!isOperator && (ownerId !== actor.id || input.group !== undefined)) {
    throw new GatewayError('permission.denied')
  }
  return await transact(deps, actor, async (work) => {
    const { trx, clock, random } = work
    if (!isOperator) await requireOpen(work)
    const owner = await findUser(trx, ownerId)
    if (owner === undefined || owner.deleted_at !== null || owner.account_type !== 'person') {
      throw new GatewayError('user.not_found', { user: ownerId })
    }
    await requireFreeName(trx, name)
    const nowMs = clock.nowMs()
    const account = await insertUser(trx, {
      ...EMPTY_USER,
      account_type: 'organisation',
      username: name,
      display_name,
      password_hash: '',
      email: '',
      role: ROLE.user,
      group: await existingGroupOf(trx, input.group ?? 'default'),
      aff_code: random.text(AFF_CODE_LENGTH, ALPHANUMERIC),
      created_at: nowMs,
      updated_at: nowMs,
    })
    const { id } = account
    await insertOrganisation(trx, {
      id,
      join_domains: '',
      created_by: owner.id,
      created_at: nowMs,
    })
    await insertMember(trx, {
      organisation_id: id,
      user_id: owner.id,
      role: 'owner',
      state: 'active',
      created_at: nowMs,
    })
    await recordAudit(work, {
      action: 'organisation.create',
      target: `user:${id}`,
      after: { username: name, display_name, group: account.group, owner: owner.username },
    })
    return viewOf(account)
  })
}

async function requireOpen({ trx, actor }: Work): Promise<void> {
  const { UserOrganisationsEnabled } = await optionValues(trx)
  if (!UserOrganisationsEnabled) throw new GatewayError('organisation.creation_closed')
  if ((await countOrganisationsBy(trx, actor.id)) >= MOST_OF_ONE) {
    throw new GatewayError('organisation.too_many', { max: MOST_OF_ONE })
  }
}

export interface ListOrganisationsInput extends PageRequest {
  /** Part of the name, or the id. */
  readonly keyword?: string | undefined
}

/** All there are, newest first. */
export async function listOrganisations(
  deps: ServiceDeps,
  input: ListOrganisationsInput,
): Promise<Page<OrganisationView>> {
  const { lists } = deps.db
  const window = pageWindow(input)
  const filter = { keyword: input.keyword, account_type: 'organisation' }
  const rows = await listUsers(lists, filter, window)
  return pageOf(window, rows.map(viewOf), await countUsers(lists, filter))
}

/** In which the user is, or has asked to be. */
export async function ownOrganisations(
  deps: ServiceDeps,
  userId: number,
): Promise<readonly OwnOrganisation[]> {
  const found = await membershipsOf(deps.db.reader, userId)
  return found.flatMap(({ member: { role, state }, organisation }) => {
    if (state === 'left') return []
    const view = viewOf(organisation)
    // Who only asks to be let in learns nothing of the money.
    return [state === 'active' ? { ...view, role, state } : { ...view, ...UNKNOWN, role, state }]
  })
}

const UNKNOWN = { quota: 0, used_quota: 0 }

export interface OrganisationDetails extends OrganisationView {
  readonly join_domains: readonly string[]
}

export async function showOrganisation(
  deps: ServiceDeps,
  id: number,
): Promise<OrganisationDetails> {
  const { account, row } = await existingOrganisation(deps.db.reader, id)
  return { ...viewOf(account), join_domains: domainsIn(row) }
}

export interface OrganisationChange {
  readonly display_name?: string | undefined
  readonly join_domains?: readonly string[] | undefined
}

/** Of the organisation that is acted for. Throws `organisation.domain_invalid`. */
export async function changeOrganisation(
  deps: ServiceDeps,
  actor: Actor,
  { id, ...change }: OrganisationChange & { readonly id: number },
): Promise<void> {
  const domains = change.join_domains && domainsOf(change.join_domains)
  const display_name =
    change.display_name === undefined ? undefined : displayNameOf(change.display_name)
  await transact(deps, actor, async (work) => {
    const { account, row } = await existingOrganisation(work.trx, id)
    const before = { display_name: account.display_name, join_domains: row.join_domains }
    const after = {
      display_name: display_name || before.display_name,
      join_domains: domains?.join(' ') ?? before.join_domains,
    }
    const updated_at = work.clock.nowMs()
    await updateUser(work.trx, id, { display_name: after.display_name, updated_at })
    await updateOrganisation(work.trx, id, { join_domains: after.join_domains })
    await recordAudit(work, { action: 'organisation.set', target: `user:${id}`, before, after })
  })
}

/**
 * Ends tokens, invitations and memberships; what it has spent stays in the books. Throws
 * `organisation.has_balance` while there is money left in it.
 */
export async function removeOrganisation(
  deps: ServiceDeps,
  actor: Actor,
  id: number,
): Promise<void> {
  await removing(deps, actor, async (work) => {
    const { account } = await existingOrganisation(work.trx, id)
    if (account.quota > 0) throw new GatewayError('organisation.has_balance')
    return account
  })
}

export async function existingOrganisation(
  queries: Queries,
  id: number,
): Promise<{ readonly account: UserRow; readonly row: OrganisationRow }> {
  const row = await findOrganisation(queries, id)
  const account = row && (await findUser(queries, id))
  if (row === undefined || account === undefined || account.deleted_at !== null) {
    throw new GatewayError('organisation.not_found')
  }
  return { account, row }
}

export function domainsIn({ join_domains }: Pick<OrganisationRow, 'join_domains'>): string[] {
  return join_domains === '' ? [] : join_domains.split(' ')
}

function domainsOf(given: readonly string[]): string[] {
  const domains = [...new Set(given.map((domain) => domain.trim().toLowerCase()))]
  const named = domains.filter((domain) => domain !== '')
  const wrong = named.find((domain) => !DOMAIN.test(domain))
  if (wrong !== undefined || named.length > MOST_DOMAINS) {
    throw new GatewayError('organisation.domain_invalid', { max: MOST_DOMAINS })
  }
  return named
}

function displayNameOf(given: string): string {
  const name = given.trim()
  if ([...name].length > MAX_DISPLAY_NAME) {
    throw new GatewayError('user.display_name_too_long', { max: MAX_DISPLAY_NAME })
  }
  return visibleLine('display_name', name)
}

function viewOf(account: UserRow): OrganisationView {
  const { id, username: name, display_name, group, status, quota, used_quota, created_at } = account
  return { id, name, display_name, group, status, quota, used_quota, created_at }
}
