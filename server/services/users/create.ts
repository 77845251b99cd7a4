import { post } from '../../../db/tables/ledger'
import { insertUser } from '../../../db/tables/users'
import { ROLE } from '../../domain/roles'
import { USER_STATUS } from '../../domain/status'
import { ALPHANUMERIC } from '../../random'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { transactDurably } from '../work'
import {
  displayNameOf,
  emailOf,
  existingGroupOf,
  grantableRoleOf,
  passwordOf,
  quotaOf,
  usernameOf,
} from './fields'
import { requireFreeEmail, requireFreeName } from './guards'
import { hashPassword } from './passwords'
import { toUserView, type UserView } from './view'

export interface CreateUserInput {
  readonly username: string
  readonly password: string
  /** The username when absent. */
  readonly display_name?: string | undefined
  readonly email?: string | undefined
  readonly group?: string | undefined
  readonly role?: number | undefined
  /** Credits granted at once; the option QuotaForNewUser when absent. */
  readonly quota?: number | undefined
}

export const AFF_CODE_LENGTH = 8

export async function createUser(
  deps: ServiceDeps,
  actor: Actor,
  input: CreateUserInput,
): Promise<UserView> {
  const username = usernameOf(input.username)
  const display_name = displayNameOf(input.display_name ?? '') || username.slice(0, 20)
  const email = emailOf(input.email ?? '')
  const role = grantableRoleOf(input.role ?? ROLE.user, actor.role)
  const granted = input.quota === undefined ? undefined : quotaOf(input.quota)
  const password_hash = await hashPassword(passwordOf(input.password))
  const nowMs = deps.clock.nowMs()

  const user = await transactDurably(deps, actor, async (work) => {
    const { trx } = work
    await requireFreeName(trx, username)
    await requireFreeEmail(trx, email)
    const group = await existingGroupOf(trx, input.group ?? 'default')
    const quota = granted ?? (await optionValues(trx)).QuotaForNewUser
    const row = await insertUser(trx, {
      ...EMPTY_USER,
      username,
      password_hash,
      display_name,
      email,
      role,
      group,
      aff_code: deps.random.text(AFF_CODE_LENGTH, ALPHANUMERIC),
      created_at: nowMs,
      updated_at: nowMs,
    })
    const reference = await recordAudit(work, {
      action: 'user.create',
      target: `user:${row.id}`,
      after: { username, display_name, email, role, group, quota },
    })
    if (quota > 0) {
      await post(trx, {
        kind: 'grant',
        userId: row.id,
        userDelta: quota,
        tokenDelta: 0,
        reference,
        nowMs,
      })
    }
    return { ...row, quota }
  })
  return toUserView(user)
}

/** What a user starts with beside what the creator says. */
export const EMPTY_USER = {
  status: USER_STATUS.enabled,
  github_id: '',
  oidc_id: '',
  wechat_id: '',
  telegram_id: '',
  linux_do_id: '',
  request_count: 0,
  aff_count: 0,
  aff_quota: 0,
  aff_history_quota: 0,
  inviter_id: 0,
  setting: '',
  deleted_at: null,
} as const
