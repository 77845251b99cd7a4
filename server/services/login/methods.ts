import type { OptionValues } from '../../domain/options'
import type { Queries } from '../service-deps'
import type { LoginMethod } from './provider'
import { oauthProviders } from './providers'
import { TELEGRAM } from './telegram'
import { WECHAT } from './wechat'

/** Every way to log in other than the password. */
export async function loginMethods(
  reader: Queries,
  options: OptionValues,
): Promise<readonly LoginMethod[]> {
  return [...(await oauthProviders(reader, options)), WECHAT, TELEGRAM]
}
