/**
 * Every provider of jobs and what it makes. A channel type names the providers that its channels
 * reach in `jobs`; `relay/jobs/providers/` has a module for each.
 */
import type { JobFamily } from './families'

export const JOB_PROVIDERS = {
  ark: 'video',
  hailuo: 'video',
  jimeng: 'video',
  kling: 'video',
  luma: 'video',
  'midjourney-plus': 'drawing',
  midjourney: 'drawing',
  replicate: 'video',
  runway: 'video',
  sora: 'video',
  suno: 'music',
  'veo-gemini': 'video',
  'veo-vertex': 'video',
  vidu: 'video',
  wan: 'video',
} as const satisfies Readonly<Record<string, JobFamily>>

export type JobProviderName = keyof typeof JOB_PROVIDERS

export function familyOf(provider: JobProviderName): JobFamily {
  return JOB_PROVIDERS[provider]
}
