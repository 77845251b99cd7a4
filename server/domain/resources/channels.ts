import { channelFields } from '../nouns/channel'
import { columnsOf, filtersOf } from '../nouns/noun'
import { resource } from './resource'

export const channelResource = resource('channel', {
  columns: columnsOf(channelFields),
  search: ['id', 'name', 'key', 'base_url'],
  filters: {
    ...filtersOf(channelFields),
    group: 'text',
    model: 'text',
    status: 'channel_status',
    type: 'channel_type',
    tag: 'text',
  },
})
