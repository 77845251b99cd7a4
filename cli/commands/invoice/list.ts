import { DOCUMENT_KINDS, isDocumentKind } from '../../../server/domain/invoices/kinds'
import { defineList } from '../../command/list-command'
import { UsageError } from '../../exit'
import { words } from '../../words'
import { RANGE_FLAGS, rangeOf } from '../range-flags'
import { INVOICE_VIEW } from './view'

export const invoiceList = defineList({
  path: ['invoice', 'list'],
  summary: 'list invoices, credit notes and corrections, newest first',
  flags: {
    user: { kind: 'text', summary: 'id or username', completes: 'user' },
    kind: { kind: 'text', summary: 'only invoice, credit_note or correction' },
    ...RANGE_FLAGS,
  },
  examples: ['gw invoice list --user ann', 'gw invoice list --kind credit_note --from 30d --json'],
  view: INVOICE_VIEW,
  indexed: { user_id: 'user', kind: 'kind' },
  rows: async (context, { flags }) => {
    const services = await context.services()
    const owner = flags.user === undefined ? undefined : await services.users.show(flags.user)
    const { kind } = flags
    if (kind !== undefined && !isDocumentKind(kind)) {
      throw new UsageError(words`${kind} is none of ${DOCUMENT_KINDS.join(', ')}`)
    }
    const filter = { userId: owner?.id, kind, ...rangeOf(context, flags) }
    return (page) => services.invoices.list({ ...filter, ...page })
  },
})
