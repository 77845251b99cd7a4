import { column, forAdmins, hidden, resource } from './resource'

export const drawingResource = resource('drawing', {
  columns: {
    id: hidden('id'),
    submit_time: column('time_s'),
    finish_time: hidden('time_s'),
    seconds: column('duration_s'),
    channel_id: forAdmins('id'),
    user_id: { ...forAdmins('id'), shown: false },
    action: column('text'),
    mj_id: column('text'),
    code: forAdmins('text'),
    status: column('text'),
    progress: column('text'),
    quota: column('quota'),
    image_url: hidden('text'),
    prompt: column('long_text'),
    prompt_en: hidden('long_text'),
    fail_reason: hidden('long_text'),
  },
  search: ['mj_id'],
  filters: {
    channel_id: 'id',
    mj_id: 'text',
    status: 'text',
    start_timestamp: 'time_s',
    end_timestamp: 'time_s',
  },
})
