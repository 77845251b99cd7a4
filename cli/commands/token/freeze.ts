import { defineCommand } from '../../command/command'
import { expiryFrom } from '../expiry'
import { findTokenId, OWNER_FLAG, TOKEN_ARGUMENT } from './find'
import { TOKEN_VIEW } from './view'

export const tokenFreeze = defineCommand({
  path: ['token', 'freeze'],
  summary: 'keep a token from being used; its owner cannot undo it',
  args: [TOKEN_ARGUMENT],
  flags: {
    ...OWNER_FLAG,
    until: { kind: 'text', value: 'TIME', summary: '30d, 12h or a date; for good without' },
    reason: { kind: 'text', summary: 'told to whoever calls with it' },
  },
  examples: ['gw token freeze 3 --until 7d --reason "shared in public"'],
  json: TOKEN_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const id = await findTokenId(context, services, { token: args.token, user: flags.user })
    const until = expiryFrom(context, flags.until ?? 'never')
    await services.tokens.freeze(context.actor, { id, until, reason: flags.reason ?? '' })
    const token = await services.tokens.show(context.actor, id)
    context.output.one({ ...token, key: null }, TOKEN_VIEW)
  },
})
