import { column, forAdmins, hidden, resource } from './resource'

export const taskResource = resource('task', {
  columns: {
    id: hidden('id'),
    submit_time: column('time_s'),
    finish_time: hidden('time_s'),
    seconds: column('duration_s'),
    channel_id: forAdmins('id'),
    user_id: { ...forAdmins('id'), shown: false },
    platform: column('text'),
    action: column('text'),
    task_id: column('text'),
    status: column('text'),
    progress: column('text'),
    quota: column('quota'),
    input: column('long_text'),
    fail_reason: hidden('long_text'),
  },
  search: ['task_id'],
  filters: {
    channel_id: 'id',
    task_id: 'text',
    status: 'text',
    action: 'text',
    start_timestamp: 'time_s',
    end_timestamp: 'time_s',
  },
})
