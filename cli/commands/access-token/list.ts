import type { AccessTokenView } from '../../../server/services/access-tokens/named'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'
import { USER_ARGUMENT } from '../user/argument'

const FIELDS = [
  'id',
  'name',
  'kind',
  'scopes',
  'networks',
  'hint',
  'created_at',
  'last_used_at',
  'last_used_ip',
  'expires_at',
] as const satisfies readonly (keyof AccessTokenView)[]

const VIEW: View<AccessTokenView> = {
  columns: [
    { title: 'ID', value: 'id' },
    { title: 'NAME', value: 'name' },
    { title: 'SCOPES', value: ({ scopes }) => scopes?.join(' ') ?? '*' },
    { title: 'LOOKS LIKE', value: 'hint' },
    { title: 'LAST USED', value: 'last_used_at', kind: 'time_ms' },
    { title: 'LAST ADDRESS', value: 'last_used_ip' },
    { title: 'EXPIRES', value: 'expires_at', kind: 'time_ms' },
  ],
  kinds: { id: 'number', scopes: 'list', networks: 'list' },
  fields: FIELDS,
  quiet: ({ id }) => String(id),
}

export const accessTokenList = defineList({
  path: ['access-token', 'list'],
  summary: "list a user's access tokens for the management API",
  args: [USER_ARGUMENT],
  examples: ['gw access-token list root'],
  view: VIEW,
  rows: async (context, { args }) => {
    const services = await context.services()
    const { id } = await services.users.show(args.user)
    return await services.accessTokens.list(id)
  },
})
