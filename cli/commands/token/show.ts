import { defineCommand } from '../../command'
import { findTokenId, OWNER_FLAG, TOKEN_ARGUMENT } from './find'
import { TOKEN_FIELDS, TOKEN_VIEW, writtenKey } from './view'

export const tokenShow = defineCommand({
  path: ['token', 'show'],
  summary: 'show one token',
  args: [TOKEN_ARGUMENT],
  flags: {
    ...OWNER_FLAG,
    reveal: { kind: 'switch', summary: 'print the whole key' },
  },
  examples: ['gw token show 3', 'gw token show app --user ann --reveal --quiet'],
  json: TOKEN_FIELDS,
  reads: { unless: 'reveal' },
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const id = await findTokenId(context, services, { token: args.token, user: flags.user })
    if (flags.reveal === true) {
      const token = await services.tokens.reveal(context.actor, id)
      context.output.one({ ...token, key: writtenKey(token.key) }, TOKEN_VIEW)
      return
    }
    const token = await services.tokens.show(context.actor, id)
    context.output.one({ ...token, key: null }, TOKEN_VIEW)
  },
})
