import { TOKEN_STATUS } from '../../../server/domain/status'
import { defineCommand } from '../../command/command'
import { findTokenId, OWNER_FLAG, TOKEN_ARGUMENT } from './find'
import { TOKEN_VIEW } from './view'

export const tokenDisable = defineCommand({
  path: ['token', 'disable'],
  summary: 'disable a token; its calls are refused immediately',
  args: [TOKEN_ARGUMENT],
  flags: OWNER_FLAG,
  examples: ['gw token disable 3', 'gw token disable app --user ann'],
  json: TOKEN_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const id = await findTokenId(context, services, { token: args.token, user: flags.user })
    const status = TOKEN_STATUS.disabled
    const token = await services.tokens.set(context.actor, { id, status })
    context.output.one({ ...token, key: null }, TOKEN_VIEW)
  },
})
