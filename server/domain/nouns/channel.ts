/** Channels: the upstream accounts. Texts are never null: front ends parse and split them. */
import { column, hidden } from '../resources/resource'
import { field } from './noun'

export const channelFields = {
  id: field('integer', 3, { column: column('id') }),
  name: field('text', 'main', { column: column('text'), sorts: true, sets: true }),
  /** Comma separated. */
  group: field('text', 'default,vip', { column: column('list'), sets: true }),
  type: field('integer', 1, { column: column('channel_type'), sets: true }),
  status: field('integer', 1, { column: column('channel_status') }),
  /** Milliseconds. */
  response_time: field('integer', 0, { column: column('duration_ms'), sorts: true }),
  /** Credits. */
  used_quota: field('integer', 0, { column: column('quota'), sorts: true }),
  /** Dollars. */
  balance: field('number', 0, { column: column('money_usd'), sorts: true }),
  priority: field('integer', 0, { column: column('number'), sorts: true, sets: true }),
  weight: field('integer', 0, { column: column('number'), sorts: true, sets: true }),
  tag: field('text', '', { column: hidden('text'), sets: true }),
  /** Comma separated. */
  models: field('text', 'gpt-4o,gpt-4o-mini', { column: hidden('list'), sets: true }),
  base_url: field('text', '', { column: hidden('text'), sets: true }),
  auto_ban: field('integer', 1, { column: hidden('flag') }),
  /** Epoch seconds, as the next one. */
  test_time: field('integer', 0, { column: hidden('time_s') }),
  created_time: field('integer', 1_712_800_000, { column: hidden('time_s') }),
  /** Always "" in answers: keys are written, never read. */
  key: field('text', '', { sets: true }),
  openai_organization: field('text', '', { sets: true }),
  test_model: field('text', '', { sets: true }),
  other: field('text', '', { sets: true }),
  balance_updated_time: field('integer', 0, {}),
  model_mapping: field('text', '', { sets: true }),
  status_code_mapping: field('text', '', { sets: true }),
  /** JSON text with status_reason and status_time, or "". */
  other_info: field('text', '', {}),
  setting: field('text', '', { sets: true }),
  param_override: field('text', '', { sets: true }),
  /** A field of `setting`: longer prompts are asked of other channels; 0 for no limit. */
  max_input_tokens: field('integer', 0, { sets: true }),
  /** 1 when private addresses may be reached, because root said so. */
  allow_private: field('integer', 0, {}),
  /** How one of several keys is chosen; "" for a channel with one key. */
  key_mode: field('text', '', { sets: true }),
  key_count: field('integer', 1, {}),
  keys_in_use: field('integer', 1, {}),
  keys_cooling: field('integer', 0, {}),
  /** Epoch seconds until when it is left alone because it has failed; 0 when it is not. */
  cooling_until: field('integer', 0, {}),
  cooling_reason: field('text', '', {}),
}
