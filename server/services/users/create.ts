import { post } from '../../../db/tables/ledger'
import { insertUser } from '../../../db/tables/users'
import { nowSeconds } from '../../clock'
import { startsOf } from '../../domain/nouns/noun-starts'
import { type Input, newColumns } from '../../domain/nouns/noun-stored'
import { userFields } from '../../domain/nouns/user'
import { ALPHANUMERIC } from '../../random'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { transactDurably } from '../work'
import {
  emailOf,
  existingGroupOf,
  grantableRoleOf,
  passwordOf,
  quotaOf,
  USER_CHECKS,
} from './fields'
import { requireFreeEmail, requireFreeName } from './guards'
import { hashPassword } from './passwords'
import { toUserView, type UserView } from './view'

/** `display_name` is the username when absent. */
export interface CreateUserInput extends Input<typeof userFields> {
  readonly username: string
  readonly password: string
  readonly email?: string | undefined
  /** Credits granted at once; the option QuotaForNewUser when absent. */
  readonly quota?: number | undefined
}

export const AFF_CODE_LENGTH = 8

export async function createUser(
  deps: ServiceDeps,
  actor: Actor,
  input: CreateUserInput,
): Promise<UserView> {
  const rules = { checks: USER_CHECKS, nowSeconds: nowSeconds(deps.clock) }
  const columns = newColumns(userFields, input, rules)
  const { username } = columns
  const display_name = columns.display_name || username.slice(0, 20)
  const email = emailOf(input.email ?? '')
  const role = grantableRoleOf(columns.role, actor.role)
  const granted = input.quota === undefined ? undefined : quotaOf(input.quota)
  const password_hash = await hashPassword(passwordOf(input.password))
  const nowMs = deps.clock.nowMs()

  const user = await transactDurably(deps, actor, async (work) => {
    const { trx } = work
    await requireFreeName(trx, username)
    await requireFreeEmail(trx, email)
    const group = await existingGroupOf(trx, columns.group)
    const quota = granted ?? (await optionValues(trx)).QuotaForNewUser
    const row = await insertUser(trx, {
      ...EMPTY_USER,
      ...columns,
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
      after: { ...columns, display_name, email, role, group, quota },
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

const { quota: _quota, used_quota: _used, ...starts } = startsOf(userFields)

/** What a user starts with in addition to what the creator says; balances are booked. */
export const EMPTY_USER = { ...starts, deleted_at: null }
