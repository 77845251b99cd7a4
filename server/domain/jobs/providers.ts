/**
 * Every provider of jobs and what it makes. A channel type names the providers that its channels
 * reach in `jobs`; `relay/jobs/providers/` has a module for each.
 */
import type { JobFamily } from './families'

export const JOB_PROVIDERS = {
  midjourney: 'drawing',
  'midjourney-plus': 'drawing',
  sora: 'video',
  suno: 'music',
} as const satisfies Readonly<Record<string, JobFamily>>

export type JobProviderName = keyof typeof JOB_PROVIDERS

export function familyOf(provider: JobProviderName): JobFamily {
  return JOB_PROVIDERS[provider]
}
