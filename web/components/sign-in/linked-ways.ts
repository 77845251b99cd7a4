/** Ways into an account beside its password that are linked to it and that the site offers. */
import type { SiteStatus } from '../../../server/domain/endpoints/status'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { PROVIDERS, type Provider } from './providers'

export interface LinkedWays {
  readonly providers: readonly Provider[]
  readonly wechat: boolean
  readonly telegram: boolean
  readonly isEmpty: boolean
}

export function linkedWays(site: SiteStatus, user: UserJson | undefined): LinkedWays {
  const providers = PROVIDERS.filter(({ field, isOn }) => isOn(site) && user?.[field])
  const wechat = site.wechat_login && Boolean(user?.wechat_id)
  const telegram = site.telegram_oauth && Boolean(user?.telegram_id)
  return { providers, wechat, telegram, isEmpty: providers.length === 0 && !wechat && !telegram }
}
