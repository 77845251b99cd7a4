import { defineCommand } from '../../command'
import { PAGE_FLAGS, pageOf } from '../page-flags'
import { OWNER_FLAG } from './find'
import { TOKEN_FIELDS, TOKEN_VIEW } from './view'

export const tokenList = defineCommand({
  path: ['token', 'list'],
  summary: 'list tokens, newest first, without their keys',
  flags: {
    ...OWNER_FLAG,
    search: { kind: 'text', summary: 'part of the name' },
    ...PAGE_FLAGS,
  },
  examples: ['gw token list --user ann'],
  json: TOKEN_FIELDS,
  run: async (context, { flags }) => {
    const services = await context.services()
    const owner = flags.user === undefined ? undefined : await services.users.show(flags.user)
    const { items } = await services.tokens.list({
      ...pageOf(flags),
      userId: owner?.id,
      keyword: flags.search,
    })
    context.output.list(
      items.map((token) => ({ ...token, key: null })),
      TOKEN_VIEW,
    )
  },
})
