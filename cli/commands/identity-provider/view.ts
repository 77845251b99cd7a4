import type { ProviderFields } from '../../../server/domain/accounts/identity-providers'
import { GatewayError } from '../../../server/domain/errors/gateway-error'
import { isRecord } from '../../../server/domain/json/records'
import type { Services } from '../../../server/services/create-services'
import type { IdentityProviderView } from '../../../server/services/identity-providers/keep'
import type { FlagValues } from '../../command/command'
import type { FlagRows } from '../../command/command-row'
import { UsageError } from '../../exit'
import type { View } from '../../output/output'
import { words } from '../../words'

const PROVIDER_FIELDS = [
  ...(['id', 'slug', 'name', 'enabled', 'users', 'well_known', 'client_id', 'scopes'] as const),
  ...(['registers', 'links_scim', 'single_logout', 'groups_claim'] as const),
  ...(['group_map', 'organisation_map', 'role_map'] as const),
] as const satisfies readonly (keyof IdentityProviderView)[]

export const PROVIDER_VIEW: View<IdentityProviderView> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'SLUG', value: 'slug' },
    { title: 'NAME', value: 'name' },
    { title: 'ENABLED', value: 'enabled', kind: 'flag' },
    { title: 'USERS', value: 'users', kind: 'number' },
    { title: 'DISCOVERY', value: 'well_known' },
  ],
  kinds: {
    scopes: 'list',
    registers: 'flag',
    links_scim: 'flag',
    single_logout: 'flag',
    group_map: 'json',
    organisation_map: 'json',
    role_map: 'json',
  },
  fields: PROVIDER_FIELDS,
  quiet: ({ slug }) => slug,
}

const onOff = ['on', 'off'] as const

/** Of `create` and `set`. */
export const PROVIDER_FLAGS = {
  name: { kind: 'text', summary: 'as people read it, on the button of the login page' },
  'well-known': { kind: 'text', value: 'URL', summary: 'address of the discovery document' },
  'client-id': { kind: 'text', summary: 'client id there' },
  'client-secret': {
    kind: 'text',
    summary: 'client secret there; - reads stdin; also GW_CLIENT_SECRET',
  },
  scopes: { kind: 'text', summary: 'scopes to ask for (default openid profile email)' },
  enabled: { kind: 'text', choices: onOff, summary: 'offered on the login page' },
  registers: { kind: 'text', choices: onOff, summary: 'a first login makes an account' },
  'links-scim': { kind: 'text', choices: onOff, summary: 'SCIM users log in by it' },
  'single-logout': { kind: 'text', choices: onOff, summary: 'logging out here logs out there' },
  'groups-claim': { kind: 'text', summary: 'claim with the values of the maps (default groups)' },
  'group-map': { kind: 'text', value: 'JSON', summary: '{"value": "group"}' },
  'organisation-map': { kind: 'text', value: 'JSON', summary: '{"value": "organisation:role"}' },
  'role-map': { kind: 'text', value: 'JSON', summary: '{"value": "admin"}, or a custom role' },
} as const satisfies FlagRows

/** What was given. */
export function providerInput(flags: FlagValues<typeof PROVIDER_FLAGS>): Partial<ProviderFields> {
  const isOn = (given: string | undefined) => (given === undefined ? undefined : given === 'on')
  const input = {
    name: flags.name,
    well_known: flags['well-known'],
    client_id: flags['client-id'],
    scopes: flags.scopes,
    groups_claim: flags['groups-claim'],
    enabled: isOn(flags.enabled),
    registers: isOn(flags.registers),
    links_scim: isOn(flags['links-scim']),
    single_logout: isOn(flags['single-logout']),
    group_map: mapOf('group-map', flags['group-map']),
    organisation_map: mapOf('organisation-map', flags['organisation-map']),
    role_map: mapOf('role-map', flags['role-map']),
  }
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

function mapOf(flag: string, json: string | undefined): Record<string, string> | undefined {
  if (json === undefined) return undefined
  try {
    const map: unknown = JSON.parse(json)
    if (isRecord(map) && Object.values(map).every((value) => typeof value === 'string')) {
      return map as Record<string, string>
    }
  } catch {
    // Told below.
  }
  throw new UsageError(words`--${flag} takes a JSON object of texts`)
}

export const PROVIDER_ARGUMENT = {
  name: 'provider',
  summary: 'slug or id of the provider',
} as const

/** Throws `identity_provider.not_found`. */
export async function providerNamed(
  services: Services,
  wanted: string,
): Promise<IdentityProviderView> {
  const all = await services.identityProviders.list()
  const found = all.find(({ id, slug }) => slug === wanted || String(id) === wanted)
  if (found === undefined) throw new GatewayError('identity_provider.not_found')
  return found
}
