/** Users, with the fields that front ends of the family read; ids elsewhere are "" for none. */
import { column, hidden } from '../resources/resource'
import { field, label } from './noun'

export const userFields = {
  id: field('integer', 7, { title: label('ID', 'ID'), column: column('id'), sorts: true }),
  username: field('text', 'ann', {
    title: label('Username', '用户名'),
    column: column('text'),
    sorts: true,
    sets: true,
  }),
  display_name: field('text', 'Ann', {
    title: label('Display name', '显示名称'),
    column: hidden('text'),
    sets: true,
  }),
  email: field('text', 'ann@example.com', {
    title: label('E-mail', '邮箱'),
    column: hidden('text'),
  }),
  group: field('text', 'default', {
    title: label('Group', '分组'),
    column: column('text'),
    filters: true,
    sets: true,
    starts: 'default',
  }),
  /** Credits, as the next one. */
  quota: field('credits', 500_000, {
    title: label('Balance', '余额'),
    column: column('quota'),
    sorts: true,
  }),
  used_quota: field('credits', 0, {
    title: label('Spend, total', '累计消费'),
    column: column('quota'),
    sorts: true,
  }),
  request_count: field('integer', 0, {
    title: label('Calls', '请求次数'),
    column: column('number'),
    sorts: true,
  }),
  aff_count: field('integer', 0, { title: label('Invited', '邀请人数'), column: column('number') }),
  aff_history_quota: field('credits', 0, {
    title: label('Invite income', '邀请总收益'),
    column: column('quota'),
  }),
  inviter_id: field('integer', 0, { title: label('Inviter', '邀请人 ID'), column: column('id') }),
  role: field('integer', 1, {
    title: label('Role', '角色'),
    column: column('role'),
    filters: true,
    sets: true,
    starts: 1,
  }),
  /** Of a role of one's own, which narrows what the role may do; 0 for none. */
  role_id: field('integer', 0, { title: label('Custom role', '自定义角色') }),
  /** `person` or `organisation`, which nobody signs in as. */
  account_type: field('text', 'person', {
    title: label('Account type', '账户类型'),
    filters: true,
    starts: 'person',
  }),
  status: field('integer', 1, {
    title: label('Status', '状态'),
    column: column('user_status'),
    filters: true,
    starts: 1,
  }),
  /** Of who is banned: epoch seconds, 0 for good. */
  banned_until: field('moment', 0, { title: label('Banned until', '禁用至') }),
  banned_reason: field('text', '', { title: label('Reason for the ban', '禁用原因') }),
  /** Version of the terms of use that was accepted last; "" for none. */
  terms_version: field('text', '', { title: label('Accepted terms', '已接受的协议版本') }),
  /** When that was: epoch seconds, 0 for never. */
  terms_accepted: field('moment', 0, { title: label('Terms accepted at', '协议接受时间') }),
  /** Always "". */
  password: field('text', '', { computed: true }),
  github_id: field('text', '', {}),
  oidc_id: field('text', '', {}),
  wechat_id: field('text', '', {}),
  telegram_id: field('text', '', {}),
  linux_do_id: field('text', '', {}),
  verification_code: field('text', '', { computed: true }),
  /** Always null: only a hash is stored. */
  access_token: field('null', null, { computed: true }),
  aff_code: field('text', 'aB3xK9pQ', {}),
  aff_quota: field('credits', 0, {}),
  /** RFC 3339, null for the living. */
  DeletedAt: field('text_or_null', null, { computed: true }),
  /** JSON text; "" until first saved. */
  setting: field('text', '', {}),
}
