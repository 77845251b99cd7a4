/** Somebody looks at a program that waits, and lets it in or does not (RFC 8628, 3.3). */
import { type DeviceLoginRow, moveDevice } from '../../../db/tables/device-logins'
import { narrowerScopes, readScopes, type Scopes } from '../../domain/accounts/scopes'
import { GatewayError } from '../../domain/errors/gateway-error'
import { scopesText } from '../access-tokens/named'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { confirmIdentity } from '../sessions/confirm'
import type { Viewer } from '../sessions/identify'
import { transact } from '../work'
import { pendingDevice, type TypedCode } from './user-code'

export interface WaitingDevice
  extends Pick<
    DeviceLoginRow,
    'client' | 'device_name' | 'ip' | 'network' | 'created_at' | 'expires_at'
  > {
  /** What it may do once it is let in; `undefined` for everything that the viewer may. */
  readonly scopes: Scopes
}

/** Throws `device_login.unknown`, and `request.too_many` after too many wrong codes. */
export async function showDeviceLogin(deps: ServiceDeps, typed: TypedCode): Promise<WaitingDevice> {
  const { client, device_name, ip, network, created_at, expires_at, ...row } = await pendingDevice(
    deps,
    typed,
  )
  const scopes = grantedScopes(typed.viewer, row)
  return { client, device_name, ip, network, created_at, expires_at, scopes }
}

/**
 * Letting it in asks for the same proof as making an access token: throws what `confirmIdentity`
 * throws, and what `showDeviceLogin` does.
 */
export async function decideDeviceLogin(
  deps: ServiceDeps,
  actor: Actor,
  { isApproved, ...typed }: TypedCode & { readonly isApproved: boolean },
): Promise<void> {
  const { viewer } = typed
  const row = await pendingDevice(deps, typed)
  if (isApproved) await confirmIdentity(deps, { viewer })
  const granted = grantedScopes(viewer, row)
  const scopes = scopesText(granted && [...granted])
  await transact(deps, actor, async (work) => {
    const nowMs = work.clock.nowMs()
    const state = isApproved ? 'approved' : 'denied'
    const change = { state, user_id: viewer.user.id, scopes } as const
    const isFirst = await moveDevice(work.trx, { id: row.id, from: 'pending', nowMs }, change)
    if (!isFirst) throw new GatewayError('device_login.unknown')
    const { client, device_name, ip } = row
    await recordAudit(work, {
      action: isApproved ? 'device_login.approve' : 'device_login.deny',
      target: `device_login:${row.id}`,
      after: { client, device_name, ip, scopes },
    })
  })
}

/** As requested, and never more than who lets it in may do. */
function grantedScopes(viewer: Viewer, { scopes }: Pick<DeviceLoginRow, 'scopes'>): Scopes {
  return scopes === '' ? undefined : narrowerScopes(readScopes(scopes), viewer.scopes)
}
