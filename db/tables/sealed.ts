/** Every sealed text there is, for asking whether the present key opens them. */
import type { Lists } from '../lists'

export interface SealedTexts {
  readonly channelKeys: readonly string[]
  readonly channelProxies: readonly string[]
  readonly tokenKeys: readonly string[]
  /** By option key; plain options are among them. */
  readonly options: readonly { readonly key: string; readonly value: string }[]
  /** JSON texts that may hold a sealed webhook secret. */
  readonly userSettings: readonly string[]
}

/** Revoked tokens are left out: nobody opens theirs again. */
export async function sealedTexts(lists: Lists): Promise<SealedTexts> {
  const channels = await lists
    .selectFrom('channels')
    .select(['key_sealed', 'proxy_sealed'])
    .execute()
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
  return {
    channelKeys: channels.flatMap((row) => row.key_sealed || []),
    channelProxies: channels.flatMap((row) => row.proxy_sealed || []),
    tokenKeys: tokens.map((row) => row.key_sealed),
    options: await lists.selectFrom('options').selectAll().where('value', '<>', '').execute(),
    userSettings: users.map((row) => row.setting),
  }
}
