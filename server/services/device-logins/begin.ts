/** A program asks to be let in by somebody at a browser (RFC 8628, 3.1). */
import { countPendingDevices, insertDeviceLogin } from '../../../db/tables/device-logins'
import { USER_CODE_LENGTH, USER_CODE_LETTERS } from '../../domain/accounts/device-codes'
import { GatewayError } from '../../domain/errors/gateway-error'
import { withoutHidden } from '../../domain/text/visible-text'
import { ALPHANUMERIC } from '../../random'
import { scopesText } from '../access-tokens/named'
import { networkOf } from '../limiter/network'
import { hashKey } from '../seal'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { userHashText } from './user-code'

const DEVICE_CODE_LENGTH = 43
const VALID_S = 600
const INTERVAL_S = 5
const MAX_SHOWN = 40
/** One machine has few programs that wait at once; a whole site has not many more. */
const MAX_PENDING_OF_NETWORK = 20
const MAX_PENDING = 1000

export interface DeviceRequest {
  readonly client: string
  readonly deviceName: string
  /** Separated by blanks; "" for everything. */
  readonly scope: string
}

export interface DeviceCodes {
  /** Stored by the program. */
  readonly deviceCode: string
  /** Typed or confirmed by somebody. */
  readonly userCode: string
  readonly expiresInS: number
  readonly intervalS: number
}

/** Throws `access_token.scope_unknown`, and `device_login.too_many` while many wait. */
export async function beginDeviceLogin(
  deps: ServiceDeps,
  actor: Actor,
  { client, deviceName, scope }: DeviceRequest,
): Promise<DeviceCodes> {
  const requested = scope.split(/\s+/).filter((one) => one !== '')
  const scopes = scopesText(requested.length === 0 ? undefined : requested)
  const deviceCode = deps.random.text(DEVICE_CODE_LENGTH, ALPHANUMERIC)
  const userCode = deps.random.text(USER_CODE_LENGTH, USER_CODE_LETTERS)
  const { ip } = actor
  const network = networkOf(ip)
  await transact(deps, actor, async ({ trx, clock, sealer }) => {
    const nowMs = clock.nowMs()
    const { ofNetwork, ofAll } = await countPendingDevices(trx, { network, nowMs })
    if (ofNetwork >= MAX_PENDING_OF_NETWORK || ofAll >= MAX_PENDING) {
      throw new GatewayError('device_login.too_many')
    }
    await insertDeviceLogin(trx, {
      device_hash: hashKey(deviceCode),
      user_hash: sealer.keyedHash(userHashText(userCode)),
      client: shownText(client),
      device_name: shownText(deviceName),
      ...{ ip, network, scopes },
      state: 'pending',
      created_at: nowMs,
      expires_at: nowMs + VALID_S * 1000,
      interval_s: INTERVAL_S,
    })
  })
  return { deviceCode, userCode, expiresInS: VALID_S, intervalS: INTERVAL_S }
}

/** What a program calls itself is shown to people, and proves nothing. */
function shownText(given: string): string {
  return [...withoutHidden(given).trim()].slice(0, MAX_SHOWN).join('')
}
