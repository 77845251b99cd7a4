/** Groups as a directory provisions them: what they are here is said by the maps of `oidc.*`. */
import {
  deleteScimGroup,
  insertScimGroup,
  type ScimGroup,
  scimGroups,
  scimGroupsOf,
  setScimMembers,
  updateScimGroup,
} from '../../../db/tables/scim'
import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { visibleLine } from '../../domain/text/visible-text'
import { recordAudit } from '../audit/record'
import { applyClaims } from '../login/claims'
import { optionMaps } from '../login/providers/oidc'
import { optionValues } from '../options/current'
import { requireRoot } from '../options/guards'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'

export interface ScimGroupInput {
  readonly displayName: string
  readonly externalId: string
  /** Ids of users. */
  readonly members: readonly number[]
}

const MAX_NAME = 200

export async function listScimGroups(
  { db }: ServiceDeps,
  actor: Actor,
  question: { readonly id?: number; readonly name?: string },
): Promise<readonly ScimGroup[]> {
  requireRoot(actor)
  return await scimGroups(db.lists, question)
}

/** Throws `scim.name_taken`, `user.not_found`. */
export async function createScimGroup(
  deps: ServiceDeps,
  actor: Actor,
  input: ScimGroupInput,
): Promise<ScimGroup> {
  requireRoot(actor)
  const name = nameOf(input)
  return await transact(deps, actor, async (work) => {
    await requireFree(work, name)
    const nowMs = work.clock.nowMs()
    const columns = { name, external_id: input.externalId.trim() }
    const id = await insertScimGroup(work.trx, {
      ...columns,
      created_at: nowMs,
      updated_at: nowMs,
    })
    await setMembers(work, { id, before: [] }, input)
    return await only(work, id)
  })
}

/** Throws `scim.group_not_found`, `scim.name_taken`, `user.not_found`. */
export async function changeScimGroup(
  deps: ServiceDeps,
  actor: Actor,
  { id, ...input }: ScimGroupInput & { readonly id: number },
): Promise<ScimGroup> {
  requireRoot(actor)
  const name = nameOf(input)
  return await transact(deps, actor, async (work) => {
    const { members } = await only(work, id)
    await requireFree(work, name, id)
    const columns = { name, external_id: input.externalId.trim() }
    await updateScimGroup(work.trx, id, { ...columns, updated_at: work.clock.nowMs() })
    await setMembers(work, { id, before: members.map((member) => member.id) }, input)
    return await only(work, id)
  })
}

/** Throws `scim.group_not_found`. */
export async function removeScimGroup(deps: ServiceDeps, actor: Actor, id: number): Promise<void> {
  requireRoot(actor)
  await transact(deps, actor, async (work) => {
    const { members, name } = await only(work, id)
    await deleteScimGroup(work.trx, id)
    await recordAudit(work, {
      action: 'scim.group_delete',
      target: `scim_group:${id}`,
      before: { name, members: members.length },
    })
    for (const member of members) await follow(work, member.id)
  })
}

async function setMembers(
  work: Work,
  { id, before }: { readonly id: number; readonly before: readonly number[] },
  input: ScimGroupInput,
): Promise<void> {
  const members = [...new Set(input.members)]
  for (const userId of members) {
    const user = await findUser(work.trx, userId)
    if (user === undefined || user.deleted_at !== null) {
      throw new GatewayError('user.not_found', { user: userId })
    }
  }
  await setScimMembers(work.trx, id, members)
  await recordAudit(work, {
    action: 'scim.group_set',
    target: `scim_group:${id}`,
    before: { members: before.length },
    after: { name: input.displayName.trim(), members: members.length },
  })
  for (const userId of new Set([...before, ...members])) await follow(work, userId)
}

/** Role, group and organisations are those of the groups that somebody is in now. */
async function follow(work: Work, userId: number): Promise<void> {
  const user = await findUser(work.trx, userId)
  if (user === undefined || user.deleted_at !== null) return
  const options = await optionValues(work.trx)
  const values = (await scimGroupsOf(work.trx, [userId])).map(({ name }) => name)
  await applyClaims(work, options, { user, claims: { values, maps: optionMaps(options) } })
}

async function only({ trx }: Work, id: number): Promise<ScimGroup> {
  const [group] = await scimGroups(trx, { id })
  if (group === undefined) throw new GatewayError('scim.group_not_found')
  return group
}

async function requireFree({ trx }: Work, name: string, ownId = 0): Promise<void> {
  const others = (await scimGroups(trx, { name })).filter(({ id }) => id !== ownId)
  if (others.length > 0) throw new GatewayError('scim.name_taken', { name })
}

function nameOf({ displayName }: ScimGroupInput): string {
  const name = visibleLine('displayName', displayName.trim())
  if (name !== '' && name.length <= MAX_NAME) return name
  throw new GatewayError('value.invalid', { field: 'displayName', reason: 'reason.empty' })
}
