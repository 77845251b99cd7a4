/** Every sealed text there is, for asking whether the present key opens them. */
import type { Kysely } from 'kysely'
import { readKeys } from '../../server/domain/channels/keys'
import type { Lists } from '../lists'
import type { Schema } from '../schema'

export interface SealedTexts {
  readonly channelKeys: readonly string[]
  readonly channelProxies: readonly string[]
  readonly tokenKeys: readonly string[]
  /** Of authenticator apps. */
  readonly appSecrets: readonly string[]
  /** By option key; plain options are among them. */
  readonly options: readonly { readonly key: string; readonly value: string }[]
  /** JSON texts that may hold sealed secrets. */
  readonly userSettings: readonly string[]
  readonly contactPoints: readonly string[]
}

/** Whether any row could only be opened with a key that was there before. */
export async function hasSealedTexts(reader: Kysely<Schema>): Promise<boolean> {
  const channel = await reader
    .selectFrom('channels')
    .select('id')
    .where('key_sealed', '<>', '')
    .executeTakeFirst()
  if (channel !== undefined) return true
  const token = await reader
    .selectFrom('tokens')
    .select('id')
    .where('key_sealed', '<>', '')
    .executeTakeFirst()
  return token !== undefined
}

/** Of all channels. */
export async function channelSecrets(
  lists: Lists,
): Promise<Pick<SealedTexts, 'channelKeys' | 'channelProxies'>> {
  const channels = await lists
    .selectFrom('channels')
    .select(['key_sealed', 'keys', 'proxy_sealed'])
    .execute()
  return {
    channelKeys: channels.flatMap(({ key_sealed, keys }) => [
      ...(key_sealed === '' ? [] : [key_sealed]),
      ...readKeys(keys).map(({ sealed }) => sealed),
    ]),
    channelProxies: channels.flatMap((row) => row.proxy_sealed || []),
  }
}

/** Revoked tokens are left out: nobody opens theirs again. */
export async function sealedTexts(lists: Lists): Promise<SealedTexts> {
  const tokens = await lists
    .selectFrom('tokens')
    .select('key_sealed')
    .where('key_sealed', '<>', '')
    .where('deleted_at', 'is', null)
    .execute()
  const users = await lists
    .selectFrom('users')
    .select('setting')
    .where('setting', '<>', '')
    .execute()
  const apps = await lists
    .selectFrom('second_factors')
    .select('secret_sealed')
    .where('secret_sealed', '<>', '')
    .execute()
  const points = await lists
    .selectFrom('contact_points')
    .select('secrets_sealed')
    .where('secrets_sealed', '<>', '')
    .execute()
  return {
    contactPoints: points.map((row) => row.secrets_sealed),
    appSecrets: apps.map((row) => row.secret_sealed),
    ...(await channelSecrets(lists)),
    tokenKeys: tokens.map((row) => row.key_sealed),
    options: await lists.selectFrom('options').selectAll().where('value', '<>', '').execute(),
    userSettings: users.map((row) => row.setting),
  }
}
