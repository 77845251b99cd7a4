/** Credits and tokens that move between a person and an organisation, with their entries. */
import { post } from '../../../db/tables/ledger'
import { findMember } from '../../../db/tables/organisations'
import { findToken, moveTokenTo, type TokenRow } from '../../../db/tables/tokens'
import { findUser, type UserRow } from '../../../db/tables/users'
import { mayAs } from '../../domain/accounts/membership'
import { isCredits, MAX_CREDITS } from '../../domain/bounds'
import { GatewayError } from '../../domain/errors/gateway-error'
import { formatQuota } from '../../domain/money/quota'
import { USER_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import { openProjectOf } from '../memberships/open-project'
import { optionValues, usableGroupsOf } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { ownToken } from '../tokens/guards'
import { type MoneyWork, transact, transactDurably, type Work } from '../work'
import { membershipIn } from './access'

export interface Transfer {
  readonly organisationId: number
  /** Credits, above 0. */
  readonly quota: number
}

/** From the own balance. Throws `organisation.not_found` and `transfer.too_large`. */
export async function payIn(deps: ServiceDeps, actor: Actor, transfer: Transfer): Promise<void> {
  await transactDurably(deps, actor, async (work) => {
    const { organisationId } = transfer
    const { organisation } = await membershipIn(work.trx, { userId: actor.id, organisationId })
    if (organisation.status !== USER_STATUS.enabled) throw new GatewayError('organisation.disabled')
    await moveCredits(work, { from: actor.id, to: organisationId, ...transfer })
  })
}

/** To the own balance of whoever acts for it. Throws `transfer.too_large`. */
export async function payOut(deps: ServiceDeps, actor: Actor, transfer: Transfer): Promise<void> {
  const personId = actor.member?.personId
  if (personId === undefined) throw new GatewayError('organisation.needed')
  await transactDurably(deps, actor, (work) =>
    moveCredits(work, { from: transfer.organisationId, to: personId, ...transfer }),
  )
}

interface Move extends Transfer {
  readonly from: number
  readonly to: number
}

async function moveCredits(
  work: MoneyWork,
  { from, to, quota, organisationId }: Move,
): Promise<void> {
  const { trx, clock } = work
  if (!isCredits(quota) || quota < 1) {
    throw new GatewayError('user.quota_invalid', { max: MAX_CREDITS })
  }
  const reference = await recordAudit(work, {
    action: 'organisation.move_credits',
    target: `user:${organisationId}`,
    after: { from, to, quota },
  })
  const entry = { kind: 'move', tokenDelta: 0, reference, nowMs: clock.nowMs() } as const
  // In the order of their ids, as everything that touches two accounts.
  const parts = [
    { userId: from, userDelta: -quota, floorAtZero: true },
    { userId: to, userDelta: quota },
  ].sort((a, b) => a.userId - b.userId)
  for (const part of parts) {
    if ((await post(trx, { ...entry, ...part })) === undefined) await refuse(work, from)
  }
}

async function refuse({ trx }: MoneyWork, from: number): Promise<never> {
  const { QuotaPerUnit, DisplayInCurrencyEnabled } = await optionValues(trx)
  const left = Math.max(0, (await findUser(trx, from))?.quota ?? 0)
  const balance = formatQuota(left, QuotaPerUnit, DisplayInCurrencyEnabled)
  throw new GatewayError('transfer.too_large', { balance })
}

export interface TokenMove {
  readonly id: number
  /** 0 for the own account. */
  readonly organisationId: number
  readonly projectId?: number | undefined
}

/**
 * An own token goes into an organisation, or one that the actor holds there comes back; key, quota,
 * limits and entries go with it, and what it has spent stays with who has paid. Throws
 * `token.not_found`, `organisation.not_found`, `organisation.role_needed`, `project.not_found`.
 */
export async function moveToken(
  deps: ServiceDeps,
  actor: Actor,
  { id, organisationId, projectId = 0 }: TokenMove,
): Promise<void> {
  await transact(deps, actor, async (work) => {
    const { trx } = work
    const { token, to, memberId } =
      organisationId === 0 ? await backFrom(work, id) : await into(work, { id, organisationId })
    const project_id = await openProjectOf(trx, to, projectId)
    const group = await groupIn(work, token, to)
    await moveTokenTo(trx, token.id, { user_id: to.id, member_id: memberId, project_id, group })
    await recordAudit(work, {
      action: 'token.move',
      target: `token:${token.id}`,
      before: { user_id: token.user_id, member_id: token.member_id, group: token.group },
      after: { user_id: to.id, member_id: memberId, group },
    })
  })
}

interface Moving {
  readonly token: TokenRow
  readonly to: UserRow
  readonly memberId: number
}

async function into(
  { trx, actor }: Work,
  { id, organisationId }: Pick<TokenMove, 'id' | 'organisationId'>,
): Promise<Moving> {
  const token = await ownToken(trx, actor, id)
  // The command line moves it for its user.
  const userId = token.user_id
  const { member, organisation } = await membershipIn(trx, { userId, organisationId })
  if (!mayAs(member.role, 'use')) throw new GatewayError('organisation.role_needed')
  return { token, to: organisation, memberId: member.id }
}

/** Only what the actor holds there: the keys of others are not theirs. */
async function backFrom({ trx, actor }: Work, id: number): Promise<Moving> {
  const token = await findToken(trx, id)
  const member = token && (await findMember(trx, token.member_id))
  const isHeld =
    member?.state === 'active' && (actor.kind !== 'user' || member.user_id === actor.id)
  const to = isHeld ? await findUser(trx, member.user_id) : undefined
  if (token === undefined || to === undefined) {
    throw new GatewayError('token.not_found', { token: id })
  }
  return { token, to, memberId: 0 }
}

/** One that the new owner's group may not use is left for that owner's own. */
async function groupIn({ trx }: Work, token: TokenRow, to: UserRow): Promise<string> {
  if (token.group === '') return ''
  const usable = usableGroupsOf(await optionValues(trx), to.group)
  return usable.has(token.group) ? token.group : ''
}
