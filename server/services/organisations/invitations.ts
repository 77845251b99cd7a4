/** Invitations to an organisation, by mail or by a link that is passed on. */
import { findMembership } from '../../../db/tables/organisations'
import {
  deleteInvitation,
  findInvitation,
  type InvitationRow,
  insertInvitation,
  openInvitationsOf,
  takeInvitation,
} from '../../../db/tables/projects'
import { findUser } from '../../../db/tables/users'
import { type MemberRole, mayAs, mayGiveRole } from '../../domain/accounts/membership'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Language } from '../../domain/i18n/translate'
import { ALPHANUMERIC } from '../../random'
import { recordAudit } from '../audit/record'
import { composeMail } from '../mail/compose-mail'
import { requireMailSettings, sendMail } from '../mail/send-mail'
import { optionValues } from '../options/current'
import { hashKey } from '../seal'
import type { Actor, ServiceDeps } from '../service-deps'
import { emailOf } from '../users/fields'
import { transact, type Work } from '../work'
import { roleOf } from './access'
import { letIn } from './members'
import { existingOrganisation } from './organisations'

const CODE_LENGTH = 32
const VALID_MS = 7 * 24 * 3_600_000
const MOST_USES = 100
const MOST_OPEN = 200

export interface NewInvitation {
  readonly organisationId: number
  /** A mail goes there, and only who has this address may accept; blank for a link alone. */
  readonly email: string
  readonly role: MemberRole
  /** How many people may use the link; one for an invitation by mail. */
  readonly uses?: number | undefined
  /** Of the mail. */
  readonly language: Language
  /** Of the page that accepts: `?code=` is put after it. */
  readonly acceptAddress: string
}

export interface InvitationView {
  readonly id: number
  readonly email: string
  readonly role: MemberRole
  readonly uses_left: number
  readonly expires_at: number
}

export interface CreatedInvitation extends InvitationView {
  /** Shown this once. */
  readonly link: string
}

export async function listInvitations(
  deps: ServiceDeps,
  organisationId: number,
): Promise<readonly InvitationView[]> {
  const nowMs = deps.clock.nowMs()
  return (await openInvitationsOf(deps.db.lists, organisationId, nowMs)).map(viewOf)
}

/**
 * Throws `organisation.role_needed` for a role above the own one, `user.email_invalid`,
 * `organisation.too_many_invitations` and the refusals of mail.
 */
export async function inviteMember(
  deps: ServiceDeps,
  actor: Actor,
  { organisationId, role, language, acceptAddress, ...given }: NewInvitation,
): Promise<CreatedInvitation> {
  const email = emailOf(given.email)
  const uses = email === '' ? usesOf(given.uses ?? 1) : 1
  if (!mayGiveRole(roleOf(actor), role)) throw new GatewayError('organisation.role_needed')
  const options = await optionValues(deps.db.reader)
  if (email !== '') requireMailSettings(options)
  const code = deps.random.text(CODE_LENGTH, ALPHANUMERIC)
  const link = `${acceptAddress}?code=${code}`
  const { row, name } = await transact(deps, actor, async (work) => {
    const { trx, clock } = work
    const { account } = await existingOrganisation(trx, organisationId)
    const nowMs = clock.nowMs()
    if ((await openInvitationsOf(trx, organisationId, nowMs)).length >= MOST_OPEN) {
      throw new GatewayError('organisation.too_many_invitations', { max: MOST_OPEN })
    }
    const created = await insertInvitation(trx, {
      organisation_id: organisationId,
      email,
      role,
      code_hash: hashKey(code),
      uses_left: uses,
      expires_at: nowMs + VALID_MS,
      created_by: actor.member?.personId ?? actor.id,
      created_at: nowMs,
    })
    await recordAudit(work, {
      action: 'member.invite',
      target: `user:${organisationId}`,
      after: { email, role, uses },
    })
    return { row: created, name: account.display_name || account.username }
  })
  if (email !== '') {
    const mail = composeMail({
      language,
      subject: 'mail.invitation_subject',
      text: 'mail.invitation_text',
      params: { site: options.SystemName, organisation: name, name: actor.name },
      link,
    })
    await sendMail(deps, options, { to: email, mail })
  }
  return { ...viewOf(row), link }
}

/** Throws `invitation.not_found`. */
export async function withdrawInvitation(
  deps: ServiceDeps,
  actor: Actor,
  place: { readonly id: number; readonly organisationId: number },
): Promise<void> {
  await transact(deps, actor, async (work) => {
    if (!(await deleteInvitation(work.trx, place))) throw new GatewayError('invitation.not_found')
    await recordAudit(work, {
      action: 'member.uninvite',
      target: `user:${place.organisationId}`,
      before: { invitation: place.id },
    })
  })
}

/**
 * The code of a link lets whoever has it in, and one sent by mail only its address. Throws
 * `invitation.invalid` and `member.exists`. Returns the organisation's id.
 */
export async function acceptInvitation(
  deps: ServiceDeps,
  actor: Actor,
  code: string,
): Promise<number> {
  return await transact(deps, actor, async (work) => {
    const { trx, clock } = work
    const invitation = await findInvitation(trx, hashKey(code.trim()), clock.nowMs())
    const user = await findUser(trx, actor.id)
    const isOther =
      invitation !== undefined &&
      invitation.email !== '' &&
      invitation.email.toLowerCase() !== user?.email.toLowerCase()
    if (invitation === undefined || user === undefined || isOther) {
      throw new GatewayError('invitation.invalid')
    }
    const organisationId = invitation.organisation_id
    await existingOrganisation(trx, organisationId)
    await requireInviter(work, invitation)
    await letIn(work, { user, organisationId, role: invitation.role })
    if (!(await takeInvitation(trx, invitation.id))) throw new GatewayError('invitation.invalid')
    return organisationId
  })
}

/** Whoever invited may have left or lost the rank since; an operator has neither. */
async function requireInviter({ trx }: Work, invitation: InvitationRow): Promise<void> {
  const { created_by: userId, organisation_id: organisationId, role } = invitation
  if (userId === 0) return
  const { member } = (await findMembership(trx, { userId, organisationId })) ?? {}
  const mayStill = member?.state === 'active' && mayGiveRole(member.role, role)
  if (!mayStill || !mayAs(member.role, 'manage')) throw new GatewayError('invitation.invalid')
}

function usesOf(given: number): number {
  if (Number.isSafeInteger(given) && given >= 1 && given <= MOST_USES) return given
  throw new GatewayError('value.out_of_range', { field: 'uses', min: 1, max: MOST_USES })
}

function viewOf({ id, email, role, uses_left, expires_at }: InvitationRow): InvitationView {
  return { id, email, role, uses_left, expires_at }
}
