import { defineCommand } from '../../command/command'
import { RANGE_FLAGS, rangeOf } from '../range-flags'

export const invoiceExport = defineCommand({
  path: ['invoice', 'export'],
  summary: 'write all invoices of a period as CSV, for accountants',
  flags: {
    user: { kind: 'text', summary: 'id or username', completes: 'user' },
    ...RANGE_FLAGS,
    out: { kind: 'text', value: 'FILE', summary: 'file to make (default: stdout)' },
  },
  examples: ['gw invoice export --from 2026-10-01 --to 2026-11-01 --out october.csv'],
  json: { path: 'text' },
  reads: true,
  run: async (context, { flags }) => {
    const services = await context.services()
    const owner = flags.user === undefined ? undefined : await services.users.show(flags.user)
    const csv = await services.invoices.csv({ userId: owner?.id, ...rangeOf(context, flags) })
    if (flags.out === undefined) {
      context.output.write(csv)
      return
    }
    const path = await context.save(flags.out, csv)
    context.output.value(path, { path })
  },
})
