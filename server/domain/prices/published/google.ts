import type { PublishedList, PublishedPrice } from './published'

const FLASH_IMAGE: PublishedPrice = { prompt: 0.5, completion: 3, image_completion: 60 }
const PRO_IMAGE: PublishedPrice = { prompt: 2, completion: 12, image_completion: 120 }

const LIVE_2_5: PublishedPrice = {
  prompt: 0.5,
  completion: 2,
  audio_prompt: 3,
  audio_completion: 12,
  image_prompt: 3,
  video_prompt: 3,
}

const LIVE_3: PublishedPrice = {
  prompt: 0.75,
  completion: 4.5,
  audio_prompt: 3,
  audio_completion: 12,
  image_prompt: 1,
  video_prompt: 1,
}

const EMBEDDING_2: PublishedPrice = {
  prompt: 0.2,
  audio_prompt: 6.5,
  image_prompt: 0.45,
  video_prompt: 12,
}

const VEO_3_1: PublishedPrice = { video_second: 0.4, tiers: { '4k': 1.5 } }
const VEO_3_1_FAST: PublishedPrice = { video_second: 0.1, tiers: { '1080p': 1.2, '4k': 3 } }

export const GOOGLE: PublishedList = {
  source: 'https://ai.google.dev/gemini-api/docs/pricing',
  asOf: '2026-11-26',
  models: {
    'gemini-2.5-flash-image': {
      prompt: 0.3,
      completion: 2.5,
      cache_read: 0.03,
      audio_prompt: 1,
      image_completion: 30,
    },
    'gemini-3-pro-image': PRO_IMAGE,
    'gemini-3-pro-image-preview': PRO_IMAGE,
    'gemini-3.1-flash-image': FLASH_IMAGE,
    'gemini-3.1-flash-image-preview': FLASH_IMAGE,
    'gemini-3.1-flash-lite-image': { prompt: 0.25, completion: 1.5, image_completion: 30 },
    'gemini-nano-banana-2.1': { prompt: 1.5, completion: 7.5, image_completion: 30 },
    'gemini-live-2.5-flash-native-audio': LIVE_2_5,
    'gemini-2.5-flash-native-audio-preview-09-2025': LIVE_2_5,
    'gemini-2.5-flash-native-audio-preview-12-2025': LIVE_2_5,
    'gemini-3.1-flash-live-preview': LIVE_3,
    'gemini-3.8-live': LIVE_3,
    'gemini-embedding-2': EMBEDDING_2,
    'gemini-embedding-2-preview': EMBEDDING_2,
    'imagen-3.0-generate-001': { per_call: 0.04 },
    'imagen-3.0-fast-generate-001': { per_call: 0.02 },
    'veo-3.0-generate-001': { video_second: 0.4 },
    'veo-3.0-fast-generate-001': { video_second: 0.1, tiers: { '1080p': 1.2 } },
    'veo-3.1-generate-001': VEO_3_1,
    'veo-3.1-generate-preview': VEO_3_1,
    'veo-3.1-fast-generate-001': VEO_3_1_FAST,
    'veo-3.1-fast-generate-preview': VEO_3_1_FAST,
    'veo-3.1-lite-generate-preview': { video_second: 0.05, tiers: { '1080p': 1.6 } },
  },
}

/**
 * Dollars for a million tokens that a cache keeps for an hour, by how the name of its model begins;
 * the first that fits. Those of the other models, all of them Pro, are the unit's own.
 */
const CACHE_STORAGE: readonly (readonly [begin: RegExp, usd: number])[] = [
  [/^gemini-1\.5-flash-8b/, 0.25],
  [/^gemini-3\.8-flash(?!-lite)/, 0.5],
  [/^gemini-[\d.]+-flash/, 1],
  [/^gemini-flash/, 1],
]

/** `undefined` for models whose storage costs what the unit does. */
export function cacheStorageUsd(model: string): number | undefined {
  const name = model.slice(model.lastIndexOf('/') + 1)
  return CACHE_STORAGE.find(([begin]) => begin.test(name))?.[1]
}
