/** Services that are visited to log in, and send people back. */
import { type Icon, KeyIcon, MarkGithubIcon, PeopleIcon } from '@primer/octicons-react'
import type { SiteStatus } from '../../../server/domain/endpoints/status'
import type { UserJson } from '../../../server/domain/endpoints/user'
import type { TextKey } from '../../../server/domain/i18n/translate'

export interface Provider {
  readonly name: string
  /** To log in by it. */
  readonly title: TextKey
  /** Of the account there. */
  readonly accountTitle: TextKey
  readonly icon: Icon
  /** Where a user has the account there. */
  readonly field: keyof UserJson & ('github_id' | 'linux_do_id' | 'oidc_id')
  readonly isOn: (site: SiteStatus) => boolean
}

export const PROVIDERS: readonly Provider[] = [
  {
    name: 'github',
    title: 'account.by_github',
    accountTitle: 'personal.github',
    icon: MarkGithubIcon,
    field: 'github_id',
    isOn: (site) => site.github_oauth,
  },
  {
    name: 'linuxdo',
    title: 'account.by_linuxdo',
    accountTitle: 'personal.linuxdo',
    icon: PeopleIcon,
    field: 'linux_do_id',
    isOn: (site) => site.linuxdo_oauth,
  },
  {
    name: 'oidc',
    title: 'account.by_oidc',
    accountTitle: 'personal.oidc',
    icon: KeyIcon,
    field: 'oidc_id',
    isOn: (site) => site.oidc_enabled,
  },
]
