/** Every provider of jobs, by the name that channel types and stored jobs have for it. */
import type { JOB_PROVIDERS, JobProviderName } from '../../../domain/jobs/providers'
import type { JobProvider } from '../provider'
import { ark } from './ark'
import { hailuo } from './hailuo'
import { jimeng } from './jimeng'
import { kling } from './kling'
import { luma } from './luma'
import { midjourney, midjourneyPlus } from './midjourney'
import { replicate } from './replicate'
import { runway } from './runway'
import { sora } from './sora'
import { suno } from './suno'
import { veoGemini, veoVertex } from './veo'
import { vidu } from './vidu'
import { wan } from './wan'

export const JOB_PROVIDER_MODULES: {
  readonly [Name in JobProviderName]: JobProvider<(typeof JOB_PROVIDERS)[Name]>
} = {
  ark,
  hailuo,
  jimeng,
  kling,
  luma,
  midjourney,
  'midjourney-plus': midjourneyPlus,
  replicate,
  runway,
  sora,
  suno,
  'veo-gemini': veoGemini,
  'veo-vertex': veoVertex,
  vidu,
  wan,
}
