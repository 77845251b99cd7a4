/** Finding what waits under the code that somebody has typed. */
import { type DeviceLoginRow, findPendingDevice } from '../../../db/tables/device-logins'
import { readUserCode } from '../../domain/accounts/device-codes'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { WindowRule } from '../limiter/window'
import type { ServiceDeps } from '../service-deps'
import type { Viewer } from '../sessions/identify'

/** Of one user: codes are short, and one that waits must not be found by trying. */
const WRONG_CODES: WindowRule = { count: 10, windowMs: 15 * 60_000 }

export function userHashText(userCode: string): string {
  return `device login\n${userCode}`
}

export interface TypedCode {
  readonly viewer: Viewer
  readonly userCode: string
}

/** Throws `device_login.unknown`, and `request.too_many` after too many wrong codes. */
export async function pendingDevice(
  { db, clock, sealer, guesses }: ServiceDeps,
  { viewer, userCode: typed }: TypedCode,
): Promise<DeviceLoginRow> {
  const guess = await guesses.take(`device code of ${viewer.user.id}`, WRONG_CODES)
  if (!guess.ok) {
    throw new GatewayError('request.too_many', { seconds: Math.ceil(guess.retryMs / 1000) })
  }
  const userCode = readUserCode(typed)
  if (userCode === undefined) throw new GatewayError('device_login.unknown')
  const userHashes = sealer.keyedHashes(userHashText(userCode))
  const found = await findPendingDevice(db.reader, { userHashes, nowMs: clock.nowMs() })
  if (found === undefined) throw new GatewayError('device_login.unknown')
  await guess.giveBack()
  return found
}
