import { MICRO_USD_PER_CREDIT } from '../../server/domain/money/quota'
import { isOpen, type Reconciled } from '../../server/domain/proof/reconcile'
import type { ReportedCost } from '../../server/services/proof/reported-costs'
import { defineCommand } from '../command/command'
import { CommandFailure, UsageError } from '../exit'
import { kindsOf, type View } from '../output/output'
import { usdText } from '../usd'
import { words } from '../words'
import { RANGE_FLAGS, rangeOf } from './range-flags'

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

const COST_FIELDS = [
  'id',
  'name',
  'calls',
  'reported_calls',
  'reported_micro_usd',
  'charged_micro_usd',
  'margin_micro_usd',
] as const satisfies readonly (keyof ReportedCost)[]

const COST_VIEW: View<ReportedCost> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'NAME', value: 'name' },
    { title: 'CALLS', value: 'calls', kind: 'number' },
    { title: 'WITH COST', value: 'reported_calls', kind: 'number' },
    { title: 'REPORTED USD', value: (row) => microUsdText(row.reported_micro_usd), kind: 'number' },
    { title: 'CHARGED USD', value: (row) => microUsdText(row.charged_micro_usd), kind: 'number' },
    { title: 'MARGIN USD', value: (row) => microUsdText(row.margin_micro_usd), kind: 'number' },
  ],
  fields: COST_FIELDS,
  quiet: ({ name }) => name,
}

export const reconcile = defineCommand({
  path: ['reconcile'],
  summary: 'compare what a provider says was used with our bills; exits 1 on an open difference',
  args: [
    {
      name: 'file',
      summary:
        'its export, or CSV of date,model,class,count; "-" is stdin; absent: costs it reported',
      optional: true,
    },
  ],
  flags: {
    channel: {
      kind: 'text',
      summary: 'id, or a name that is unique; needed for a file',
      completes: 'channel',
    },
    ...RANGE_FLAGS,
  },
  examples: [
    'gw reconcile usage.csv --channel main',
    'gw reconcile - --channel 3 < usage.csv',
    'gw reconcile --from 30d',
  ],
  json: { ...kindsOf(VIEW), ...kindsOf(COST_VIEW) },
  run: async (context, { args, flags }) => {
    const { file } = args
    if (file !== undefined && flags.channel === undefined) {
      throw new UsageError('use --channel to say whose usage the file contains')
    }
    if (file !== undefined && (flags.from ?? flags.to) !== undefined) {
      throw new UsageError('a file has its own days: leave out --from and --to')
    }
    const services = await context.services()
    const { channel } = flags
    const channelId = channel === undefined ? undefined : (await services.channels.show(channel)).id
    if (file === undefined || channelId === undefined) {
      const range = rangeOf(context, flags)
      const costs = await services.bills.reportedCosts({ ...range, channelId })
      return context.output.list(costs, COST_VIEW)
    }
    const csv = await context.file(file)
    const { shape, rows } = await services.bills.reconcile({ channelId, csv })
    context.output.note(words`read as an export of ${shape}`)
    context.output.list(rows, VIEW)
    const open = rows.filter(isOpen)
    if (open.length === 0) return
    throw new CommandFailure('reconcile.open', words`${open.length} differences are open`)
  },
})

function microUsdText(microUsd: number): string {
  return usdText(microUsd / MICRO_USD_PER_CREDIT)
}
