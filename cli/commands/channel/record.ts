import { defineCommand } from '../../command/command'
import type { View } from '../../output/output'
import { CHANNEL_ARGUMENT } from './flags'

interface ShownRecording {
  readonly model: string
  readonly operation: string
  /** The wire format. */
  readonly dialect: string
  readonly status: number
  readonly content_type: string
  /** The request, and the day in UTC: what a fixture says about itself. */
  readonly from: string
  readonly on: string
  readonly path: string
  readonly text: string
}

const FIELDS = [
  'model',
  'operation',
  'dialect',
  'status',
  'content_type',
  'from',
  'on',
  'path',
  'text',
] as const

const VIEW: View<ShownRecording> = {
  columns: [
    { title: 'MODEL', value: 'model' },
    { title: 'OPERATION', value: 'operation' },
    { title: 'DIALECT', value: 'dialect' },
    { title: 'STATUS', value: 'status', kind: 'number' },
    { title: 'FROM', value: 'from' },
    { title: 'ON', value: 'on' },
    { title: 'FILE', value: 'path' },
  ],
  fields: FIELDS,
  quiet: ({ path }) => path,
}

export const channelRecord = defineCommand({
  path: ['channel', 'record'],
  summary: 'record what the upstream answers to a tiny request, without keys and names',
  args: [CHANNEL_ARGUMENT],
  flags: {
    model: { kind: 'text', summary: 'model to ask (default: its test model)' },
    stream: { kind: 'switch', summary: 'ask for a stream' },
    out: { kind: 'text', value: 'FILE', summary: 'file to make (default: stdout)' },
  },
  examples: ['gw channel record main --model gpt-4o-mini --stream --out chat-text.sse'],
  json: VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id } = await services.channels.show(args.channel)
    const { model } = flags
    const stream = flags.stream === true
    const recorded = await services.channels.record(context.actor, { id, model, stream })
    const { contentType, url, ...rest } = recorded
    const path = flags.out === undefined ? '' : await context.save(flags.out, recorded.text)
    const on = new Date(context.clock.nowMs()).toISOString().slice(0, 10)
    const shown = { ...rest, content_type: contentType, from: url, on, path }
    if (path === '' && !context.output.mode.json) return context.output.write(recorded.text)
    context.output.one(shown, VIEW)
  },
})
