import { column, hidden, resource } from './resource'

export const AUDIT_SORTS = ['created_at'] as const

export const auditResource = resource('audit', {
  columns: {
    id: hidden('id'),
    created_at: column('time_s'),
    actor: column('text'),
    action: column('text'),
    target: column('text'),
    ip: column('text'),
    request_id: hidden('text'),
  },
  search: [],
  filters: { actor: 'text', action: 'text', target: 'text' },
})

/** What may be wrong with the links between entries. */
export const CHAIN_PROBLEMS = ['changed', 'missing', 'other_head', 'other_key'] as const
export type ChainProblemKind = (typeof CHAIN_PROBLEMS)[number]
