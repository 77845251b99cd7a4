/** Every provider of jobs, by the name that channel types and stored jobs have for it. */
import type { JOB_PROVIDERS, JobProviderName } from '../../../domain/jobs/providers'
import type { JobProvider } from '../provider'
import { midjourney, midjourneyPlus } from './midjourney'
import { sora } from './sora'
import { suno } from './suno'

export const JOB_PROVIDER_MODULES: {
  readonly [Name in JobProviderName]: JobProvider<(typeof JOB_PROVIDERS)[Name]>
} = { midjourney, 'midjourney-plus': midjourneyPlus, sora, suno }
