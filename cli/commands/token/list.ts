import { defineList } from '../../list-command'
import { OWNER_FLAG } from './find'
import { TOKEN_VIEW } from './view'

export const tokenList = defineList({
  path: ['token', 'list'],
  summary: 'list tokens, newest first, without their keys',
  flags: {
    ...OWNER_FLAG,
    search: { kind: 'text', summary: 'part of the name' },
    key: { kind: 'text', summary: 'the token of this whole key; "-" reads stdin' },
  },
  examples: [
    'gw token list --user ann',
    'gw token list --sort used_quota:desc --limit 10',
    'gw token list --filter status=exhausted --quiet',
  ],
  view: TOKEN_VIEW,
  indexed: { user_id: 'user' },
  rows: async (context, { flags }) => {
    const services = await context.services()
    const owner = flags.user === undefined ? undefined : await services.users.show(flags.user)
    const key = await context.secret(flags.key, '')
    return async (page) => {
      const filter = { userId: owner?.id, keyword: flags.search, key }
      const { items, total } = await services.tokens.list({ ...page, ...filter })
      return { items: items.map((token) => ({ ...token, key: null })), total }
    }
  },
})
