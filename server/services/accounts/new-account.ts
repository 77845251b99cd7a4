/** What happens when somebody gets an account by themselves, whichever way. */
import { beginShare } from '../../../db/tables/invite-shares'
import { creditInviter, findInviter } from '../../../db/tables/invites'
import { insertInvited } from '../../../db/tables/promotion'
import { lockHolder } from '../../../db/tables/subscriptions'
import { insertUser, type UserRow } from '../../../db/tables/users'
import { ROLE } from '../../domain/accounts/roles'
import type { OptionValues } from '../../domain/options'
import { ALPHANUMERIC } from '../../random'
import { recordAudit } from '../audit/record'
import { recordLog } from '../logs/record'
import { marksOf, mayReward } from '../promotion/bounds'
import type { Actor, ServiceDeps } from '../service-deps'
import { beginAsWelcome } from '../subscriptions/begin'
import { createTokens } from '../tokens/create'
import { AFF_CODE_LENGTH, EMPTY_USER } from '../users/create'
import type { MoneyWork } from '../work'
import { grantQuota, logGrant } from './grants'

export interface NewAccount {
  readonly username: string
  readonly display_name: string
  /** "" without a password. */
  readonly password_hash: string
  /** Verified, or "". */
  readonly email: string
  /** Code of whoever invited; an unknown one is ignored. */
  readonly affCode: string
  /** `password`, or the name of the login method. */
  readonly method: string
}

/** Inserts the account with its gifts, and rewards who invited it, in one transaction. */
export async function insertAccount(
  work: MoneyWork,
  options: OptionValues,
  account: NewAccount,
): Promise<UserRow> {
  const { trx, clock, random } = work
  const { username, display_name, password_hash, email, method } = account
  const nowMs = clock.nowMs()
  const inviter = account.affCode === '' ? undefined : await findInviter(trx, account.affCode)
  const columns = {
    ...EMPTY_USER,
    username,
    password_hash,
    display_name,
    email,
    role: ROLE.user,
    group: 'default',
    aff_code: random.text(AFF_CODE_LENGTH, ALPHANUMERIC),
    inviter_id: inviter?.id ?? 0,
    created_at: nowMs,
    updated_at: nowMs,
  }
  const user = await insertUser(trx, columns)
  const reference = await recordAudit(work, {
    action: 'user.register',
    target: `user:${user.id}`,
    after: { username, display_name, email, method, inviter_id: user.inviter_id },
  })
  if (inviter !== undefined) await lockHolder(trx, inviter.id)
  const isNew = await isWelcome(work, options, { user, inviter, method })
  if (isNew) {
    const amount = options.QuotaForNewUser
    await grantQuota(work, { user, amount, kind: 'grant_new_user', reference })
    await welcome(work, options, user)
  }
  if (inviter !== undefined) {
    const invited = { user_id: user.id, inviter_id: inviter.id, address: work.actor.ip }
    await insertInvited(trx, { ...invited, created_at: nowMs })
    if (options.InviteUsagePercent > 0) await beginShare(trx, user.id)
    await rewardInvite(work, options, { inviter, user, reference, isNew })
  }
  return user
}

/** A period of the plan for new users; nobody is kept out because there is none by that name. */
async function welcome(work: MoneyWork, options: OptionValues, user: UserRow): Promise<void> {
  const { WelcomePlan: name } = options
  if (name === '') return
  const subscription = await beginAsWelcome(work, { userId: user.id, name })
  if (subscription === undefined) return
  await recordLog(work, {
    type: 'system',
    user,
    told: { kind: 'welcome_plan', params: { subscription } },
  })
}

interface Newcomer {
  readonly user: UserRow
  readonly inviter: UserRow | undefined
  readonly method: string
}

/** Whether what new users are given is given; whoever is provisioned comes from one address. */
async function isWelcome(
  work: MoneyWork,
  options: OptionValues,
  { user, inviter, method }: Newcomer,
): Promise<boolean> {
  const { QuotaForNewUser, WelcomePlan, QuotaForInvitee, QuotaForInviter } = options
  const isInviteRewarded = inviter !== undefined && QuotaForInvitee + QuotaForInviter > 0
  const isAnything = QuotaForNewUser > 0 || WelcomePlan !== '' || isInviteRewarded
  if (method === 'scim' || !isAnything) return true
  return await mayReward(work, {
    reward: 'welcome',
    userId: user.id,
    marks: marksOf(work.actor),
  })
}

interface Invite {
  readonly inviter: UserRow
  readonly user: UserRow
  readonly reference: string
  readonly isNew: boolean
}

const NO_REWARD = { QuotaForInvitee: 0, QuotaForInviter: 0 }

/** The count grows even when there is no reward. */
async function rewardInvite(work: MoneyWork, options: OptionValues, invite: Invite): Promise<void> {
  const { inviter, user, reference, isNew } = invite
  const { QuotaForInvitee, QuotaForInviter } = isNew ? options : NO_REWARD
  const kind = 'grant_invitee'
  await grantQuota(work, { user, amount: QuotaForInvitee, kind, reference })
  await creditInviter(work.trx, inviter.id, QuotaForInviter)
  if (QuotaForInviter > 0) {
    await logGrant(work, { user: inviter, amount: QuotaForInviter, kind: 'grant_inviter' })
  }
}

const FIRST_TOKEN_QUOTA = 500_000
const MAX_TOKEN_NAME = 30

/** The token that new users start with where the operator wants that. */
export async function giveFirstToken(
  deps: ServiceDeps,
  actor: Actor,
  user: UserRow,
): Promise<void> {
  if (deps.accounts?.generateDefaultToken !== true) return
  const owner: Actor = { ...actor, kind: 'user', id: user.id, name: user.username }
  await createTokens(deps, owner, {
    user_id: user.id,
    name: user.username.slice(0, MAX_TOKEN_NAME),
    remain_quota: FIRST_TOKEN_QUOTA,
    unlimited_quota: true,
  })
}
