/** Submit-and-poll services, spoken to through their own proxies. */
import { channelType } from './channel-type'

export const midjourneyProxy = channelType({
  id: 2,
  name: 'Midjourney Proxy',
  mark: 'midjourney',
  dialect: 'jobs',
  jobs: ['midjourney'],
  baseUrl: '',
  models: [
    'mj_imagine',
    'mj_variation',
    'mj_reroll',
    'mj_blend',
    'mj_upscale',
    'mj_describe',
    'mj_upload',
  ],
})

export const midjourneyProxyPlus = channelType({
  id: 5,
  name: 'Midjourney Proxy Plus',
  mark: 'midjourney',
  dialect: 'jobs',
  jobs: ['midjourney-plus'],
  baseUrl: '',
  models: [
    'swap_face',
    'mj_imagine',
    'mj_variation',
    'mj_reroll',
    'mj_blend',
    'mj_upscale',
    'mj_describe',
    'mj_zoom',
    'mj_shorten',
    'mj_modal',
    'mj_inpaint',
    'mj_custom_zoom',
    'mj_high_variation',
    'mj_low_variation',
    'mj_pan',
    'mj_upload',
  ],
})

export const suno = channelType({
  id: 36,
  name: 'Suno API',
  mark: 'suno',
  dialect: 'jobs',
  jobs: ['suno'],
  baseUrl: '',
  models: ['suno_music', 'suno_lyrics'],
})
