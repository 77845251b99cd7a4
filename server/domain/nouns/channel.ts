/** Channels: the upstream accounts. Texts are never null: front ends parse and split them. */
import { column, hidden } from '../resources/resource'
import { field, label } from './noun'

export const channelFields = {
  id: field('integer', 3, { title: label('ID', 'ID'), column: column('id') }),
  name: field('text', 'main', {
    title: label('Name', '名称'),
    column: column('text'),
    sorts: true,
    sets: true,
  }),
  /** Comma separated. */
  group: field('text', 'default,vip', {
    title: label('Group', '分组'),
    column: column('list'),
    sets: true,
  }),
  type: field('integer', 1, {
    title: label('Type', '类型'),
    column: column('channel_type'),
    sets: true,
    starts: 1,
  }),
  status: field('integer', 1, {
    title: label('Status', '状态'),
    column: column('channel_status'),
    starts: 1,
  }),
  /** By root: epoch seconds, -1 until further notice, 0 when it is not frozen. */
  frozen_until: field('moment_or_never', 0, {
    title: label('Frozen until', '冻结至'),
    column: hidden('time_s'),
  }),
  /** Its status before that; 0 when it is not frozen. */
  frozen_from: field('integer', 0, {}),
  /** Milliseconds. */
  response_time: field('integer', 0, {
    title: label('Response time', '响应时间'),
    column: column('duration_ms'),
    sorts: true,
  }),
  used_quota: field('credits', 0, {
    title: label('Spend', '累计消费'),
    column: column('quota'),
    sorts: true,
  }),
  /** Dollars. */
  balance: field('number', 0, {
    title: label('Balance', '上游余额'),
    column: column('money_usd'),
    sorts: true,
  }),
  priority: field('integer', 0, {
    title: label('Priority', '优先级'),
    column: column('number'),
    sorts: true,
    sets: true,
  }),
  weight: field('integer', 0, {
    title: label('Weight', '权重'),
    column: column('number'),
    sorts: true,
    sets: true,
  }),
  tag: field('text', '', { title: label('Tag', '标签'), column: hidden('text'), sets: true }),
  /** Comma separated. */
  models: field('text', 'gpt-4o,gpt-4o-mini', {
    title: label('Models', '模型'),
    column: hidden('list'),
    sets: true,
  }),
  base_url: field('text', '', {
    title: label('Base URL', '代理地址'),
    column: hidden('text'),
    sets: true,
  }),
  auto_ban: field('integer', 1, {
    title: label('Auto disable', '自动禁用'),
    column: hidden('flag'),
    starts: 1,
  }),
  test_time: field('moment', 0, { title: label('Tested', '测试时间'), column: hidden('time_s') }),
  created_time: field('moment', 1_712_800_000, {
    title: label('Created', '创建时间'),
    column: hidden('time_s'),
  }),
  /** Always "" in answers: keys are written, never read. */
  key: field('text', '', { title: label('Key', '密钥'), sets: true, computed: true }),
  openai_organization: field('text', '', {
    title: label('Organization ID', '组织 ID'),
    sets: true,
  }),
  test_model: field('text', '', {
    title: label('Default test model', '默认测试模型'),
    sets: true,
  }),
  other: field('text', '', { sets: true }),
  balance_updated_time: field('moment', 0, {}),
  model_mapping: field('text', '', {
    title: label('Model mapping', '模型重定向'),
    sets: true,
    holds: 'object',
  }),
  status_code_mapping: field('text', '', {
    title: label('Status code mapping', '状态码重写'),
    sets: true,
    holds: 'object',
  }),
  /** JSON text with status_reason and status_time, or "". */
  other_info: field('text', '', {}),
  setting: field('text', '', {
    title: label('Extra settings', '渠道额外设置'),
    sets: true,
    holds: 'object',
  }),
  param_override: field('text', '', {
    title: label('Parameter override', '参数覆盖'),
    sets: true,
    holds: 'object',
  }),
  /** A field of `setting`: longer prompts go to other channels; 0 for no limit. */
  max_input_tokens: field('integer', 0, {
    title: label('Longest prompt (tokens)', '最大输入令牌数'),
    sets: true,
    computed: true,
  }),
  /** 1 when private addresses may be reached, because root said so. */
  allow_private: field('integer', 0, {}),
  /** How one of several keys is chosen; "" for a channel with one key. */
  key_mode: field('text', '', { sets: true }),
  key_count: field('integer', 1, { computed: true }),
  keys_in_use: field('integer', 1, { computed: true }),
  keys_cooling: field('integer', 0, { computed: true }),
  /** Epoch seconds until when it is left alone because it has failed; 0 when it is not. */
  cooling_until: field('moment', 0, { computed: true }),
  cooling_reason: field('text', '', { computed: true }),
}
