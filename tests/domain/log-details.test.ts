import { expect, test } from 'bun:test'
import type { LogJson } from '../../server/domain/endpoints/log'
import { detailsOf } from '../../server/domain/logs/details'

function rowWith(other: object): LogJson {
  return {
    id: 1,
    user_id: 1,
    created_at: 0,
    type: 2,
    content: '',
    username: 'ann',
    token_name: '',
    model_name: 'm',
    quota: 30,
    prompt_tokens: 12,
    completion_tokens: 9,
    use_time: 1,
    is_stream: true,
    channel: 1,
    channel_name: '',
    token_id: 1,
    group: 'default',
    ip: '',
    request_id: '',
    client: '',
    tags: '',
    session: '',
    duration_ms: 0,
    calls: 1,
    other: JSON.stringify(other),
  }
}

test('a bill that waited for the database tells how long', () => {
  expect(detailsOf(rowWith({ settled_late_ms: 61_500 })).settledLateMs).toBe(61_500)
  expect(detailsOf(rowWith({})).settledLateMs).toBe(0)
  expect(detailsOf(rowWith({ settled_late_ms: 'soon' })).settledLateMs).toBe(0)
})
