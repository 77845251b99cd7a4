import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { YES_FLAG } from '../careful-flags'
import { findTokenId, OWNER_FLAG, TOKEN_ARGUMENT } from './find'
import { TOKEN_VIEW, writtenKey } from './view'

export const tokenRotate = defineCommand({
  path: ['token', 'rotate'],
  summary: 'give a token a new key, printed once; the old one stops working immediately',
  args: [TOKEN_ARGUMENT],
  flags: { ...OWNER_FLAG, ...YES_FLAG },
  examples: ['gw token rotate 3', 'KEY=$(gw token rotate app --user ann --yes --quiet)'],
  json: TOKEN_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const id = await findTokenId(context, services, { token: args.token, user: flags.user })
    const { name } = await services.tokens.show(context.actor, id)
    const question = words`Rotate the key of ${name}? The old key stops working immediately.`
    await context.confirm(flags.yes === true, question)
    const token = await services.tokens.rotate(context.actor, id)
    context.output.one({ ...token, key: writtenKey(token.key) }, TOKEN_VIEW)
  },
})
