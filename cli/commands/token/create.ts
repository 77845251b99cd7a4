import { tokenFields } from '../../../server/domain/nouns/token'
import { defineCommand } from '../../command/command'
import { nounAliases, nounFlags, nounInput } from '../../command/noun-flags'
import { CREATE_FLAGS, UNSETTABLE } from './flags'
import { placeOf } from './place'
import { TOKEN_VIEW, writtenKey } from './view'

export const tokenCreate = defineCommand({
  path: ['token', 'create'],
  summary: 'create a token; its key is printed this once',
  args: [{ name: 'name', summary: 'name of the token', optional: true }],
  flags: {
    name: { kind: 'text', summary: 'the same as the argument' },
    user: { kind: 'text', summary: 'owner, by id or username (default root)', completes: 'user' },
    org: { kind: 'text', summary: 'organisation that owns it, in the place of --user' },
    project: { kind: 'text', summary: 'project of that organisation' },
    member: { kind: 'text', summary: 'member of it who holds the token' },
    ...nounFlags(tokenFields, CREATE_FLAGS),
    count: { kind: 'integer', summary: 'how many to create, at most 100 (default 1)' },
    key: {
      kind: 'text',
      summary: 'take over an existing key; "-" reads stdin; GW_TOKEN_KEY works too',
    },
  },
  examples: [
    'gw token create app --user ann --quota 500000',
    `echo '{"name":"app","user":"ann","remain_quota":500000}' | gw token create -`,
    'KEY=$(gw token create ci --unlimited --quiet)',
    'gw token create app --org acme --project Search --member bob --unlimited',
  ],
  json: TOKEN_VIEW,
  body: { ...nounAliases(tokenFields, CREATE_FLAGS), user_id: 'user' },
  ignored: UNSETTABLE,
  run: async (context, { args, flags }) => {
    const key = await context.secret(flags.key, 'GW_TOKEN_KEY')
    const input = nounInput(context, flags, { rows: tokenFields, own: CREATE_FLAGS })
    const services = await context.services()
    const { ownerId, ...place } = await placeOf(services, flags)
    const created = await services.tokens.create(context.actor, {
      ...input,
      ...place,
      user_id: ownerId,
      name: args.name ?? flags.name,
      count: flags.count,
      // What "show" prints has no key unless it is revealed.
      key: key === '' ? undefined : key,
    })
    const shown = created.map((token) => ({ ...token, key: writtenKey(token.key) }))
    const [only, second] = shown
    if (only !== undefined && second === undefined) {
      context.output.one(only, TOKEN_VIEW)
    } else {
      context.output.list(shown, TOKEN_VIEW)
    }
  },
})
