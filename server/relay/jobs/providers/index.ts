/** Every provider of jobs, by the name that channel types and stored jobs have for it. */
import type { JOB_PROVIDERS, JobProviderName } from '../../../domain/jobs/providers'
import type { JobProvider } from '../provider'
import { ark } from './ark'
import { hailuo } from './hailuo'
import { jimeng } from './jimeng'
import { kling } from './kling'
import { luma } from './luma'
import { replicate } from './replicate'
import { runway } from './runway'
import { sora } from './sora'
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
  replicate,
  runway,
  sora,
  'veo-gemini': veoGemini,
  'veo-vertex': veoVertex,
  vidu,
  wan,
}
