/** Tokens: what clients call the relay with. */
import { column, hidden } from '../resources/resource'
import { field, label } from './noun'

export const tokenFields = {
  id: field('integer', 9, { title: label('ID', 'ID'), column: hidden('id') }),
  name: field('text', 'app', {
    title: label('Name', '名称'),
    column: column('text'),
    sorts: true,
    sets: true,
  }),
  /** 1 enabled, 2 disabled, 3 expired, 4 exhausted. */
  status: field('integer', 1, {
    title: label('Status', '状态'),
    column: column('token_status'),
    filters: true,
    starts: 1,
  }),
  group: field('text', '', {
    title: label('Group', '分组'),
    column: column('text'),
    filters: true,
    sets: true,
  }),
  used_quota: field('credits', 0, {
    title: label('Spend', '累计消费'),
    column: column('quota'),
    sorts: true,
  }),
  remain_quota: field('credits', 500_000, {
    title: label('Remaining', '剩余额度'),
    column: column('quota'),
    sorts: true,
    sets: true,
  }),
  unlimited_quota: field('flag', false, {
    title: label('Unlimited quota', '无限额度'),
    column: hidden('flag'),
    sets: true,
  }),
  created_time: field('moment', 1_712_800_000, {
    title: label('Created', '创建时间'),
    column: column('time_s'),
  }),
  expired_time: field('moment_or_never', -1, {
    starts: -1,
    title: label('Expires', '过期时间'),
    column: column('time_s'),
    sets: true,
  }),
  accessed_time: field('moment', 1_712_800_000, {
    title: label('Last used', '最近使用'),
    column: column('time_s'),
    sorts: true,
  }),
  /** Comma separated. */
  model_limits: field('text', '', {
    title: label('Models', '可用模型'),
    column: hidden('list'),
    sets: true,
  }),
  /** One address or network per line. */
  allow_ips: field('text', '', {
    title: label('Allowed addresses', 'IP 白名单'),
    column: hidden('list'),
    sets: true,
  }),
  /** Of every call with it; comma separated. */
  tags: field('text', '', {
    title: label('Tags', '标签'),
    column: hidden('list'),
    sets: true,
  }),
  /** By an operator: epoch seconds, -1 until further notice, 0 when it is not frozen. */
  frozen_until: field('moment_or_never', 0, {
    title: label('Frozen until', '冻结至'),
    column: hidden('time_s'),
  }),
  frozen_reason: field('text', '', {
    title: label('Reason for freezing', '冻结原因'),
    column: hidden('text'),
  }),
  /** Of an organisation's token: whose it is, by membership, and its project; 0 for none. */
  member_id: field('integer', 0, { title: label('Member', '成员'), filters: true }),
  project_id: field('integer', 0, { title: label('Project', '项目'), filters: true }),
  model_limits_enabled: field('flag', false, { sets: true }),
  user_id: field('integer', 7, {}),
  /** 48 characters; clients write `sk-` before them. */
  key: field('text', 'q0W5e4bZrN2s8uVxYk1mP7tG3hJ6dL9cq0W5e4bZrN2s8uVx', { computed: true }),
  DeletedAt: field('null', null, { computed: true }),
}

/** Characters of a name. */
export const TOKEN_NAME_LENGTH = 30
/** Tokens that are made at once. */
export const MOST_TOKENS = 100
