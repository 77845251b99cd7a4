import { defineCommand } from '../../command/command'
import { findTokenId, OWNER_FLAG, TOKEN_ARGUMENT } from './find'
import { TOKEN_VIEW } from './view'

export const tokenUnfreeze = defineCommand({
  path: ['token', 'unfreeze'],
  summary: 'let a frozen token be used again',
  args: [TOKEN_ARGUMENT],
  flags: OWNER_FLAG,
  examples: ['gw token unfreeze 3'],
  json: TOKEN_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const id = await findTokenId(context, services, { token: args.token, user: flags.user })
    await services.tokens.unfreeze(context.actor, id)
    const token = await services.tokens.show(context.actor, id)
    context.output.one({ ...token, key: null }, TOKEN_VIEW)
  },
})
