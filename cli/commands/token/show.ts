import { defineCommand } from '../../command/command'
import type { Column, View } from '../../output/output'
import { findTokenId, OWNER_FLAG, TOKEN_ARGUMENT } from './find'
import { type ShownToken, TOKEN_VIEW, writtenKey } from './view'

export const tokenShow = defineCommand({
  path: ['token', 'show'],
  summary: 'show one token',
  args: [TOKEN_ARGUMENT],
  flags: {
    ...OWNER_FLAG,
    reveal: { kind: 'switch', summary: 'print the full key', localOnly: true },
  },
  examples: ['gw token show 3', 'gw token show app --user ann --reveal --quiet'],
  json: TOKEN_VIEW,
  reads: { unless: 'reveal' },
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const id = await findTokenId(context, services, { token: args.token, user: flags.user })
    const token =
      flags.reveal === true
        ? await services.tokens.reveal(context.actor, id)
        : { ...(await services.tokens.show(context.actor, id)), key: null }
    const { username } = await services.users.show(token.user_id)
    const key = token.key === null ? null : writtenKey(token.key)
    context.output.one({ ...token, key }, withOwner(username))
  },
})

function withOwner(username: string): View<ShownToken> {
  const owner: Column<ShownToken> = { title: 'OWNER', value: () => username }
  return { ...TOKEN_VIEW, details: [owner, ...(TOKEN_VIEW.details ?? [])] }
}
