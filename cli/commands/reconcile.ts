import { readFileSync } from 'node:fs'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { isOpen, type Reconciled } from '../../server/domain/proof/reconcile'
import { defineCommand } from '../command'
import type { CommandContext } from '../context'
import { CommandFailure } from '../exit'
import type { View } from '../output'
import { words } from '../words'

const FIELDS = [
  'day',
  'model',
  'class',
  'ours',
  'theirs',
  'difference',
  'verdict',
] as const satisfies readonly (keyof Reconciled)[]

const VIEW: View<Reconciled> = {
  columns: [
    { title: 'DAY', value: 'day' },
    { title: 'MODEL', value: 'model' },
    { title: 'CLASS', value: 'class' },
    { title: 'OURS', value: 'ours', kind: 'number' },
    { title: 'THEIRS', value: 'theirs', kind: 'number' },
    { title: 'DIFFERENCE', value: 'difference', kind: 'number' },
    { title: 'VERDICT', value: 'verdict', kind: 'word' },
  ],
  fields: FIELDS,
  quiet: ({ day, model, class: name }) => `${day} ${model} ${name}`,
}

export const reconcile = defineCommand({
  path: ['reconcile'],
  summary: 'compare what a provider says was used with our bills; exits 1 on an open difference',
  args: [
    {
      name: 'file',
      summary:
        'export of its console or billing, CSV or JSON, or date,model,class,count; "-" is stdin',
    },
  ],
  flags: {
    channel: {
      kind: 'text',
      required: true,
      summary: 'id, or a name that is unique',
      completes: 'channel',
    },
  },
  examples: ['gw reconcile usage.csv --channel main', 'gw reconcile - --channel 3 < usage.csv'],
  json: FIELDS,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id } = await services.channels.show(flags.channel)
    const csv = await textOf(context, args.file)
    const { shape, rows } = await services.bills.reconcile({ channelId: id, csv })
    context.output.note(words`read as an export of ${shape}`)
    context.output.list(rows, VIEW)
    const open = rows.filter(isOpen)
    if (open.length === 0) return
    throw new CommandFailure('reconcile.open', words`${open.length} differences are open`)
  },
})

async function textOf(context: CommandContext, file: string): Promise<string> {
  if (file === '-') return await context.input()
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause)) throw cause
    throw new GatewayError('file.unreadable', { path: file, reason: String(cause.code) }, { cause })
  }
}
