/**
 * Whose limits may be set: users their own, organisations also those of their members and
 * projects, admins those of channels, groups, lower users.
 */
import { findMember } from '../../../db/tables/organisations'
import { findProject } from '../../../db/tables/projects'
import { findUser } from '../../../db/tables/users'
import { isAdmin } from '../../domain/accounts/roles'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { LimitSetter, LimitSubject } from '../../domain/limits/limit'
import { existingChannel } from '../channels/show'
import { groupRatios } from '../options/current'
import type { Actor } from '../service-deps'
import { manageableToken, ownToken } from '../tokens/guards'
import { requireRank } from '../users/guards'
import type { Work } from '../work'

export interface SubjectName {
  readonly subject: LimitSubject
  readonly key: string
}

/** Throws what says that there is no such subject, or that the actor must not touch it. */
export async function requireSubject(
  work: Pick<Work, 'trx' | 'actor'>,
  setBy: LimitSetter,
  named: SubjectName,
): Promise<void> {
  if (setBy === 'owner') await requireOwn(work, named)
  else await requireManaged(work, named)
}

async function requireOwn({ trx, actor }: Pick<Work, 'trx' | 'actor'>, named: SubjectName) {
  const { subject, key } = named
  if (subject === 'token') await ownToken(trx, actor, idOf(named))
  else if (subject === 'member' || subject === 'project') {
    await requireHolder(trx, { subject, key }, actor.id)
  } else if (subject !== 'user' || Number(key) !== actor.id) {
    throw new GatewayError('permission.denied')
  }
}

async function requireManaged({ trx, actor }: Pick<Work, 'trx' | 'actor'>, named: SubjectName) {
  requireAdmin(actor)
  const { subject, key } = named
  if (subject === 'token') await manageableToken(trx, actor, idOf(named))
  else if (subject === 'channel') await existingChannel(trx, idOf(named))
  else if (subject === 'group') {
    if (!Object.hasOwn(await groupRatios(trx), key)) {
      throw new GatewayError('group.not_found', { group: key })
    }
  } else if (subject === 'member' || subject === 'project')
    await requireHolder(trx, { subject, key })
  else {
    const user = await findUser(trx, idOf(named))
    if (user === undefined || user.deleted_at !== null) {
      throw new GatewayError('user.not_found', { user: key })
    }
    requireRank(actor, user)
  }
}

/** An active member or an open project, of one organisation or of any. */
async function requireHolder(
  trx: Work['trx'],
  { subject, key }: SubjectName & { readonly subject: 'member' | 'project' },
  organisationId?: number,
): Promise<void> {
  const id = idOf({ subject, key })
  const found = subject === 'member' ? await findMember(trx, id) : await findProject(trx, id)
  const isOver = found && ('state' in found ? found.state !== 'active' : found.closed_at !== 0)
  const isOther = organisationId !== undefined && found?.organisation_id !== organisationId
  if (found === undefined || isOver || isOther) throw new GatewayError(`${subject}.not_found`)
}

export function requireAdmin({ role }: Actor): void {
  if (!isAdmin(role)) throw new GatewayError('permission.denied')
}

function idOf({ subject, key }: SubjectName): number {
  const id = /^\d{1,15}$/.test(key) ? Number(key) : 0
  if (id > 0) return id
  if (subject === 'token') throw new GatewayError('token.not_found', { token: key })
  if (subject === 'channel') throw new GatewayError('channel.not_found', { channel: key })
  if (subject === 'member' || subject === 'project') throw new GatewayError(`${subject}.not_found`)
  throw new GatewayError('user.not_found', { user: key })
}
