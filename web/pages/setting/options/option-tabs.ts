/**
 * Where each setting stands: tabs, and sections under a heading. Settings that nothing ever read
 * are not here; `gw option list` says why of each.
 */
import type { OptionKey } from '../../../../server/domain/options'
import type { OptionTabId } from './tab-names'

/** Parts of a tab that are shown one at a time; `prices` is a table instead of fields. */
export const OPERATION_VIEWS = ['general', 'ratios', 'prices'] as const
export type OperationView = (typeof OPERATION_VIEWS)[number]

interface SectionDraft {
  readonly keys: readonly OptionKey[]
  readonly tab: OptionTabId
  readonly view?: OperationView
  /** Key that has to be filled in before any of the section is saved. */
  readonly requires?: OptionKey
}

const OPTION_SECTIONS = {
  general: {
    tab: 'operation',
    keys: [
      'TopUpLink',
      'general_setting.docs_link',
      'QuotaPerUnit',
      'RetryTimes',
      'DisplayInCurrencyEnabled',
      'DisplayTokenStatEnabled',
      'DefaultCollapseSidebar',
      'DemoSiteEnabled',
      'SelfUseModeEnabled',
      'ExposeRatioEnabled',
    ],
  },
  drawing: {
    tab: 'operation',
    keys: [
      'DrawingEnabled',
      'TaskEnabled',
      'JobResultDays',
      'JobLinkMinutes',
      'MjNotifyEnabled',
      'MjAccountFilterEnabled',
      'MjForwardUrlEnabled',
      'MjModeClearEnabled',
      'MjActionCheckSuccessEnabled',
    ],
  },
  words: {
    tab: 'operation',
    keys: ['CheckSensitiveEnabled', 'CheckSensitiveOnPromptEnabled', 'SensitiveWords'],
  },
  logs: {
    tab: 'operation',
    keys: [
      'LogConsumeEnabled',
      'LogRetentionDays',
      'LogRetentionMegabytes',
      'LogLocalDays',
      'LogMonthFiles',
      'ResponseRetentionDays',
    ],
  },
  dashboard: {
    tab: 'operation',
    keys: ['DataExportEnabled', 'DataExportInterval', 'DataExportDefaultTime'],
  },
  monitoring: {
    tab: 'operation',
    keys: [
      'AutomaticDisableChannelEnabled',
      'AutomaticEnableChannelEnabled',
      'ChannelDisableThreshold',
      'AutomaticDisableKeywords',
    ],
  },
  upstream_models: {
    tab: 'operation',
    keys: [
      'UpstreamModelsHours',
      'UpstreamModelsNew',
      'UpstreamModelsGone',
      'UpstreamModelsRenamed',
      'UpstreamModelsGoneAfter',
      'UpstreamModelsInclude',
      'UpstreamModelsExclude',
    ],
  },
  routing: {
    tab: 'operation',
    keys: [
      'ChannelBreakerFailures',
      'ChannelBreakerSeconds',
      'ChannelAffinityEnabled',
      'GroupRouteOrder',
      'ModelFallbacks',
      'RetryCreditLimit',
    ],
  },
  quota: {
    tab: 'operation',
    keys: [
      'QuotaForNewUser',
      'PreConsumedQuota',
      'QuotaForInviter',
      'QuotaForInvitee',
      'QuotaRemindThreshold',
      'QuotaRemindIntervalMinutes',
    ],
  },
  invoices: {
    tab: 'operation',
    keys: [
      'InvoicesEnabled',
      'InvoiceSellerName',
      'InvoiceSellerAddress',
      'InvoiceSellerTaxId',
      'InvoiceNote',
      'InvoiceTaxName',
      'InvoiceTaxRate',
      'InvoiceNumberFormat',
      'CreditNoteNumberFormat',
      'InvoiceTimeZone',
    ],
  },
  promotion: {
    tab: 'operation',
    keys: [
      'WelcomePlan',
      'InviteFirstPaymentReward',
      'InviteTopUpPercent',
      'InviteUsagePercent',
      'InviteRewardDays',
      'InviteRewardMost',
      'InvitesPerAddress',
      'RewardsPerAddress',
      'RewardsPerDevice',
      'RewardsPerInstrument',
      'RewardMarkDays',
      'CheckInCredit',
      'CheckInTimeZone',
    ],
  },
  chats: { tab: 'operation', keys: ['Chats', 'ChatLink', 'ChatLink2'] },
  groups: { tab: 'operation', keys: ['GroupRatio', 'UserUsableGroups'] },
  ratios: {
    tab: 'operation',
    view: 'ratios',
    keys: ['ModelPrice', 'ModelRatio', 'CompletionRatio'],
  },
  cache_ratios: { tab: 'operation', view: 'ratios', keys: ['CacheRatio', 'CreateCacheRatio'] },
  media_ratios: {
    tab: 'operation',
    view: 'ratios',
    keys: ['AudioRatio', 'AudioCompletionRatio', 'ImageRatio'],
  },
  unit_prices: {
    tab: 'operation',
    view: 'ratios',
    keys: ['UnitPrices', 'PriceSteps', 'PriceTiers'],
  },
  price_guards: {
    tab: 'operation',
    view: 'ratios',
    keys: ['PriceRiseReviewPercent', 'PriceFallReviewPercent'],
  },
  ratelimit: {
    tab: 'ratelimit',
    keys: [
      'ModelRequestRateLimitEnabled',
      'ModelRequestRateLimitDurationMinutes',
      'ModelRequestRateLimitCount',
      'ModelRequestRateLimitSuccessCount',
    ],
  },
  /** No settings: the limits of groups are stored separately. */
  group_limits: { tab: 'ratelimit', keys: [] },
  relay: {
    tab: 'models',
    keys: [
      'global.error_language',
      'global.spent_stream_end',
      'global.hold_policy',
      'global.pass_through_request_enabled',
      'global.max_output_tokens',
      'global.context_tokens',
    ],
  },
  gemini: { tab: 'models', keys: ['gemini.safety_settings', 'gemini.version_settings'] },
  claude: {
    tab: 'models',
    keys: [
      'claude.headers_settings',
      'claude.model_headers_settings',
      'claude.default_max_tokens',
      'claude.thinking_adapter_max_tokens',
      'claude.thinking_adapter_enabled',
      'claude.thinking_adapter_budget_tokens_percentage',
    ],
  },
  address: { tab: 'system', keys: ['ServerAddress', 'ReleaseAddress'] },
  worker: { tab: 'system', keys: ['WorkerUrl', 'WorkerValidKey'] },
  payment: {
    tab: 'system',
    requires: 'ServerAddress',
    keys: [
      'PayAddress',
      'EpayId',
      'EpayKey',
      'Price',
      'StripeApiSecret',
      'StripeWebhookSecret',
      'StripeCurrency',
      'StripeUnitPrice',
      'StripeAddress',
      'AlipayAppId',
      'AlipayPrivateKey',
      'AlipayPublicKey',
      'AlipayAddress',
      'WechatPayMerchantId',
      'WechatPayAppId',
      'WechatPaySerial',
      'WechatPayPrivateKey',
      'WechatPayApiV3Key',
      'WechatPayPublicKeyId',
      'WechatPayPublicKey',
      'WechatPayAddress',
      'CreemApiKey',
      'CreemWebhookSecret',
      'CreemProductId',
      'CreemCurrency',
      'CreemUnitPrice',
      'CreemAddress',
      'PaddleApiKey',
      'PaddleWebhookSecret',
      'PaddleCurrency',
      'PaddleUnitPrice',
      'PaddleCheckoutUrl',
      'PaddleAddress',
      'OtherPaymentName',
      'OtherPaymentUrl',
      'OtherPaymentStateUrl',
      'OtherPaymentSecret',
      'OtherPaymentCurrency',
      'OtherPaymentUnitPrice',
      'CustomCallbackAddress',
      'MinTopUp',
      'TopupGroupRatio',
    ],
  },
  login: {
    tab: 'system',
    keys: [
      'PasswordLoginEnabled',
      'PasswordRegisterEnabled',
      'EmailVerificationEnabled',
      'RegisterEnabled',
      'GitHubOAuthEnabled',
      'LinuxDOOAuthEnabled',
      'WeChatAuthEnabled',
      'TelegramOAuthEnabled',
      'oidc.enabled',
      'TurnstileCheckEnabled',
      'PasswordLoginClosedDomains',
      'PasskeyLoginEnabled',
      'UserOrganisationsEnabled',
      'SecondFactorRequired',
      'SecondFactorRequiredFrom',
      'EmailCodeValidMinutes',
      'ResetLinkValidMinutes',
    ],
  },
  domains: {
    tab: 'system',
    keys: ['EmailDomainRestrictionEnabled', 'EmailAliasRestrictionEnabled', 'EmailDomainWhitelist'],
  },
  mail: {
    tab: 'system',
    keys: ['SMTPServer', 'SMTPPort', 'SMTPAccount', 'SMTPFrom', 'SMTPToken', 'SMTPSSLEnabled'],
  },
  github: { tab: 'system', keys: ['GitHubClientId', 'GitHubClientSecret'] },
  linuxdo: { tab: 'system', keys: ['LinuxDOClientId', 'LinuxDOClientSecret'] },
  wechat: {
    tab: 'system',
    keys: ['WeChatServerAddress', 'WeChatServerToken', 'WeChatAccountQRCodeImageURL'],
  },
  telegram: { tab: 'system', keys: ['TelegramBotToken', 'TelegramBotName'] },
  oidc: {
    tab: 'system',
    keys: [
      'oidc.client_id',
      'oidc.client_secret',
      'oidc.well_known',
      'oidc.authorization_endpoint',
      'oidc.token_endpoint',
      'oidc.user_info_endpoint',
      'oidc.jwks_uri',
      'oidc.groups_claim',
      'oidc.group_map',
      'oidc.organisation_map',
      'oidc.role_map',
      'oidc.links_scim',
      'oidc.single_logout',
    ],
  },
  turnstile: { tab: 'system', keys: ['TurnstileSiteKey', 'TurnstileSecretKey'] },
  personal: { tab: 'other', keys: ['SystemName', 'Logo', 'Footer'] },
  status_page: {
    tab: 'other',
    keys: [
      'StatusPageEnabled',
      'StatusPageGroupsEnabled',
      'StatusPageWindowMinutes',
      'StatusPageMinCalls',
      'StatusPageDegradedPercent',
      'StatusPageOutagePercent',
      'UptimeKumaPushUrl',
    ],
  },
  pages: {
    tab: 'other',
    keys: [
      'Notice',
      'HomePageContent',
      'About',
      'FaqText',
      'ContactText',
      'legal.user_agreement',
      'legal.privacy_policy',
      'TermsVersion',
      'FAQ',
      'ApiInfo',
    ],
  },
} as const satisfies Record<string, SectionDraft>

export type SectionId = keyof typeof OPTION_SECTIONS

export interface SectionRow extends SectionDraft {
  readonly id: SectionId
}

export const SECTION_ROWS: readonly SectionRow[] = Object.entries<SectionDraft>(
  OPTION_SECTIONS,
).map(([id, draft]) => ({ ...draft, id: id as SectionId }))

/** Of the page that shows a section. */
export function addressOf({ tab, view = 'general' }: SectionRow): string {
  return `/setting?tab=${tab}${view === 'general' ? '' : `&view=${view}`}`
}
