import { defineCommand } from '../../command/command'
import type { CommandContext } from '../../command/context'
import { SCOPE_FLAGS, scopesOf } from '../../command/scope-flags'
import { expiryFrom } from '../expiry'
import { USER_ARGUMENT } from '../user/argument'

export const accessTokenCreate = defineCommand({
  path: ['access-token', 'create'],
  localOnly: true,
  summary: 'give a user one more access token; it is printed this once',
  args: [USER_ARGUMENT, { name: 'name', summary: 'what it is for' }],
  flags: {
    ...SCOPE_FLAGS,
    expires: { kind: 'text', value: 'TIME', summary: '90d, 12h or a date; never without' },
    network: {
      kind: 'texts',
      value: 'ADDRESS',
      summary: 'address or network that may use it; may be repeated',
    },
    replace: { kind: 'switch', summary: 'in the place of the one with this name' },
  },
  examples: [
    'gw access-token create root deploy --preset ci --expires 90d --quiet',
    'gw access-token create ann reports --scope log:read --network 203.0.113.0/24',
  ],
  json: { id: 'number', name: 'text', scopes: 'list', expires_at: 'time_ms', access_token: 'text' },
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id: userId } = await services.users.show(args.user)
    const { token, view } = await services.accessTokens.createOf(context.actor, {
      userId,
      name: args.name,
      scopes: scopesOf(flags),
      networks: flags.network?.join('\n'),
      expiresAt: expiryMs(context, flags.expires ?? 'never'),
      isReplacing: flags.replace === true,
    })
    const { id, name, scopes, expires_at } = view
    context.output.value(token, {
      id,
      name,
      scopes: scopes ?? null,
      expires_at,
      access_token: token,
    })
  },
})

function expiryMs(context: CommandContext, given: string): number | null {
  const seconds = expiryFrom(context, given)
  return seconds < 0 ? null : seconds * 1000
}
