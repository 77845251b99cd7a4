import { columnsOf } from '../nouns/noun'
import { tokenFields } from '../nouns/token'
import { column, hidden, resource } from './resource'
import { tokenResource } from './tokens'

const {
  id,
  name,
  status,
  used_quota,
  remain_quota,
  // Stands where the amount does.
  unlimited_quota: _,
  accessed_time,
  ...others
} = columnsOf(tokenFields)

/** Tokens of everybody, as admins see them: who spends most is what they look for. */
export const anyTokenResource = resource('any_token', {
  columns: {
    id,
    name,
    username: column('text'),
    status,
    spent_day: column('quota'),
    used_quota,
    remain_quota,
    accessed_time,
    ...others,
    group: hidden('text'),
    created_time: hidden('time_s'),
    expired_time: hidden('time_s'),
  },
  search: tokenResource.search,
  filters: tokenResource.filters,
})
