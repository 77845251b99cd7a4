import type { MonthStatement } from '../../../server/domain/invoices/month'
import { monthCsv } from '../../../server/domain/invoices/month-csv'
import type { Services } from '../../../server/services/create-services'
import { defineCommand } from '../../command/command'
import type { CommandContext } from '../../command/context'
import type { View } from '../../output/output'
import { USER_ARGUMENT } from '../user/argument'

const MONTH_VIEW: View<MonthStatement> = {
  columns: [
    { title: 'MONTH', value: 'month' },
    { title: 'USER', value: 'name' },
    { title: 'OPENING', value: 'opening', kind: 'credits' },
    { title: 'CLOSING', value: 'closing', kind: 'credits' },
  ],
  details: [
    {
      title: 'BOOKED',
      value: ({ booked }) => booked.map(({ kind, credits }) => `${kind} ${credits}`).join('; '),
    },
    {
      title: 'MODELS',
      value: ({ models }) => models.map(({ model, credits }) => `${model} ${credits}`).join('; '),
    },
  ],
  kinds: {
    ...{ from: 'time_s', to: 'time_s', unlisted: 'credits', booked: 'json', models: 'json' },
    time_zone: 'text',
  },
  fields: [
    ...(['month', 'time_zone', 'from', 'to', 'name'] as const),
    ...(['opening', 'closing', 'booked', 'models', 'unlisted'] as const),
  ],
  quiet: ({ closing }) => String(closing),
}

export const invoiceMonth = defineCommand({
  path: ['invoice', 'month'],
  summary: 'the statement of a month: balances, what came in, and what went out by model',
  args: [USER_ARGUMENT],
  flags: {
    month: { kind: 'text', summary: 'such as 2026-11 (default: the last that is over)' },
    out: { kind: 'text', value: 'FILE', summary: 'file to make; CSV where it ends so, else PDF' },
  },
  examples: [
    'gw invoice month ann --month 2026-11',
    'gw invoice month acme --month 2026-11 --out november.pdf',
  ],
  json: MONTH_VIEW,
  reads: true,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id: userId } = await services.users.show(args.user)
    const statement = await services.invoices.month({ userId, month: flags.month })
    if (flags.out === undefined) {
      context.output.one(statement, MONTH_VIEW)
      return
    }
    const content = flags.out.endsWith('.csv')
      ? monthCsv(statement)
      : await pdfOf(context, services, { statement, userId })
    const path = await context.save(flags.out, content)
    context.output.note(path)
  },
})

interface OfUser {
  readonly statement: MonthStatement
  readonly userId: number
}

async function pdfOf({ language }: CommandContext, services: Services, request: OfUser) {
  return await services.invoices.monthPdf(request.statement, { userId: request.userId, language })
}
