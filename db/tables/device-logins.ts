/** Programs that wait to be let in. Codes are never stored, only their hashes. */
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Schema } from '../schema'
import type { DeviceLoginsTable } from '../schema/device-logins'

export type DeviceLoginRow = Selectable<DeviceLoginsTable>

export async function insertDeviceLogin(
  trx: Kysely<Schema>,
  login: Omit<Insertable<DeviceLoginsTable>, 'id'>,
): Promise<void> {
  await trx.insertInto('device_logins').values(login).execute()
}

export interface PendingCounts {
  readonly ofNetwork: number
  readonly ofAll: number
}

export async function countPendingDevices(
  reader: Kysely<Schema>,
  { network, nowMs }: { readonly network: string; readonly nowMs: number },
): Promise<PendingCounts> {
  const pending = reader
    .selectFrom('device_logins')
    .select((e) => e.fn.countAll().as('count'))
    .where('expires_at', '>', nowMs)
    .where('state', '=', 'pending')
  const all = await pending.executeTakeFirstOrThrow()
  const near = await pending.where('network', '=', network).executeTakeFirstOrThrow()
  return { ofNetwork: Number(near.count), ofAll: Number(all.count) }
}

/** By the code that people type; only what still waits. */
export async function findPendingDevice(
  reader: Kysely<Schema>,
  { userHashes, nowMs }: { readonly userHashes: readonly string[]; readonly nowMs: number },
): Promise<DeviceLoginRow | undefined> {
  return await reader
    .selectFrom('device_logins')
    .selectAll()
    .where('user_hash', 'in', userHashes)
    .where('state', '=', 'pending')
    .where('expires_at', '>', nowMs)
    .executeTakeFirst()
}

/** By the code of the program, whatever became of it. */
export async function findDevice(
  reader: Kysely<Schema>,
  deviceHash: string,
): Promise<DeviceLoginRow | undefined> {
  return await reader
    .selectFrom('device_logins')
    .selectAll()
    .where('device_hash', '=', deviceHash)
    .executeTakeFirst()
}

export async function notePoll(
  trx: Kysely<Schema>,
  id: number,
  poll: Pick<DeviceLoginRow, 'polled_at' | 'interval_s'>,
): Promise<void> {
  await trx.updateTable('device_logins').set(poll).where('id', '=', id).execute()
}

interface Step {
  readonly id: number
  readonly from: DeviceLoginRow['state']
  readonly nowMs: number
}

/** From one state to the next. Of parallel callers one gets true. */
export async function moveDevice(
  trx: Kysely<Schema>,
  { id, from, nowMs }: Step,
  change: Partial<Pick<DeviceLoginRow, 'state' | 'user_id' | 'scopes'>>,
): Promise<boolean> {
  const row = await trx
    .updateTable('device_logins')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', from)
    .where('expires_at', '>', nowMs)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Those that a user has let in or not, and that have not polled since. */
export async function removeDevicesOf(trx: Kysely<Schema>, userId: number): Promise<void> {
  await trx.deleteFrom('device_logins').where('user_id', '=', userId).execute()
}

/** Returns how many went; `untilMs` is a time of expiry. */
export async function removeDevicesExpiredBy(
  trx: Kysely<Schema>,
  untilMs: number,
): Promise<number> {
  const rows = await trx
    .deleteFrom('device_logins')
    .where('expires_at', '<=', untilMs)
    .returning('id')
    .execute()
  return rows.length
}
