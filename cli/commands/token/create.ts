import { defineCommand } from '../../command'
import { CREDITS_NOTE } from '../../usd'
import { TOKEN_BODY, UNSETTABLE } from './body'
import { expiryFrom } from './expiry'
import { TOKEN_FIELDS, TOKEN_VIEW, writtenKey } from './view'

export const tokenCreate = defineCommand({
  path: ['token', 'create'],
  summary: 'create a token; its key is printed this once',
  args: [{ name: 'name', summary: 'name of the token', optional: true }],
  flags: {
    name: { kind: 'text', summary: 'the same as the argument' },
    user: { kind: 'text', summary: 'owner, by id or username (default root)', completes: 'user' },
    quota: { kind: 'integer', summary: `credits the token may spend; ${CREDITS_NOTE} (default 0)` },
    unlimited: { kind: 'switch', summary: "no limit but the owner's balance" },
    expires: { kind: 'text', value: 'WHEN', summary: 'never, 12h, 30d, or a date and time' },
    models: { kind: 'text', value: 'A,B', summary: 'only these models' },
    ips: { kind: 'text', value: 'LIST', summary: 'only from these addresses or CIDR ranges' },
    group: {
      kind: 'text',
      summary: "group to call with (default: the owner's)",
      completes: 'group',
    },
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
  ],
  json: TOKEN_FIELDS,
  body: { ...TOKEN_BODY, user_id: 'user' },
  ignored: UNSETTABLE,
  run: async (context, { args, flags }) => {
    const key = await context.secret(flags.key, 'GW_TOKEN_KEY')
    const expired_time = flags.expires === undefined ? -1 : expiryFrom(context, flags.expires)
    const services = await context.services()
    const owner = await services.users.show(flags.user ?? 'root')
    const created = await services.tokens.create(context.actor, {
      user_id: owner.id,
      name: args.name ?? flags.name,
      remain_quota: flags.quota,
      unlimited_quota: flags.unlimited === true,
      expired_time,
      model_limits: flags.models,
      allow_ips: flags.ips,
      group: flags.group,
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
