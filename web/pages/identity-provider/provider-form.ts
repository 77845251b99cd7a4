import { NEW_PROVIDER } from '../../../server/domain/accounts/identity-providers'
import type { DataOf } from '../../../server/domain/api-calls/contract'

export type ProviderJson = DataOf<'identity_provider.list'>[number]

export const MAPS = ['group_map', 'organisation_map', 'role_map'] as const
const TEXTS = ['name', 'well_known', 'client_id', 'scopes', 'groups_claim'] as const
const SWITCHES = ['enabled', 'registers', 'single_logout', 'links_scim'] as const

type Texts = Readonly<Record<(typeof TEXTS)[number] | (typeof MAPS)[number], string>>
type Switches = Readonly<Record<(typeof SWITCHES)[number], boolean>>

/** As the fields hold it: maps are JSON texts. */
export interface ProviderValues extends Texts, Switches {
  readonly slug: string
  readonly client_secret: string
}

export function valuesOf(provider: ProviderJson | undefined): ProviderValues {
  const from = provider ?? { ...NEW_PROVIDER, slug: '', name: '', well_known: '', client_id: '' }
  const jsonOf = (map: Readonly<Record<string, string>>) =>
    Object.keys(map).length === 0 ? '' : JSON.stringify(map, undefined, 2)
  return {
    ...from,
    client_secret: '',
    group_map: jsonOf(from.group_map),
    organisation_map: jsonOf(from.organisation_map),
    role_map: jsonOf(from.role_map),
  }
}

/** Of JSON that was found to be an object of texts. */
export function bodyOf(values: ProviderValues) {
  const mapOf = (json: string): Record<string, string> =>
    json.trim() === '' ? {} : JSON.parse(json)
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, values[name].trim()] as const)),
    ...Object.fromEntries(SWITCHES.map((name) => [name, values[name]] as const)),
    client_secret: values.client_secret.trim(),
    group_map: mapOf(values.group_map),
    organisation_map: mapOf(values.organisation_map),
    role_map: mapOf(values.role_map),
  }
}

/** Whether it is blank or an object with texts in it. */
export function isMap(json: string): boolean {
  if (json.trim() === '') return true
  try {
    const map: unknown = JSON.parse(json)
    if (typeof map !== 'object' || map === null || Array.isArray(map)) return false
    return Object.values(map).every((value) => typeof value === 'string')
  } catch {
    return false
  }
}
