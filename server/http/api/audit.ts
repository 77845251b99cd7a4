import { auditEndpoints } from '../../domain/endpoints/audit'
import { handlers } from '../handlers'

export const auditRoutes = handlers(auditEndpoints, {
  'audit.list': async ({ query, services }) => {
    const { p, page_size, start_timestamp, end_timestamp, changes_only, kind, ...parts } = query
    const page = await services.audit.search({
      page: p,
      page_size,
      actor: parts.actor,
      action: parts.action,
      target: parts.target,
      kind: kind ?? (changes_only === 'true' ? 'changes' : undefined),
      direction: query.order,
      fromMs: start_timestamp ? start_timestamp * 1000 : undefined,
      // The last second of the range counts in full.
      toMs: end_timestamp ? end_timestamp * 1000 + 999 : undefined,
    })
    const items = page.items.map((row) => ({
      ...row,
      created_at: Math.floor(row.created_at / 1000),
    }))
    return { ...page, items }
  },
  'audit.verify': async ({ query, services }) => {
    const { problem = null, ...chain } = await services.audit.verify({ noted: query.head })
    return { ...chain, problem }
  },
})
