import { TOKEN_STATUS } from '../../../server/domain/status'
import { defineCommand } from '../../command/command'
import { findTokenId, OWNER_FLAG, TOKEN_ARGUMENT } from './find'
import { TOKEN_VIEW } from './view'

export const tokenEnable = defineCommand({
  path: ['token', 'enable'],
  summary: 'let a token be used again',
  args: [TOKEN_ARGUMENT],
  flags: OWNER_FLAG,
  examples: ['gw token enable 3', 'gw token enable app --user ann'],
  json: TOKEN_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const id = await findTokenId(context, services, { token: args.token, user: flags.user })
    const status = TOKEN_STATUS.enabled
    const token = await services.tokens.set(context.actor, { id, status })
    context.output.one({ ...token, key: null }, TOKEN_VIEW)
  },
})
