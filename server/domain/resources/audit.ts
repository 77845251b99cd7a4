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
