import { escapedText } from '../../server/domain/text/visible-text'
import { defineCommand } from '../command/command'
import { requireDatabase } from '../gateway/database-place'

const LEFT_OUT =
  'left out: channel keys, proxy passwords, token keys, secret options, webhook secrets and the ' +
  'hashes of user passwords; --with-secrets writes them too'

export const exportCommand = defineCommand({
  path: ['export'],
  summary: 'write users, channels, tokens, options and plans as JSON, for "gw import"',
  flags: {
    out: { kind: 'text', value: 'FILE', summary: 'file to make (default: stdout)' },
    'with-secrets': {
      kind: 'switch',
      localOnly: true,
      summary: 'keys, passwords of proxies, secret options and password hashes too, as plain text',
    },
  },
  examples: [
    'gw export --with-secrets --out gw.json',
    'gw export | jq ".users[].username"',
    'gw export --with-secrets | gw --data /srv/other import -',
  ],
  json: {
    path: 'text',
    secrets: 'flag',
    users: 'number',
    channels: 'number',
    tokens: 'number',
    options: 'number',
    plans: 'number',
    subscriptions: 'number',
  },
  run: async (context, { flags }) => {
    requireDatabase(context)
    const services = await context.services()
    const withSecrets = flags['with-secrets'] === true
    const document = await context.progress('exporting', (progress) =>
      services.transfer.export(context.actor, { withSecrets, progress }),
    )
    const tellWhatIsMissing = () => {
      if (!withSecrets) context.output.warn(LEFT_OUT)
    }
    const text = `${escapedText(JSON.stringify(document, null, 2))}\n`
    if (flags.out === undefined) {
      context.output.write(text)
      tellWhatIsMissing()
      return
    }
    const path = await context.save(flags.out, text)
    tellWhatIsMissing()
    const { users, channels, tokens, options, plans, subscriptions } = document
    context.output.value(path, {
      path,
      secrets: withSecrets,
      users: users.length,
      channels: channels.length,
      tokens: tokens.length,
      options: options.length,
      plans: plans.length,
      subscriptions: subscriptions.length,
    })
  },
})
