import { defineCommand } from '../../../command/command'
import { CommandFailure, UsageError } from '../../../exit'
import { words } from '../../../words'
import { CHANNEL_ARGUMENT } from '../flags'
import { KEY_ARGUMENT, KEY_VIEW, keyNumber } from './view'

export const channelKeyRotate = defineCommand({
  path: ['channel', 'key', 'rotate'],
  summary: 'replace a key, after a test with the new one; exits 1 and keeps the old when it fails',
  args: [CHANNEL_ARGUMENT, KEY_ARGUMENT],
  flags: {
    key: {
      kind: 'text',
      summary: 'new key; "-" reads it from stdin; GW_CHANNEL_KEY in the environment works too',
    },
    model: { kind: 'text', summary: 'model to ask (default: its test model)' },
  },
  examples: ['gw channel key rotate main 0 --key - < key.txt'],
  json: KEY_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id } = await services.channels.show(args.channel)
    const text = await context.secret(flags.key, 'GW_CHANNEL_KEY')
    if (text === undefined) throw new UsageError('give --key, or --key - with the key on stdin')
    const order = { id, key: keyNumber(args.key), text, model: flags.model }
    const tested = await services.channels.rotateKey(context.actor, order)
    if (!tested.ok) {
      throw new CommandFailure(
        'channel.test_failed',
        words`the old key stays, the new one failed: ${tested.message}`,
      )
    }
    context.output.list((await services.channels.keys(id)).keys, KEY_VIEW)
  },
})
