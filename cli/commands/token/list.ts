import type { TokenOfUser } from '../../../server/services/tokens/any'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'
import { OWNER_FLAG } from './find'
import { TOKEN_VIEW } from './view'

type ListedToken = TokenOfUser & { readonly key: null }

/** With their owners, and what they spent in the last day. */
const LISTED_VIEW: View<ListedToken> = {
  ...TOKEN_VIEW,
  columns: [
    ...TOKEN_VIEW.columns.flatMap((column) =>
      column.title === 'USER'
        ? [column, { title: 'USERNAME', value: 'username' } as const]
        : [column],
    ),
    { title: 'USD 24H', value: 'spent_day', kind: 'credits' },
  ],
  fields: [...TOKEN_VIEW.fields, 'username', 'spent_day'],
}

export const tokenList = defineList({
  path: ['token', 'list'],
  summary: 'list tokens, newest first, without their keys',
  flags: {
    ...OWNER_FLAG,
    search: { kind: 'text', summary: 'part of the name' },
    key: { kind: 'text', summary: 'the token with this complete key; "-" reads stdin' },
  },
  examples: [
    'gw token list --user ann',
    'gw token list --sort spent_day:desc --limit 10',
    'gw token list --filter status=exhausted --quiet',
  ],
  view: LISTED_VIEW,
  indexed: { user_id: 'user' },
  rows: async (context, { flags }) => {
    const services = await context.services()
    const owner = flags.user === undefined ? undefined : await services.users.show(flags.user)
    const key = await context.secret(flags.key, '')
    return async (page) => {
      const filter = { userId: owner?.id, keyword: flags.search }
      const { items, total } = await services.tokens.listAny({ ...page, filter, key })
      return { items: items.map((token) => ({ ...token, key: null })), total }
    }
  },
})
