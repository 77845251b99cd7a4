import { defineCommand } from '../../command'
import { findTokenId, OWNER_FLAG, TOKEN_ARGUMENT } from './find'
import { TOKEN_FIELDS, TOKEN_VIEW } from './view'

export const tokenRevoke = defineCommand({
  path: ['token', 'revoke'],
  summary: 'revoke a token for good',
  args: [TOKEN_ARGUMENT],
  flags: OWNER_FLAG,
  examples: ['gw token revoke 3', 'gw token revoke app --user ann'],
  json: TOKEN_FIELDS,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const id = await findTokenId(context, services, { token: args.token, user: flags.user })
    const token = await services.tokens.revoke(context.actor, id)
    context.output.one({ ...token, key: null }, TOKEN_VIEW)
  },
})
