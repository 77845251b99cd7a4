import { type ReceiptJson, receiptEndpoints } from '../../domain/endpoints/receipt'
import type { Receipt } from '../../services/proof/receipt'
import { handlers } from '../handlers'

export const receiptRoutes = handlers(receiptEndpoints, {
  'receipt.show': async ({ services, actor, params }) =>
    jsonOf(await services.bills.receipt(actor, params.id)),
  'receipt.link': async ({ services, actor, params }) =>
    await services.bills.link(actor, params.id),
  'receipt.revoke_links': async ({ services, actor, params, query }) => {
    const isOnlyThis = query.only_this === true
    await services.bills.revokeLinks(actor, { requestId: params.id, isOnlyThis })
  },
  'receipt.signed': async ({ services, params, query }) =>
    jsonOf(await services.bills.signed({ requestId: params.id, ...query })),
})

function jsonOf({ steps, tries, lines, ...facts }: Receipt): ReceiptJson {
  return { ...facts, steps: [...steps], tries: [...tries], lines: [...lines] }
}
