import { zhAlerts } from './zh/alerts'
import { zhConsoleAccount } from './zh/console-account'
import { zhConsoleAlert } from './zh/console-alert'
import { zhConsoleAudit } from './zh/console-audit'
import { zhConsoleChannel } from './zh/console-channel'
import { zhConsoleChat } from './zh/console-chat'
import { zhConsoleContactPoints } from './zh/console-contact-points'
import { zhConsoleCreate } from './zh/console-create'
import { zhConsoleDashboard } from './zh/console-dashboard'
import { zhConsoleDevice } from './zh/console-device'
import { zhConsoleHome } from './zh/console-home'
import { zhConsoleInvoice } from './zh/console-invoice'
import { zhConsoleJobs } from './zh/console-jobs'
import { zhConsoleKeys } from './zh/console-keys'
import { zhConsoleLog } from './zh/console-log'
import { zhConsoleManage } from './zh/console-manage'
import { zhConsoleNotices } from './zh/console-notices'
import { zhConsoleOptions } from './zh/console-options'
import { zhConsoleOrganisation } from './zh/console-organisation'
import { zhConsoleOverview } from './zh/console-overview'
import { zhConsolePayment } from './zh/console-payment'
import { zhConsolePlan } from './zh/console-plan'
import { zhConsolePlayground } from './zh/console-playground'
import { zhConsolePrice } from './zh/console-price'
import { zhConsolePriceUpdate } from './zh/console-price-update'
import { zhConsolePricing } from './zh/console-pricing'
import { zhConsolePromo } from './zh/console-promo'
import { zhConsoleReceipt } from './zh/console-receipt'
import { zhConsoleRoute } from './zh/console-route'
import { zhConsoleRows } from './zh/console-rows'
import { zhConsoleSetting } from './zh/console-setting'
import { zhConsoleSetup } from './zh/console-setup'
import { zhConsoleShell } from './zh/console-shell'
import { zhConsoleToken } from './zh/console-token'
import { zhConsoleUpstreamModels } from './zh/console-upstream-models'
import { zhConsoleUsage } from './zh/console-usage'
import { zhDoctor } from './zh/doctor'
import { zhErrors } from './zh/errors'
import { zhFields } from './zh/fields'
import { zhLimits } from './zh/limits'
import { zhLogTexts } from './zh/log-texts'
import { zhNamedFields } from './zh/named-fields'
import { zhNotices } from './zh/notices'
import { zhOptions, zhSections } from './zh/options'
import { zhReasons } from './zh/reasons'
import { zhStates } from './zh/states'
import { zhStatusPage } from './zh/status-page'
import { zhTerminal } from './zh/terminal'
import { zhTerminalScreens } from './zh/terminal-screens'
import { zhUnits } from './zh/units'
import { zhVerify } from './zh/verify'
import { zhWords } from './zh/words'

/** The base dictionary: its keys are the keys. Flat, because error ids and options have dots. */
export const zh = {
  ...zhErrors,
  ...zhReasons,
  ...zhAlerts,
  ...zhLimits,
  ...zhLogTexts,
  ...zhNamedFields,
  ...zhNotices,
  ...zhDoctor,
  ...zhOptions,
  ...zhSections,
  ...zhFields,
  ...zhStates,
  ...zhUnits,
  ...zhVerify,
  ...zhWords,
  ...zhConsoleShell,
  ...zhConsoleAccount,
  ...zhConsoleAlert,
  ...zhConsoleAudit,
  ...zhConsoleCreate,
  ...zhConsoleDashboard,
  ...zhConsoleHome,
  ...zhConsoleKeys,
  ...zhConsolePrice,
  ...zhConsolePriceUpdate,
  ...zhConsolePricing,
  ...zhConsoleToken,
  ...zhConsoleUpstreamModels,
  ...zhConsoleUsage,
  ...zhConsoleChannel,
  ...zhConsoleSetup,
  ...zhConsoleChat,
  ...zhConsoleInvoice,
  ...zhConsoleJobs,
  ...zhConsoleLog,
  ...zhConsoleManage,
  ...zhConsoleNotices,
  ...zhConsoleContactPoints,
  ...zhConsoleOptions,
  ...zhConsoleRows,
  ...zhConsoleOrganisation,
  ...zhConsoleOverview,
  ...zhConsolePayment,
  ...zhConsolePlan,
  ...zhConsolePlayground,
  ...zhConsolePromo,
  ...zhConsoleDevice,
  ...zhConsoleReceipt,
  ...zhConsoleRoute,
  ...zhConsoleSetting,
  ...zhStatusPage,
  ...zhTerminal,
  ...zhTerminalScreens,
} as const
