import type { Dict } from './dict'
import { enAlerts } from './en/alerts'
import { enConsoleAccount } from './en/console-account'
import { enConsoleAlert } from './en/console-alert'
import { enConsoleAudit } from './en/console-audit'
import { enConsoleChannel } from './en/console-channel'
import { enConsoleChat } from './en/console-chat'
import { enConsoleContactPoints } from './en/console-contact-points'
import { enConsoleCreate } from './en/console-create'
import { enConsoleDashboard } from './en/console-dashboard'
import { enConsoleDevice } from './en/console-device'
import { enConsoleHome } from './en/console-home'
import { enConsoleInvoice } from './en/console-invoice'
import { enConsoleJobs } from './en/console-jobs'
import { enConsoleKeys } from './en/console-keys'
import { enConsoleLog } from './en/console-log'
import { enConsoleManage } from './en/console-manage'
import { enConsoleNotices } from './en/console-notices'
import { enConsoleOptions } from './en/console-options'
import { enConsoleOrganisation } from './en/console-organisation'
import { enConsoleOverview } from './en/console-overview'
import { enConsolePayment } from './en/console-payment'
import { enConsolePlan } from './en/console-plan'
import { enConsolePlayground } from './en/console-playground'
import { enConsolePrice } from './en/console-price'
import { enConsolePriceUpdate } from './en/console-price-update'
import { enConsolePricing } from './en/console-pricing'
import { enConsolePromo } from './en/console-promo'
import { enConsoleReceipt } from './en/console-receipt'
import { enConsoleRoute } from './en/console-route'
import { enConsoleRows } from './en/console-rows'
import { enConsoleSetting } from './en/console-setting'
import { enConsoleSetup } from './en/console-setup'
import { enConsoleShell } from './en/console-shell'
import { enConsoleToken } from './en/console-token'
import { enConsoleUpstreamModels } from './en/console-upstream-models'
import { enConsoleUsage } from './en/console-usage'
import { enDoctor } from './en/doctor'
import { enErrors } from './en/errors'
import { enFields } from './en/fields'
import { enLimits } from './en/limits'
import { enLogTexts } from './en/log-texts'
import { enNamedFields } from './en/named-fields'
import { enNotices } from './en/notices'
import { enOptions, enSections } from './en/options'
import { enReasons } from './en/reasons'
import { enStates } from './en/states'
import { enStatusPage } from './en/status-page'
import { enTerminal } from './en/terminal'
import { enTerminalScreens } from './en/terminal-screens'
import { enUnits } from './en/units'
import { enVerify } from './en/verify'
import { enWords } from './en/words'
import type { zh } from './zh'

export const en: Dict<typeof zh> = {
  ...enErrors,
  ...enReasons,
  ...enAlerts,
  ...enLimits,
  ...enLogTexts,
  ...enNamedFields,
  ...enNotices,
  ...enDoctor,
  ...enOptions,
  ...enSections,
  ...enFields,
  ...enStates,
  ...enUnits,
  ...enVerify,
  ...enWords,
  ...enConsoleShell,
  ...enConsoleAccount,
  ...enConsoleAlert,
  ...enConsoleAudit,
  ...enConsoleCreate,
  ...enConsoleDashboard,
  ...enConsoleHome,
  ...enConsoleKeys,
  ...enConsolePrice,
  ...enConsolePriceUpdate,
  ...enConsolePricing,
  ...enConsoleToken,
  ...enConsoleUpstreamModels,
  ...enConsoleUsage,
  ...enConsoleChannel,
  ...enConsoleSetup,
  ...enConsoleChat,
  ...enConsoleInvoice,
  ...enConsoleJobs,
  ...enConsoleLog,
  ...enConsoleManage,
  ...enConsoleNotices,
  ...enConsoleContactPoints,
  ...enConsoleOptions,
  ...enConsoleRows,
  ...enConsoleOrganisation,
  ...enConsoleOverview,
  ...enConsolePayment,
  ...enConsolePlan,
  ...enConsolePlayground,
  ...enConsolePromo,
  ...enConsoleDevice,
  ...enConsoleReceipt,
  ...enConsoleRoute,
  ...enConsoleSetting,
  ...enStatusPage,
  ...enTerminal,
  ...enTerminalScreens,
}
