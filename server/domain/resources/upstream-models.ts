import { column, hidden, resource } from './resource'

export const upstreamModelResource = resource('upstream_model', {
  columns: {
    id: hidden('id'),
    model: column('text'),
    kind: column('text'),
    channel_name: column('text'),
    priced: column('text'),
    misses: hidden('number'),
    created_at: column('time_s'),
  },
  search: [],
  filters: { kind: 'text', state: 'text', channel_id: 'id' },
})
