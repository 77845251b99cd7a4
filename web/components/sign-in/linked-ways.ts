/** Ways to log in other than the password that are linked to an account and offered here. */
import type { SiteStatus } from '../../../server/domain/endpoints/status'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { accountAt, type BoundAccounts, type Provider, providersOf } from './providers'

export interface LinkedWays {
  readonly providers: readonly Provider[]
  readonly wechat: boolean
  readonly telegram: boolean
  readonly isEmpty: boolean
}

export function linkedWays(
  site: SiteStatus,
  user: UserJson | undefined,
  bound: BoundAccounts,
): LinkedWays {
  const providers = providersOf(site).filter((each) => accountAt(each, user, bound) !== '')
  const wechat = site.wechat_login && Boolean(user?.wechat_id)
  const telegram = site.telegram_oauth && Boolean(user?.telegram_id)
  return { providers, wechat, telegram, isEmpty: providers.length === 0 && !wechat && !telegram }
}
