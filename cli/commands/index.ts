/** Every subcommand; help, completion and the manual follow from this list. */
import type { Command } from '../command/command'
import { accessTokenCreate } from './access-token/create'
import { accessTokenList } from './access-token/list'
import { accessTokenReset } from './access-token/reset'
import { accessTokenRevoke } from './access-token/revoke'
import { admin } from './admin'
import { launch } from './agent/launch'
import { setup } from './agent/setup'
import { alertCommands } from './alert'
import { api } from './api'
import { apply } from './apply'
import { auditList } from './audit/list'
import { auditVerify } from './audit/verify'
import { embed } from './call/embed'
import { image } from './call/image'
import { rerank } from './call/rerank'
import { speak } from './call/speak'
import { transcribe } from './call/transcribe'
import { channelCommands } from './channel'
import { chat } from './chat'
import { complete } from './complete'
import { completion } from './completion'
import { contactPointCreate } from './contact-point/create'
import { contactPointDelete } from './contact-point/delete'
import { contactPointList } from './contact-point/list'
import { contactPointSet } from './contact-point/set'
import { contactPointTest } from './contact-point/test'
import { contextAdd } from './context/add'
import { contextList } from './context/list'
import { contextRemove } from './context/remove'
import { contextRename } from './context/rename'
import { contextShow } from './context/show'
import { contextUse } from './context/use'
import { dbBackup } from './db/backup'
import { dbCheck } from './db/check'
import { dbMigrate } from './db/migrate'
import { dbRestore } from './db/restore'
import { dbVacuum } from './db/vacuum'
import { demo } from './demo'
import { diff } from './diff'
import { doctor } from './doctor'
import { drawingList } from './drawing/list'
import { drawingCommands } from './drawing/one'
import { explain } from './explain'
import { exportCommand } from './export'
import { financeShow } from './finance/show'
import { grafanaBoardCommand } from './grafana/board'
import { grafanaRules } from './grafana/rules'
import { groupList } from './group/list'
import { health } from './health'
import { identityProviderCreate } from './identity-provider/create'
import { identityProviderDelete } from './identity-provider/delete'
import { identityProviderList } from './identity-provider/list'
import { identityProviderSet } from './identity-provider/set'
import { importCommand } from './import'
import { incidentCreate } from './incident/create'
import { incidentDelete } from './incident/delete'
import { incidentList } from './incident/list'
import { incidentSet } from './incident/set'
import { incidentShow } from './incident/show'
import { incidentUpdate } from './incident/update'
import { invoiceDownload } from './invoice/download'
import { invoiceExport } from './invoice/export'
import { invoiceList } from './invoice/list'
import { invoiceMonth } from './invoice/month'
import { invoiceShow } from './invoice/show'
import { jobRun } from './job/run'
import { ledgerVerify } from './ledger/verify'
import { limitDelete } from './limit/delete'
import { limitList } from './limit/list'
import { limitSet } from './limit/set'
import { logArchive } from './log/archive'
import { logDelete } from './log/delete'
import { logList } from './log/list'
import { logStat } from './log/stat'
import { logStorage } from './log/storage'
import { logTail } from './log/tail'
import { login } from './login'
import { logout } from './logout'
import { mcp } from './mcp'
import { memberAdd } from './member/add'
import { memberInvite } from './member/invite'
import { memberList } from './member/list'
import { memberRemove } from './member/remove'
import { memberSet } from './member/set'
import { modelKnown } from './model/known'
import { modelList } from './model/list'
import { nodeDrain } from './node/drain'
import { nodeList } from './node/list'
import { nodeResume } from './node/resume'
import { nodeShow } from './node/show'
import { noticeDismiss } from './notice/dismiss'
import { noticeList } from './notice/list'
import { noticeRetry } from './notice/retry'
import { noticeTest } from './notice/test'
import { open } from './open'
import { optionGet } from './option/get'
import { optionList } from './option/list'
import { optionSet } from './option/set'
import { orderCommands } from './order'
import { organisationCreate } from './organisation/create'
import { organisationDelete } from './organisation/delete'
import { organisationList } from './organisation/list'
import { withOrgFlag } from './organisation/org-flag'
import { organisationSet } from './organisation/set'
import { organisationShow } from './organisation/show'
import { organisationSpend } from './organisation/spend'
import { planCreate } from './plan/create'
import { planDelete } from './plan/delete'
import { planList } from './plan/list'
import { planSet } from './plan/set'
import { planShow } from './plan/show'
import { priceCommands } from './price'
import { pricingList } from './pricing/list'
import { projectClose } from './project/close'
import { projectCreate } from './project/create'
import { projectList } from './project/list'
import { projectRename } from './project/rename'
import { promoCodeCommands } from './promo-code'
import { pull } from './pull'
import { receipt } from './receipt'
import { reconcile } from './reconcile'
import { redemptionCreate } from './redemption/create'
import { redemptionDelete } from './redemption/delete'
import { redemptionList } from './redemption/list'
import { redemptionRedeem } from './redemption/redeem'
import { redemptionSet } from './redemption/set'
import { redemptionShow } from './redemption/show'
import { rehearse } from './rehearse'
import { reprice } from './reprice'
import { roleAssign } from './role/assign'
import { roleCreate } from './role/create'
import { roleDelete } from './role/delete'
import { roleList } from './role/list'
import { roleSet } from './role/set'
import { routeExplain } from './route/explain'
import { secondFactorReset } from './second-factor/reset'
import { secondFactorShow } from './second-factor/show'
import { secondFactorStats } from './second-factor/stats'
import { secretList } from './secret/list'
import { secretRotate } from './secret/rotate'
import { serve } from './serve'
import { service } from './service'
import { sessionList } from './session/list'
import { sessionRevoke } from './session/revoke'
import { statsAttention } from './stats/attention'
import { statsAvailability } from './stats/availability'
import { statsExplore } from './stats/explore'
import { statsFailures } from './stats/failures'
import { statsHours } from './stats/hours'
import { statsSession } from './stats/session'
import { statsSessions } from './stats/sessions'
import { statsShow } from './stats/show'
import { statsTop } from './stats/top'
import { status } from './status'
import { subscriptionCommands } from './subscription'
import { taskList } from './task/list'
import { taskCommands } from './task/one'
import { tokenCommands } from './token'
import { top } from './top'
import { updateCheck } from './update/check'
import { updateRollback } from './update/rollback'
import { update } from './update/update'
import { userCommands } from './user'

