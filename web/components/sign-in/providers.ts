/** Services that are visited to log in, and send people back. */
import { type Icon, KeyIcon, MarkGithubIcon, PeopleIcon } from '@primer/octicons-react'
import type { SiteStatus } from '../../../server/domain/endpoints/status'
import type { UserJson } from '../../../server/domain/endpoints/user'
import type { TextKey } from '../../../server/domain/i18n/translate'

export interface Provider {
  /** As addresses have it. */
  readonly name: string
  /** To log in by it; `label` stands in the texts that take a name. */
  readonly title: TextKey
  /** Of the account there. */
  readonly accountTitle: TextKey
  readonly label: string
  readonly icon: Icon
  /** Where a user has the account there; absent for providers that were added. */
  readonly field?: keyof UserJson & ('github_id' | 'linux_do_id' | 'oidc_id')
}

interface FixedProvider extends Provider {
  readonly field: NonNullable<Provider['field']>
  readonly isOn: (site: SiteStatus) => boolean
}

const FIXED: readonly FixedProvider[] = [
  {
    name: 'github',
    label: 'GitHub',
    title: 'account.by_github',
    accountTitle: 'personal.github',
    icon: MarkGithubIcon,
    field: 'github_id',
    isOn: (site) => site.github_oauth,
  },
  {
    name: 'linuxdo',
    label: 'LinuxDO',
    title: 'account.by_linuxdo',
    accountTitle: 'personal.linuxdo',
    icon: PeopleIcon,
    field: 'linux_do_id',
    isOn: (site) => site.linuxdo_oauth,
  },
  {
    name: 'oidc',
    label: 'OIDC',
    title: 'account.by_oidc',
    accountTitle: 'personal.oidc',
    icon: KeyIcon,
    field: 'oidc_id',
    isOn: (site) => site.oidc_enabled,
  },
]

/** Accounts at providers that were added, as `oauth.bindings` returns them. */
export type BoundAccounts = readonly { readonly slug: string; readonly subject: string }[]

/** Those that the site offers. */
export function providersOf(site: SiteStatus): readonly Provider[] {
  const added = site.custom_oauth_providers.map(
    ({ slug, name }): Provider => addedProvider(slug, name),
  )
  return [...FIXED.filter(({ isOn }) => isOn(site)), ...added]
}

/** Those, and whatever the account is bound to although the site has switched it off since. */
export function providersFor(
  site: SiteStatus,
  user: UserJson,
  bound: readonly { readonly slug: string; readonly name: string }[],
): readonly (Provider & { readonly isOn: boolean })[] {
  const offered = providersOf(site)
  const isOffered = (name: string) => offered.some((each) => each.name === name)
  const rest = [
    ...FIXED.filter(({ name, field }) => !isOffered(name) && user[field] !== ''),
    ...bound.flatMap(({ slug, name }) => (isOffered(slug) ? [] : addedProvider(slug, name))),
  ]
  return [
    ...offered.map((each) => ({ ...each, isOn: true })),
    ...rest.map((each) => ({ ...each, isOn: false })),
  ]
}

function addedProvider(slug: string, label: string): Provider {
  const titles = { title: 'account.by_named', accountTitle: 'personal.named' } as const
  return { name: slug, label, ...titles, icon: KeyIcon }
}

/** Who the account is there; "" for nobody. */
export function accountAt(provider: Provider, user: UserJson | undefined, bound: BoundAccounts) {
  const { field, name } = provider
  if (field !== undefined) return user?.[field] ?? ''
  return bound.find(({ slug }) => slug === name)?.subject ?? ''
}
