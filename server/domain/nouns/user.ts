/** Users, with the fields that front ends of the family read; ids elsewhere are "" for none. */
import { column, hidden } from '../resources/resource'
import { field } from './noun'

export const userFields = {
  id: field('integer', 7, { column: column('id'), sorts: true }),
  username: field('text', 'ann', { column: column('text'), sorts: true }),
  display_name: field('text', 'Ann', { column: hidden('text') }),
  email: field('text', 'ann@example.com', { column: hidden('text') }),
  group: field('text', 'default', { column: column('text') }),
  /** Credits, as the next one. */
  quota: field('integer', 500_000, { column: column('quota'), sorts: true }),
  used_quota: field('integer', 0, { column: column('quota'), sorts: true }),
  request_count: field('integer', 0, { column: column('number'), sorts: true }),
  aff_count: field('integer', 0, { column: column('number') }),
  aff_history_quota: field('integer', 0, { column: column('quota') }),
  inviter_id: field('integer', 0, { column: column('id') }),
  role: field('integer', 1, { column: column('role') }),
  status: field('integer', 1, { column: column('user_status') }),
  /** Always "". */
  password: field('text', '', {}),
  github_id: field('text', '', {}),
  oidc_id: field('text', '', {}),
  wechat_id: field('text', '', {}),
  telegram_id: field('text', '', {}),
  linux_do_id: field('text', '', {}),
  verification_code: field('text', '', {}),
  /** Always null: only a hash is kept. */
  access_token: field('null', null, {}),
  aff_code: field('text', 'aB3xK9pQ', {}),
  aff_quota: field('integer', 0, {}),
  /** RFC 3339, null for the living. */
  DeletedAt: field('text_or_null', null, {}),
  /** JSON text; "" until first saved. */
  setting: field('text', '', {}),
}
