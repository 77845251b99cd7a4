import { defineList } from '../../list-command'
import { OWNER_FLAG } from './find'
import { TOKEN_VIEW } from './view'

export const tokenList = defineList({
  path: ['token', 'list'],
  summary: 'list tokens, newest first, without their keys',
  flags: { ...OWNER_FLAG, search: { kind: 'text', summary: 'part of the name' } },
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
    return async (page) => {
      const filter = { userId: owner?.id, keyword: flags.search }
      const { items, total } = await services.tokens.list({ ...page, ...filter })
      return { items: items.map((token) => ({ ...token, key: null })), total }
    }
  },
})
