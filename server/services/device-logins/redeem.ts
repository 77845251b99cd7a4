/** The program that waits asks whether it was let in (RFC 8628, 3.4 and 3.5). */
import {
  type DeviceLoginRow,
  findDevice,
  moveDevice,
  notePoll,
  removeDevicesExpiredBy,
} from '../../../db/tables/device-logins'
import { findUser, type UserRow } from '../../../db/tables/users'
import type { DeviceError } from '../../domain/accounts/device-codes'
import { readScopes, type Scopes } from '../../domain/accounts/scopes'
import { USER_STATUS } from '../../domain/status'
import { makeAccessToken } from '../access-tokens/named'
import { hashKey } from '../seal'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'

/** As RFC 8628 has it: what a program that asks too often waits longer from then on. */
const SLOWER_BY_S = 5
/** Clocks of several nodes differ a little. */
const EARLY_MS = 500
const KEPT_AFTER_EXPIRY_MS = 3_600_000
const MAX_TOKEN_NAME = 50

export interface LetIn {
  readonly accessToken: string
  readonly userId: number
  readonly username: string
  readonly scopes: Scopes
}

export type DeviceOutcome = LetIn | { readonly error: DeviceError }

/** The access token is given out once. Throws `access_token.too_many`. */
export async function redeemDeviceLogin(
  deps: ServiceDeps,
  actor: Actor,
  deviceCode: string,
): Promise<DeviceOutcome> {
  return await transact(deps, actor, async (work) => {
    const row = await findDevice(work.trx, hashKey(deviceCode))
    if (row === undefined || row.state === 'used') return { error: 'invalid_grant' }
    if (row.expires_at <= work.clock.nowMs()) return { error: 'expired_token' }
    if (row.state === 'denied') return { error: 'access_denied' }
    return row.state === 'pending' ? await waitOn(work, row) : await letIn(work, row)
  })
}

/** Returns how many were removed. */
export async function purgeDeviceLogins(deps: ServiceDeps, actor: Actor): Promise<number> {
  const untilMs = deps.clock.nowMs() - KEPT_AFTER_EXPIRY_MS
  return await transact(deps, actor, ({ trx }) => removeDevicesExpiredBy(trx, untilMs))
}

async function waitOn({ trx, clock }: Work, row: DeviceLoginRow): Promise<DeviceOutcome> {
  const nowMs = clock.nowMs()
  const isTooSoon = nowMs - row.polled_at < row.interval_s * 1000 - EARLY_MS
  const interval_s = row.interval_s + (isTooSoon ? SLOWER_BY_S : 0)
  await notePoll(trx, row.id, { polled_at: nowMs, interval_s })
  return { error: isTooSoon ? 'slow_down' : 'authorization_pending' }
}

async function letIn(work: Work, row: DeviceLoginRow): Promise<DeviceOutcome> {
  const step = { id: row.id, from: 'approved', nowMs: work.clock.nowMs() } as const
  if (!(await moveDevice(work.trx, step, { state: 'used' }))) return { error: 'invalid_grant' }
  const user = await findUser(work.trx, row.user_id)
  if (user === undefined || !isWelcome(user)) return { error: 'access_denied' }
  const scopes = readScopes(row.scopes)
  const { token } = await makeAccessToken({ ...work, actor: actorOf(work, user) }, user.id, {
    name: tokenName(row),
    scopes: scopes && [...scopes],
    isReplacing: true,
  })
  return { accessToken: token, userId: user.id, username: user.username, scopes }
}

const isWelcome = ({ deleted_at, status }: UserRow): boolean =>
  deleted_at === null && status === USER_STATUS.enabled

/** Under the name of who let it in, from the address of the program. */
function actorOf({ actor }: Work, { id, username, role }: UserRow): Actor {
  return { ...actor, kind: 'user', id, name: username, role }
}

/** One for each program of a machine: a new login takes the place of the former. */
function tokenName({ client, device_name }: DeviceLoginRow): string {
  const name = device_name === '' ? client : `${client} on ${device_name}`
  return name.slice(0, MAX_TOKEN_NAME)
}