const ROWS: readonly Command[] = [
  serve,
  demo,
  admin,
  api,
  mcp,
  contextAdd,
  contextList,
  contextShow,
  contextUse,
  contextRename,
  contextRemove,
  login,
  logout,
  chat,
  setup,
  launch,
  speak,
  transcribe,
  image,
  embed,
  rerank,
  status,
  health,
  doctor,
  ...userCommands,
  accessTokenList,
  accessTokenCreate,
  organisationList,
  organisationCreate,
  organisationShow,
  organisationSet,
  organisationSpend,
  organisationDelete,
  memberList,
  memberAdd,
  memberInvite,
  memberSet,
  memberRemove,
  projectList,
  projectCreate,
  projectRename,
  projectClose,
  roleList,
  roleCreate,
  roleSet,
  roleDelete,
  roleAssign,
  identityProviderList,
  identityProviderCreate,
  identityProviderSet,
  identityProviderDelete,
  secondFactorShow,
  secondFactorReset,
  secondFactorStats,
  sessionList,
  sessionRevoke,
  accessTokenReset,
  accessTokenRevoke,
  ...tokenCommands,
  ...channelCommands,
  routeExplain,
  groupList,
  ...alertCommands,
  limitList,
  limitSet,
  limitDelete,
  modelList,
  modelKnown,
  pricingList,
  ...priceCommands,
  redemptionCreate,
  redemptionList,
  redemptionShow,
  redemptionSet,
  redemptionRedeem,
  redemptionDelete,
  ...promoCodeCommands,
  planList,
  planShow,
  planCreate,
  planSet,
  planDelete,
  ...subscriptionCommands,
  ...orderCommands,
  invoiceList,
  invoiceShow,
  invoiceDownload,
  invoiceExport,
  invoiceMonth,
  drawingList,
  ...drawingCommands,
  taskList,
  ...taskCommands,
  nodeList,
  nodeShow,
  nodeDrain,
  nodeResume,
  noticeList,
  noticeRetry,
  noticeDismiss,
  noticeTest,
  contactPointList,
  contactPointCreate,
  contactPointSet,
  contactPointDelete,
  contactPointTest,
  incidentList,
  incidentShow,
  incidentCreate,
  incidentUpdate,
  incidentSet,
  incidentDelete,
  optionList,
  optionGet,
  optionSet,
  logList,
  logTail,
  logStat,
  logDelete,
  logArchive,
  logStorage,
  statsHours,
  statsFailures,
  statsTop,
  statsShow,
  statsExplore,
  statsSessions,
  statsSession,
  financeShow,
  statsAttention,
  statsAvailability,
  reprice,
  receipt,
  reconcile,
  rehearse,
  auditList,
  auditVerify,
  secretList,
  secretRotate,
  ledgerVerify,
  jobRun,
  exportCommand,
  importCommand,
  pull,
  diff,
  apply,
  explain,
  open,
  top,
  grafanaBoardCommand,
  grafanaRules,
  completion,
  complete,
  service,
  dbMigrate,
  dbBackup,
  dbRestore,
  dbCheck,
  dbVacuum,
  update,
  updateCheck,
  updateRollback,
]

export const COMMANDS: readonly Command[] = ROWS.map(withOrgFlag)
