/** What operators look at: how the site is, and what its parts did. */
import type { Language } from '../domain/i18n/translate'
import type { OptionValues } from '../domain/options'
import { type AlertMemory, evaluateAlerts } from './alerts/evaluate'
import { alertHistory, purgeAlertHistory } from './alerts/history'
import { changeAlertRule, createAlertRule, removeAlertRule, silenceAlertRule } from './alerts/keep'
import { previewAlertRule } from './alerts/preview'
import { listAlertRules, showAlertRule } from './alerts/rule-view'
import type { Bind } from './bind'
import { keepChart, removeChart } from './charts/keep'
import { listCharts } from './charts/list'
import { storedFacts } from './doctor/bundle'
import {
  changeIncident,
  createIncident,
  removeIncident,
  updateIncidentState,
} from './incidents/keep'
import { listIncidentPage, showIncident } from './incidents/list'
import { endLiveCall } from './live/end'
import { showLive } from './live/show'
import { drainNode } from './nodes/drain'
import { listServingNodes, showNode } from './nodes/list'
import { attention } from './overview/attention'
import { recordRelease, siteChanges } from './overview/changes'
import { findings } from './overview/findings'
import { siteHealth } from './overview/health'
import { ownOverview } from './overview/own'
import { lastDayOf, topSubjects } from './overview/top'
import { checkUpdate, type UpdateMemory, updateState } from './overview/update'
import { readRehearsal } from './rehearsal/books'
import { copyForRehearsal } from './rehearsal/copy'
import { prepareRehearsal } from './rehearsal/prepare'
import { listCounts } from './rollups/counts'
import { purgeRollups } from './rollups/purge'
import { subjectStats } from './rollups/subject'
import { pushHeartbeat } from './status-page/push'
import { type StatusMemory, showStatusPage } from './status-page/show'
import { ownTokenStats } from './tokens/own-stats'
import { backfillUsage } from './usage/backfill'
import { exploreUsage } from './usage/explore'
import { financeOf, financeSums, verifyNow } from './usage/finance'
import { listSessions, showSession } from './usage/sessions'

export function watchServices(bound: Bind) {
  const memory: UpdateMemory = { address: '', checked: undefined }
  const [state, check] = [bound(updateState), bound(checkUpdate)]
  const page: StatusMemory = { cached: undefined, past: undefined }
  const [shown, pushed] = [bound(showStatusPage), bound(pushHeartbeat)]
  const alerts: AlertMemory = new Map()
  const evaluate = bound(evaluateAlerts)
  return {
    alerts: {
      list: bound(listAlertRules),
      show: bound(showAlertRule),
      create: bound(createAlertRule),
      change: bound(changeAlertRule),
      remove: bound(removeAlertRule),
      silence: bound(silenceAlertRule),
      preview: bound(previewAlertRule),
      history: bound(alertHistory),
      purge: bound(purgeAlertHistory),
      evaluate: () => evaluate(alerts),
    },
    overview: {
      attention: bound(attention),
      changes: bound(siteChanges),
      recordRelease: bound(recordRelease),
      supportFacts: bound(storedFacts),
      findings: bound(findings),
      health: bound(siteHealth),
      own: bound(ownOverview),
      top: bound(topSubjects),
      update: (language: Language) => state(memory, language),
      checkUpdate: (language: Language) => check(memory, language),
    },
    nodes: { list: bound(listServingNodes), show: bound(showNode), drain: bound(drainNode) },
    incidents: {
      list: bound(listIncidentPage),
      show: bound(showIncident),
      create: bound(createIncident),
      change: bound(changeIncident),
      update: bound(updateIncidentState),
      remove: bound(removeIncident),
    },
    statusPage: {
      show: (options?: OptionValues) => shown(page, options),
      push: () => pushed(page),
    },
    live: { show: bound(showLive), end: bound(endLiveCall) },
    rehearsal: {
      copy: bound(copyForRehearsal),
      prepare: bound(prepareRehearsal),
      read: bound(readRehearsal),
    },
    charts: { list: bound(listCharts), keep: bound(keepChart), remove: bound(removeChart) },
    finance: { show: bound(financeOf), sums: bound(financeSums), verify: bound(verifyNow) },
    usage: {
      backfill: bound(backfillUsage),
      explore: bound(exploreUsage),
      sessions: bound(listSessions),
      session: bound(showSession),
    },
    rollups: {
      counts: bound(listCounts),
      lastDayOf: bound(lastDayOf),
      purge: bound(purgeRollups),
      show: bound(subjectStats),
      showOwnToken: bound(ownTokenStats),
    },
  } as const
}
