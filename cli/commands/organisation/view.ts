import { GatewayError } from '../../../server/domain/errors/gateway-error'
import { statusName, userStatus } from '../../../server/domain/status'
import type { Services } from '../../../server/services/create-services'
import type { OrganisationView } from '../../../server/services/organisations/organisations'
import type { View } from '../../output/output'

export const ORGANISATION_ARGUMENT = {
  name: 'organisation',
  summary: 'id or name of the organisation',
} as const

const FIELDS = [
  ...(['id', 'name', 'display_name', 'group', 'status', 'quota', 'used_quota'] as const),
  'created_at',
] as const satisfies readonly (keyof OrganisationView)[]

export const ORGANISATION_VIEW: View<OrganisationView> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'NAME', value: 'name' },
    { title: 'DISPLAY NAME', value: 'display_name' },
    { title: 'GROUP', value: 'group' },
    { title: 'BALANCE', value: 'quota', kind: 'credits' },
    { title: 'SPENT', value: 'used_quota', kind: 'credits' },
    { title: 'STATUS', field: 'status', value: statusText, kind: 'word' },
  ],
  fields: FIELDS,
  quiet: ({ id }) => String(id),
}

function statusText({ status }: OrganisationView): string {
  return statusName(userStatus, status) ?? String(status)
}

/** By id or name; throws `organisation.not_found`. */
export async function organisationNamed(
  { organisations }: Services,
  given: string,
): Promise<OrganisationView> {
  const { items } = await organisations.list({ keyword: given, page_size: 100 })
  const found = items.find(({ id, name }) => String(id) === given || name === given)
  if (found === undefined) throw new GatewayError('organisation.not_found')
  return found
}
