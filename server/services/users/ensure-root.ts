import { post } from '../../../db/tables/ledger'
import { insertUser, rootExists } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { ROLE } from '../../domain/roles'
import { isWellKnownPassword } from '../../domain/well-known-passwords'
import { ALPHANUMERIC } from '../../random'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transactDurably } from '../work'
import { AFF_CODE_LENGTH, EMPTY_USER } from './create'
import { passwordOf } from './fields'
import { hashPassword } from './passwords'

const ROOT_NAME = 'root'
const ROOT_QUOTA = 100_000_000
const RANDOM_PASSWORD_LENGTH = 20

export interface EnsureRootInput {
  /** From the operator's environment; a random one is made when absent. */
  readonly password?: string | undefined
}

export interface RootOutcome {
  readonly created: boolean
  readonly username: string
  /** Present only when it was made here: this is its one appearance. */
  readonly password: string | undefined
}

const EXISTS: RootOutcome = { created: false, username: ROOT_NAME, password: undefined }

/** Makes the first super admin. Safe to call at every start, and by two processes at once. */
export async function ensureRoot(
  deps: ServiceDeps,
  actor: Actor,
  input: EnsureRootInput = {},
): Promise<RootOutcome> {
  if (await rootExists(deps.db.reader)) {
    return EXISTS
  }
  const given = input.password === undefined ? undefined : passwordOf(input.password)
  if (given !== undefined && isWellKnownPassword(given)) {
    throw new GatewayError('value.invalid', {
      field: 'GW_ROOT_PASSWORD',
      reason: 'reason.password_well_known',
    })
  }
  const password = given ?? deps.random.text(RANDOM_PASSWORD_LENGTH, ALPHANUMERIC)
  const password_hash = await hashPassword(password)
  const created = await transactDurably(deps, actor, async (work) => {
    const { trx } = work
    if (await rootExists(trx)) {
      return false
    }
    const nowMs = deps.clock.nowMs()
    const row = await insertUser(trx, {
      ...EMPTY_USER,
      username: ROOT_NAME,
      password_hash,
      display_name: 'Root User',
      email: '',
      role: ROLE.root,
      group: 'default',
      aff_code: deps.random.text(AFF_CODE_LENGTH, ALPHANUMERIC),
      created_at: nowMs,
      updated_at: nowMs,
    })
    const reference = await recordAudit(work, {
      action: 'user.create',
      target: `user:${row.id}`,
      after: { username: ROOT_NAME, role: ROLE.root, quota: ROOT_QUOTA },
    })
    await post(trx, {
      kind: 'grant',
      userId: row.id,
      userDelta: ROOT_QUOTA,
      tokenDelta: 0,
      reference,
      nowMs,
    })
    return true
  })
  if (!created) {
    return EXISTS
  }
  deps.changed('users')
  const shown = given === undefined ? password : undefined
  return { created: true, username: ROOT_NAME, password: shown }
}
