/**
 * Where the effect of every option is proved. A new option without a row does not compile, and
 * a row whose test does not name the option fails, so that no setting is only a form.
 */
import type { OptionKey } from '../../server/domain/options'

export type OptionProof =
  /** Test files, below tests/, that see the effect. */
  | { readonly tests: readonly [string, ...string[]] }
  /** Only front ends use it; they must be told. */
  | { readonly shownBecause: string }
  /** Its row says that it changes nothing, and why. */
  | { readonly isInert: true }

const tests = (...files: [string, ...string[]]): OptionProof => ({ tests: files })
const shown = (reason: string): OptionProof => ({ shownBecause: reason })
const INERT: OptionProof = { isInert: true }

export const OPTION_PROOFS: Readonly<Record<OptionKey, OptionProof>> = {
  PasswordLoginEnabled: tests('api/session.test.ts'),
  PasswordRegisterEnabled: tests('api/register.test.ts'),
  RegisterEnabled: tests('api/register.test.ts'),
  EmailVerificationEnabled: tests('api/verification.test.ts'),
  GitHubOAuthEnabled: tests('api/oauth-github.test.ts'),
  GitHubClientId: tests('api/oauth-github.test.ts'),
  GitHubClientSecret: tests('api/oauth-github.test.ts'),
  LinuxDOOAuthEnabled: tests('api/oauth-linuxdo.test.ts'),
  LinuxDOClientId: tests('api/oauth-linuxdo.test.ts'),
  LinuxDOClientSecret: tests('api/oauth-linuxdo.test.ts'),
  WeChatAuthEnabled: tests('api/wechat.test.ts'),
  WeChatServerAddress: tests('api/wechat.test.ts'),
  WeChatServerToken: tests('api/wechat.test.ts'),
  WeChatAccountQRCodeImageURL: shown('the login page shows the picture'),
  TelegramOAuthEnabled: tests('api/telegram.test.ts'),
  TelegramBotToken: tests('api/telegram.test.ts'),
  TelegramBotName: shown("Telegram's own button needs the name"),
  'oidc.enabled': tests('api/oauth-oidc.test.ts'),
  'oidc.client_id': tests('api/oauth-oidc.test.ts'),
  'oidc.client_secret': tests('api/oauth-oidc.test.ts'),
  'oidc.well_known': tests('api/oauth-oidc.test.ts'),
  'oidc.authorization_endpoint': tests('api/oauth-oidc.test.ts'),
  'oidc.token_endpoint': tests('api/option-values.test.ts'),
  'oidc.user_info_endpoint': tests('api/option-values.test.ts'),
  TurnstileCheckEnabled: tests('api/bot-check.test.ts'),
  TurnstileSiteKey: tests('api/bot-check.test.ts'),
  TurnstileSecretKey: tests('api/bot-check.test.ts'),
  EmailDomainRestrictionEnabled: tests('api/verification.test.ts'),
  EmailAliasRestrictionEnabled: tests('api/verification.test.ts'),
  EmailDomainWhitelist: tests('api/verification.test.ts'),
  EmailCodeValidMinutes: tests('api/option-values.test.ts'),
  ResetLinkValidMinutes: tests('api/option-values.test.ts'),
  FileUploadPermission: INERT,
  FileDownloadPermission: INERT,
  ImageUploadPermission: INERT,
  ImageDownloadPermission: INERT,

  SMTPServer: tests('services/mail.test.ts'),
  SMTPPort: tests('services/mail.test.ts'),
  SMTPAccount: tests('services/mail.test.ts'),
  SMTPFrom: tests('services/mail.test.ts'),
  SMTPToken: tests('services/mail.test.ts'),
  SMTPSSLEnabled: tests('services/mail.test.ts'),

  ServerAddress: tests('api/reset.test.ts'),
  WorkerUrl: tests('relay/worker.test.ts'),
  WorkerValidKey: tests('relay/worker.test.ts'),
  PayAddress: tests('api/payment.test.ts'),
  EpayId: tests('api/payment.test.ts'),
  EpayKey: tests('api/payment.test.ts'),
  CustomCallbackAddress: tests('api/payment.test.ts'),
  Price: tests('api/payment.test.ts'),
  MinTopUp: tests('api/payment.test.ts'),
  TopupGroupRatio: tests('api/payment.test.ts'),
  TopUpLink: shown('the wallet links to the shop'),

  SystemName: shown('pages are titled with it'),
  Logo: shown('pages show it'),
  Footer: shown('pages show it'),
  Notice: tests('api/status.test.ts'),
  About: tests('api/status.test.ts'),
  HomePageContent: tests('api/status.test.ts'),
  Chats: shown('the token page opens these clients'),
  ChatLink: shown('older front ends open this client'),
  ChatLink2: shown('older front ends open this client'),
  DisplayInCurrencyEnabled: tests('relay/options-effect.test.ts'),
  DisplayTokenStatEnabled: tests('relay/options-effect.test.ts'),
  DefaultCollapseSidebar: shown('the side menu starts folded'),
  DemoSiteEnabled: tests('api/demo-site.test.ts'),
  SelfUseModeEnabled: tests('relay/options-effect.test.ts'),
  'general_setting.docs_link': shown('the menu links to it'),

  QuotaPerUnit: tests('relay/options-effect.test.ts'),
  RetryTimes: tests('relay/retries.test.ts'),
  QuotaForNewUser: tests('api/register.test.ts'),
  QuotaForInviter: tests('api/oauth-linuxdo.test.ts'),
  QuotaForInvitee: tests('api/oauth-linuxdo.test.ts'),
  PreConsumedQuota: tests('relay/options-effect.test.ts'),
  QuotaRemindThreshold: tests('services/reminders.test.ts'),
  QuotaRemindIntervalMinutes: tests('services/reminders.test.ts'),

  DrawingEnabled: tests('relay/drawing-switches.test.ts'),
  TaskEnabled: tests('relay/music.test.ts'),
  JobResultDays: tests('relay/jobs/videos.test.ts'),
  JobLinkMinutes: tests('relay/jobs/videos.test.ts'),
  MjNotifyEnabled: tests('relay/drawing-switches.test.ts'),
  MjAccountFilterEnabled: tests('relay/drawing-switches.test.ts'),
  MjModeClearEnabled: tests('relay/drawing-switches.test.ts'),
  MjForwardUrlEnabled: tests('relay/drawing-switches.test.ts'),
  MjActionCheckSuccessEnabled: tests('relay/drawing-switches.test.ts'),

  CheckSensitiveEnabled: tests('relay/sensitive-words.test.ts'),
  CheckSensitiveOnPromptEnabled: tests('relay/sensitive-words.test.ts'),
  SensitiveWords: tests('relay/sensitive-words.test.ts'),
  StopOnSensitiveEnabled: INERT,
  StreamCacheQueueLength: INERT,

  LogConsumeEnabled: tests('relay/billing-prices.test.ts'),
  LogRetentionDays: tests('services/log-retention.test.ts'),
  LogRetentionMegabytes: tests('services/log-retention.test.ts'),
  DataExportEnabled: tests('relay/billing-prices.test.ts'),
  DataExportInterval: INERT,
  DataExportDefaultTime: shown('the dashboard opens with this span'),

  ChannelDisableThreshold: tests('services/channels-sweep.test.ts'),
  AutomaticDisableChannelEnabled: tests('api/health.test.ts'),
  AutomaticEnableChannelEnabled: tests('services/channels-sweep.test.ts'),
  AutomaticDisableKeywords: tests('api/option-values.test.ts'),

  GroupRatio: tests('relay/billing-prices.test.ts'),
  UserUsableGroups: tests('relay/credentials.test.ts'),
  ModelRatio: tests('relay/billing-prices.test.ts'),
  ModelPrice: tests('relay/billing-prices.test.ts'),
  CompletionRatio: tests('relay/options-effect.test.ts'),
  CacheRatio: tests('relay/options-effect.test.ts'),
  CreateCacheRatio: tests('relay/price-rows.test.ts'),
  AudioRatio: tests('relay/price-rows.test.ts'),
  AudioCompletionRatio: tests('relay/price-rows.test.ts'),
  ImageRatio: tests('relay/price-rows.test.ts'),
  UnitPrices: tests('relay/price-rows.test.ts'),
  PriceSteps: tests('relay/price-rows.test.ts'),
  PriceTiers: tests('relay/price-rows.test.ts'),

  ModelRequestRateLimitEnabled: tests('relay/limits.test.ts'),
  ModelRequestRateLimitDurationMinutes: tests('relay/limits.test.ts'),
  ModelRequestRateLimitCount: tests('relay/limits.test.ts'),
  ModelRequestRateLimitSuccessCount: tests('relay/limits.test.ts'),

  'gemini.safety_settings': tests('relay/sdk-vendor-settings.test.ts'),
  'gemini.version_settings': tests('relay/sdk-vendor-settings.test.ts'),
  'claude.headers_settings': tests('relay/sdk-vendor-settings.test.ts'),
  'claude.model_headers_settings': tests('relay/sdk-vendor-settings.test.ts'),
  'claude.thinking_adapter_enabled': tests('relay/sdk-vendor-settings.test.ts'),
  'claude.thinking_adapter_max_tokens': tests('relay/options-effect.test.ts'),
  'claude.default_max_tokens': tests('relay/sdk-vendor-settings.test.ts'),
  'claude.thinking_adapter_budget_tokens_percentage': tests('relay/sdk-vendor-settings.test.ts'),
  'global.max_output_tokens': tests('relay/holds.test.ts'),
  'global.error_language': tests('relay/error-language.test.ts'),
  'global.pass_through_request_enabled': tests('relay/options-effect.test.ts'),
}
