/** What operators look at: how the site is, and what its parts did. */
import type { Bind } from './bind'
import { attention } from './overview/attention'
import { findings } from './overview/findings'
import { siteHealth } from './overview/health'
import { ownOverview } from './overview/own'
import { topSubjects } from './overview/top'
import { readRehearsal } from './rehearsal/books'
import { copyForRehearsal } from './rehearsal/copy'
import { prepareRehearsal } from './rehearsal/prepare'
import { listCounts } from './rollups/counts'
import { purgeRollups } from './rollups/purge'
import { ownTokenStats, subjectStats } from './rollups/subject'

export function watchServices(bound: Bind) {
  return {
    overview: {
      attention: bound(attention),
      findings: bound(findings),
      health: bound(siteHealth),
      own: bound(ownOverview),
      top: bound(topSubjects),
    },
    rehearsal: {
      copy: bound(copyForRehearsal),
      prepare: bound(prepareRehearsal),
      read: bound(readRehearsal),
    },
    rollups: {
      counts: bound(listCounts),
      purge: bound(purgeRollups),
      show: bound(subjectStats),
      showOwnToken: bound(ownTokenStats),
    },
  } as const
}
