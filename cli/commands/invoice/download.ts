import { defineCommand } from '../../command/command'
import { INVOICE_ARGUMENT, invoiceNamed } from './view'

export const invoiceDownload = defineCommand({
  path: ['invoice', 'download'],
  summary: 'save one invoice as PDF, in the language of the command',
  args: [INVOICE_ARGUMENT],
  flags: { out: { kind: 'text', value: 'FILE', summary: 'file to make', required: true } },
  examples: ['gw invoice download INV-2026-000012 --out invoice.pdf'],
  json: { path: 'text', number: 'text', bytes: 'bytes' },
  reads: true,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const invoice = await services.invoices.show(context.actor, invoiceNamed(args.invoice))
    const { value: site } = await services.options.get('ServerAddress')
    const pdf = await services.invoices.pdf(invoice, { language: context.language, site })
    const path = await context.save(flags.out, pdf)
    context.output.value(path, { path, number: invoice.number, bytes: pdf.length })
  },
})
