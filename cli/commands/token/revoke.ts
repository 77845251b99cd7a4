import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { findTokenId, OWNER_FLAG, TOKEN_ARGUMENT } from './find'
import { TOKEN_VIEW } from './view'

export const tokenRevoke = defineCommand({
  path: ['token', 'revoke'],
  summary: 'revoke a token for good',
  args: [TOKEN_ARGUMENT],
  flags: { ...OWNER_FLAG, ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw token revoke 3', 'gw token revoke app --user ann --yes'],
  json: TOKEN_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const id = await findTokenId(context, services, { token: args.token, user: flags.user })
    const { name } = await services.tokens.show(context.actor, id)
    await context.confirm(isAgreed(flags), words`Revoke the token ${name} for good?`)
    const token = await context.attempt(flags, ({ tokens }) => tokens.revoke(context.actor, id))
    context.output.one({ ...token, key: null }, TOKEN_VIEW)
  },
})
