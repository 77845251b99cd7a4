/** What a section has besides the fields of its settings. */
import type { ComponentType } from 'react'
import type { SectionId } from '../option-tabs'
import { GitHubAddresses, LinuxDoAddresses, OidcAddresses } from './CallbackAddress'
import { GroupLimits } from './GroupLimits'
import { LogCleanUp } from './LogCleanUp'
import { MailTest } from './MailTest'
import { ResetRatios } from './ResetRatios'
import type { ExtraProps } from './section-extra-props'

export const SECTION_EXTRAS: Partial<Record<SectionId, ComponentType<ExtraProps>>> = {
  group_limits: GroupLimits,
  logs: LogCleanUp,
  ratios: ResetRatios,
  github: GitHubAddresses,
  linuxdo: LinuxDoAddresses,
  oidc: OidcAddresses,
  mail: MailTest,
}
