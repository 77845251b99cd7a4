import type { SetTokenInput } from '../../../server/services/tokens/set'
import { defineCommand } from '../../command'
import type { CommandContext } from '../../context'
import { UsageError } from '../../exit'
import { CREDITS_NOTE } from '../../usd'
import { DRY_RUN_FLAG } from '../careful-flags'
import { TOKEN_BODY } from './body'
import { expiryFrom } from './expiry'
import { findTokenId, OWNER_FLAG, TOKEN_ARGUMENT } from './find'
import { TOKEN_FIELDS, TOKEN_VIEW } from './view'

// A switch could not be switched off.
const { unlimited_quota: _, ...BODY } = TOKEN_BODY

export const tokenSet = defineCommand({
  path: ['token', 'set'],
  summary: 'change a token; what is not given stays',
  args: [TOKEN_ARGUMENT],
  flags: {
    ...OWNER_FLAG,
    name: { kind: 'text', summary: 'new name' },
    quota: { kind: 'integer', summary: `credits that it may spend from now on (${CREDITS_NOTE})` },
    'expect-quota': { kind: 'integer', summary: 'with --quota: refuse if what is left differs' },
    'unlimited-quota': {
      kind: 'boolean',
      summary: "whether nothing but the owner's balance limits it",
    },
    expires: { kind: 'text', value: 'WHEN', summary: 'never, 12h, 30d, or a date and time' },
    models: { kind: 'text', value: 'A,B', summary: 'only these models; "" allows all' },
    ips: { kind: 'text', value: 'LIST', summary: 'only from these addresses; "" allows all' },
    group: { kind: 'text', summary: 'group to call with', completes: 'group' },
    ...DRY_RUN_FLAG,
  },
  body: { ...BODY, expected_quota: 'expect-quota' },
  examples: [
    'gw token set 3 --quota 1000000 --expires 30d',
    'gw token set app --user ann --models gpt-4o,gpt-4o-mini',
    `echo '{"remain_quota":5000,"allow_ips":["192.0.2.0/24"]}' | gw token set 3 -`,
  ],
  json: TOKEN_FIELDS,
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

interface TokenFlagValues {
  readonly name: string | undefined
  readonly quota: number | undefined
  readonly 'expect-quota': number | undefined
  readonly 'unlimited-quota': boolean | undefined
  readonly expires: string | undefined
  readonly models: string | undefined
  readonly ips: string | undefined
  readonly group: string | undefined
}

function changeOf(context: CommandContext, flags: TokenFlagValues): Omit<SetTokenInput, 'id'> {
  const { expires, models } = flags
  return {
    name: flags.name,
    remain_quota: flags.quota,
    expected_quota: flags['expect-quota'],
    unlimited_quota: flags['unlimited-quota'],
    expired_time: expires === undefined ? undefined : expiryFrom(context, expires),
    model_limits: models,
    model_limits_enabled: models === undefined ? undefined : models.trim() !== '',
    allow_ips: flags.ips,
    group: flags.group,
  }
}
