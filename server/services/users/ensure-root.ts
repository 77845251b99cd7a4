import { post } from '../../../db/tables/ledger'
import {
  findUserByName,
  firstRoot,
  insertUser,
  type UserRow,
  updateUser,
} from '../../../db/tables/users'
import { ROLE } from '../../domain/accounts/roles'
import { isWellKnownPassword } from '../../domain/accounts/well-known-passwords'
import { GatewayError } from '../../domain/errors/gateway-error'
import { ALPHANUMERIC } from '../../random'
import { recordAudit } from '../audit/record'
import type { Actor, Queries, ServiceDeps } from '../service-deps'
import { type MoneyWork, transactDurably } from '../work'
import { AFF_CODE_LENGTH, EMPTY_USER } from './create'
import { passwordOf } from './fields'
import { hashPassword } from './passwords'

const ROOT_NAME = 'root'
const ROOT_QUOTA = 100_000_000
const RANDOM_PASSWORD_LENGTH = 20

export interface EnsureRootInput {
  /** From the operator's environment; a random one is made when absent. */
  readonly password?: string | undefined
  /** Made without a password: the first start of a server gives it one, and shows it. */
  readonly isWaiting?: boolean | undefined
}

export interface RootOutcome {
  /** Whether this was the first time that root was given a way in. */
  readonly created: boolean
  readonly username: string
  /** Present only when it was made here: this is its one appearance. */
  readonly password: string | undefined
}

/** Makes the first super admin. Safe to call at every start, and by two processes at once. */
export async function ensureRoot(
  deps: ServiceDeps,
  actor: Actor,
  input: EnsureRootInput = {},
): Promise<RootOutcome> {
  const isWaiting = input.isWaiting === true
  const known = await firstRoot(deps.db.reader)
  if (known !== undefined && (isWaiting || !waits(known))) return exists(known.username)
  const given = givenPassword(input)
  const password = given ?? deps.random.text(RANDOM_PASSWORD_LENGTH, ALPHANUMERIC)
  const password_hash = isWaiting ? '' : await hashPassword(password)
  const outcome = await transactDurably(deps, actor, async (work) => {
    const present = await firstRoot(work.trx)
    if (present === undefined) return await makeRoot(work, password_hash)
    if (isWaiting || !waits(present)) return exists(present.username)
    await updateUser(work.trx, present.id, { password_hash, updated_at: deps.clock.nowMs() })
    const target = `user:${present.id}`
    await recordAudit(work, { action: 'user.password', target, after: { password } })
    return { created: true, username: present.username, password: undefined }
  })
  if (!outcome.created) return outcome
  return isWaiting || given !== undefined ? outcome : { ...outcome, password }
}

/** Made before there was a server, and nobody has come in since. */
function waits({ password_hash, github_id, oidc_id, wechat_id, ...row }: UserRow): boolean {
  const ways = [password_hash, github_id, oidc_id, wechat_id, row.telegram_id, row.linux_do_id]
  return ways.every((way) => way === '')
}

function exists(username: string): RootOutcome {
  return { created: false, username, password: undefined }
}

function givenPassword({ password }: EnsureRootInput): string | undefined {
  const given = password === undefined ? undefined : passwordOf(password)
  if (given !== undefined && isWellKnownPassword(given)) {
    throw new GatewayError('value.invalid', {
      field: 'GW_ROOT_PASSWORD',
      reason: 'reason.password_well_known',
    })
  }
  return given
}

async function makeRoot(work: MoneyWork, password_hash: string): Promise<RootOutcome> {
  const { trx, clock, random } = work
  const username = await freeName(trx)
  const nowMs = clock.nowMs()
  const row = await insertUser(trx, {
    ...EMPTY_USER,
    username,
    password_hash,
    display_name: 'Root User',
    email: '',
    role: ROLE.root,
    group: 'default',
    aff_code: random.text(AFF_CODE_LENGTH, ALPHANUMERIC),
    created_at: nowMs,
    updated_at: nowMs,
  })
  const reference = await recordAudit(work, {
    action: 'user.create',
    target: `user:${row.id}`,
    after: { username, role: ROLE.root, quota: ROOT_QUOTA },
  })
  await post(trx, {
    kind: 'grant',
    userId: row.id,
    userDelta: ROOT_QUOTA,
    tokenDelta: 0,
    reference,
    nowMs,
  })
  return { created: true, username, password: undefined }
}

/** Somebody without rights may have the name, or have had it: that must not keep root out. */
async function freeName(trx: Queries): Promise<string> {
  let name = ROOT_NAME
  for (let number = 2; (await findUserByName(trx, name)) !== undefined; number += 1) {
    name = `${ROOT_NAME}${number}`
  }
  return name
}
