import type { PublishedList, PublishedPrice } from './published'

/** Pictures are written at $40, $32 and $30 a million tokens; text is read at $5 by all of them. */
const IMAGE_1_5: PublishedPrice = {
  prompt: 5,
  completion: 10,
  cache_read: 1.25,
  image_prompt: 8,
  image_cache_read: 2,
  image_completion: 32,
}

const IMAGE_2: PublishedPrice = {
  prompt: 5,
  cache_read: 1.25,
  image_prompt: 8,
  image_cache_read: 2,
  image_completion: 30,
}

const REALTIME: PublishedPrice = {
  prompt: 4,
  completion: 16,
  cache_read: 0.4,
  audio_prompt: 32,
  audio_cache_read: 0.4,
  audio_completion: 64,
  image_prompt: 5,
  image_cache_read: 0.5,
}

const REALTIME_MINI: PublishedPrice = {
  prompt: 0.6,
  completion: 2.4,
  cache_read: 0.06,
  audio_prompt: 10,
  audio_cache_read: 0.3,
  audio_completion: 20,
  image_prompt: 0.8,
  image_cache_read: 0.08,
}

export const OPENAI: PublishedList = {
  source: 'https://developers.openai.com/api/docs/pricing',
  asOf: '2026-11-26',
  models: {
    'gpt-image-1': {
      prompt: 5,
      cache_read: 1.25,
      image_prompt: 10,
      image_cache_read: 2.5,
      image_completion: 40,
    },
    'gpt-image-1-mini': {
      prompt: 2,
      cache_read: 0.2,
      image_prompt: 2.5,
      image_cache_read: 0.25,
      image_completion: 8,
    },
    'gpt-image-1.5': IMAGE_1_5,
    'chatgpt-image-latest': IMAGE_1_5,
    'gpt-image-2': IMAGE_2,
    'gpt-image-2.5-flare': IMAGE_2,
    'gpt-image-2.5-sunburst': IMAGE_2,
    'gpt-image-2.6-flare': IMAGE_2,
    'gpt-image-2.6-sunburst': IMAGE_2,
    'gpt-realtime': REALTIME,
    'gpt-realtime-1.5': REALTIME,
    'gpt-realtime-2': { ...REALTIME, completion: 24 },
    'gpt-realtime-2.1': { ...REALTIME, completion: 24 },
    'gpt-realtime-mini': REALTIME_MINI,
    'gpt-realtime-2.1-mini': REALTIME_MINI,
    'openai/text-embedding-3-small': { prompt: 0.02 },
    'sora-2': { video_second: 0.1 },
    // The two large sizes are $0.50 a second.
    'sora-2-pro': { video_second: 0.3, tiers: { '1024x1792': 5 / 3, '1792x1024': 5 / 3 } },
  },
}
