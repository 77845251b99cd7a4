/** How memberships end: of one member, of one person, of an organisation. */
import {
  countMembersByRole,
  type MemberRow,
  membershipsOf,
  membersOf,
  updateMember,
} from '../../../db/tables/organisations'
import { deleteInvitationsOf } from '../../../db/tables/projects'
import {
  freezeTokensOfMembers,
  handOverTokens,
  revokeTokensOfMember,
  unfreezeTokensOfMembers,
} from '../../../db/tables/tokens'
import type { UserRow } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import type { Work } from '../work'

/** As a token stores it and its readers see it. */
const HOLDER_DISABLED = 'reason.holder_disabled'

/** Tokens are revoked, or handed over to another membership. */
export async function endMembership(
  work: Work,
  member: MemberRow,
  heirId: number | undefined,
): Promise<void> {
  const { trx, clock } = work
  const tokens =
    heirId === undefined
      ? await revokeTokensOfMember(trx, member.id, clock.nowMs())
      : await handOverTokens(trx, member.id, heirId)
  if (heirId !== undefined) await unfreezeTokensOfMembers(trx, [heirId], HOLDER_DISABLED)
  await updateMember(trx, member.id, { state: 'left' })
  await recordAudit(work, {
    action: 'member.remove',
    target: `user:${member.organisation_id}`,
    before: { member: member.user_id, role: member.role, tokens },
    after: { tokens_kept: heirId !== undefined },
  })
}

/** Throws `organisation.last_owner`: nobody else could let anybody in or pay out. */
export async function refuseLastOwner({ trx }: Work, member: MemberRow): Promise<void> {
  if (member.role !== 'owner' || member.state !== 'active') return
  if ((await countMembersByRole(trx, member.organisation_id, 'owner')) <= 1) {
    throw new GatewayError('organisation.last_owner')
  }
}

/** For an account that is removed: of a person in every organisation, or of all its members. */
export async function endMembershipsOf(
  work: Work,
  { id, account_type }: Pick<UserRow, 'id' | 'account_type'>,
): Promise<void> {
  const { trx } = work
  if (account_type === 'organisation') {
    await deleteInvitationsOf(trx, id)
    for (const member of await membersOf(trx, id)) {
      await updateMember(trx, member.id, { state: 'left' })
    }
    return
  }
  for (const { member } of await membershipsOf(trx, id)) {
    await refuseLastOwner(work, member)
    await endMembership(work, member, undefined)
  }
}

/** Tokens that a person holds in organisations work as long as the person may sign in. */
export async function holdTokensOf(
  { trx }: Pick<Work, 'trx'>,
  { id }: Pick<UserRow, 'id'>,
  isEnabled: boolean,
): Promise<void> {
  const members = (await membershipsOf(trx, id)).map(({ member }) => member.id)
  if (isEnabled) await unfreezeTokensOfMembers(trx, members, HOLDER_DISABLED)
  else await freezeTokensOfMembers(trx, members, HOLDER_DISABLED)
}
