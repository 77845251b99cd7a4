import { defineCommand } from '../../command/command'
import { CommandFailure } from '../../exit'
import type { View } from '../../output/output'
import { words } from '../../words'
import { CHANNEL_ARGUMENT } from './flags'

interface ShownTest {
  readonly id: number
  readonly model: string
  readonly ok: boolean
  /** Milliseconds. */
  readonly response_time: number
  readonly message: string
  /** The operation that was tried; "" when it failed. */
  readonly operation: string
}

const TEST_FIELDS = ['id', 'model', 'ok', 'response_time', 'message', 'operation'] as const

const TEST_VIEW: View<ShownTest> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'MODEL', value: 'model' },
    { title: 'RESULT', value: (test) => (test.ok ? words`ok` : words`failed`) },
    { title: 'ASKED', value: 'operation' },
    { title: 'MS', value: 'response_time', kind: 'number' },
    { title: 'MESSAGE', value: 'message' },
  ],
  kinds: { ok: 'flag', response_time: 'ms' },
  fields: TEST_FIELDS,
  quiet: (test) => String(test.response_time),
}

export const channelTest = defineCommand({
  path: ['channel', 'test'],
  summary: 'send a tiny request to the upstream; exits 1 when it fails',
  args: [CHANNEL_ARGUMENT],
  flags: { model: { kind: 'text', summary: 'model to ask (default: its test model)' } },
  examples: ['gw channel test main --model gpt-4o-mini'],
  json: TEST_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id } = await services.channels.show(args.channel)
    const tested = await services.channels.test(context.actor, { id, model: flags.model })
    const { tookMs, operation = '' } = tested
    const shown = { ...tested, operation, response_time: Math.round(tookMs) }
    context.output.one(shown, TEST_VIEW)
    if (!tested.ok) {
      throw new CommandFailure(
        'channel.test_failed',
        words`channel ${id} failed: ${tested.message}`,
      )
    }
  },
})
