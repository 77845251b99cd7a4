/** Every provider of the authorization code flow. */
import { allProviders, findProvider } from '../../../../db/tables/identity-providers'
import type { OptionValues } from '../../../domain/options'
import type { Queries } from '../../service-deps'
import type { OauthProvider } from '../provider'
import { github } from './github'
import { linuxdo } from './linuxdo'
import { type OidcSettings, oidcProvider, optionSettings, rowSettings } from './oidc'

/** The settings of an OpenID Connect provider by its slug. */
export async function oidcSettings(
  reader: Queries,
  options: OptionValues,
  slug: string,
): Promise<OidcSettings | undefined> {
  if (slug === 'oidc') return optionSettings(options)
  const row = slug === '' ? undefined : await findProvider(reader, { slug })
  return row && rowSettings(row)
}

export async function oauthProvider(
  reader: Queries,
  options: OptionValues,
  name: string,
): Promise<OauthProvider | undefined> {
  const fixed = [github, linuxdo].find((provider) => provider.name === name)
  if (fixed !== undefined) return fixed
  const settings = await oidcSettings(reader, options, name)
  return settings && oidcProvider(settings)
}

export async function oauthProviders(
  reader: Queries,
  options: OptionValues,
): Promise<readonly OauthProvider[]> {
  const rows = await allProviders(reader)
  return [github, linuxdo, ...[optionSettings(options), ...rows.map(rowSettings)].map(oidcProvider)]
}
