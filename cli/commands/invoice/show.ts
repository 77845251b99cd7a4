import { defineCommand } from '../../command/command'
import { INVOICE_ARGUMENT, invoiceNamed, ONE_INVOICE_VIEW } from './view'

export const invoiceShow = defineCommand({
  path: ['invoice', 'show'],
  summary: 'show one invoice, with seller, buyer and lines',
  args: [INVOICE_ARGUMENT],
  flags: {
    link: { kind: 'switch', summary: 'print a signed address to send to a customer' },
  },
  examples: ['gw invoice show INV-2026-000012', 'gw invoice show INV-2026-000012 --link'],
  json: ONE_INVOICE_VIEW,
  reads: true,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const name = invoiceNamed(args.invoice)
    if (flags.link !== true) {
      const invoice = await services.invoices.show(context.actor, name)
      context.output.one(invoice, ONE_INVOICE_VIEW)
      return
    }
    const { path } = await services.invoices.link(context.actor, name)
    const { value: site } = await services.options.get('ServerAddress')
    context.output.value(`${site}${path}`, { link: `${site}${path}` })
  },
})
