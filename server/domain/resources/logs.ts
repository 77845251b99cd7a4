import { column, forAdmins, hidden, resource } from './resource'

export const logResource = resource('log', {
  columns: {
    id: hidden('id'),
    created_at: column('time_s'),
    channel: forAdmins('id'),
    username: forAdmins('text'),
    token_name: column('text'),
    group: column('text'),
    type: column('log_type'),
    model_name: column('text'),
    use_time: column('duration_s'),
    is_stream: hidden('flag'),
    prompt_tokens: column('number'),
    completion_tokens: column('number'),
    quota: column('quota'),
    request_id: hidden('text'),
    ip: hidden('text'),
    content: column('long_text'),
  },
  search: ['content', 'request_id'],
  filters: {
    type: 'log_type',
    start_timestamp: 'time_s',
    end_timestamp: 'time_s',
    token_name: 'text',
    model_name: 'text',
    group: 'text',
    channel: 'id',
    username: 'text',
  },
})
