import { column, hidden, resource } from './resource'

export const channelResource = resource('channel', {
  columns: {
    id: column('id'),
    name: column('text'),
    group: column('list'),
    type: column('channel_type'),
    status: column('channel_status'),
    response_time: column('duration_ms'),
    used_quota: column('quota'),
    balance: column('money_usd'),
    priority: column('number'),
    weight: column('number'),
    tag: hidden('text'),
    models: hidden('list'),
    base_url: hidden('text'),
    auto_ban: hidden('flag'),
    test_time: hidden('time_s'),
    created_time: hidden('time_s'),
  },
  search: ['id', 'name', 'key', 'base_url'],
  filters: {
    group: 'text',
    model: 'text',
    status: 'channel_status',
    type: 'channel_type',
    tag: 'text',
  },
})
