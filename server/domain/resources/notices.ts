import { column, hidden, resource } from './resource'

export const NOTICE_SORTS = ['created_at', 'attempts', 'next_at'] as const
export type NoticeSort = (typeof NOTICE_SORTS)[number]

export const noticeResource = resource('notice', {
  columns: {
    id: hidden('id'),
    created_at: column('time_s'),
    username: column('text'),
    title: column('text'),
    state: column('text'),
    way: column('text'),
    attempts: column('number'),
    failure: column('long_text'),
    next_at: hidden('time_s'),
    done_at: hidden('time_s'),
  },
  search: [],
  filters: { state: 'text', user_id: 'id' },
})
