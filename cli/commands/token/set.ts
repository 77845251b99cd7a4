import { tokenFields } from '../../../server/domain/nouns/token'
import type { SetTokenInput } from '../../../server/services/tokens/set'
import { defineCommand } from '../../command/command'
import type { CommandContext } from '../../command/context'
import { nounAliases, nounFlags, nounInput } from '../../command/noun-flags'
import { UsageError } from '../../exit'
import { DRY_RUN_FLAG } from '../careful-flags'
import { findTokenId, OWNER_FLAG, TOKEN_ARGUMENT } from './find'
import { SET_FLAGS } from './flags'
import { TOKEN_VIEW } from './view'

export const tokenSet = defineCommand({
  path: ['token', 'set'],
  summary: 'change a token; what is not given stays',
  args: [TOKEN_ARGUMENT],
  flags: {
    ...OWNER_FLAG,
    ...nounFlags(tokenFields, SET_FLAGS),
    'expect-quota': {
      kind: 'integer',
      summary: 'with --quota: refuse if the remaining quota differs',
    },
    ...DRY_RUN_FLAG,
  },
  body: { ...nounAliases(tokenFields, SET_FLAGS), expected_quota: 'expect-quota' },
  examples: [
    'gw token set 3 --quota 1000000 --expires 30d',
    'gw token set app --user ann --models gpt-4o,gpt-4o-mini',
    `echo '{"remain_quota":5000,"allow_ips":["192.0.2.0/24"]}' | gw token set 3 -`,
  ],
  json: TOKEN_VIEW,
  run: async (context, { args, flags }) => {
    const change = changeOf(context, flags)
    if (Object.values(change).every((value) => value === undefined)) {
      throw new UsageError('give at least one flag with a new value')
    }
    const services = await context.services()
    const id = await findTokenId(context, services, { token: args.token, user: flags.user })
    const token = await context.attempt(flags, ({ tokens }) =>
      tokens.set(context.actor, { id, ...change }),
    )
    context.output.one({ ...token, key: null }, TOKEN_VIEW)
  },
})

function changeOf(
  context: CommandContext,
  flags: Readonly<Record<string, unknown>> & { readonly 'expect-quota': number | undefined },
): Omit<SetTokenInput, 'id'> {
  const input = nounInput(context, flags, { rows: tokenFields, own: SET_FLAGS })
  const { model_limits } = input
  return {
    ...input,
    expected_quota: flags['expect-quota'],
    model_limits_enabled: model_limits === undefined ? undefined : model_limits.trim() !== '',
  }
}
