/** Where each setting of the registry stands: tabs, and sections that are saved together. */
import { OPTIONS, type OptionKey } from '../../../../server/domain/options'

export const OPTION_TABS = ['operation', 'ratelimit', 'models', 'system', 'other'] as const
export type OptionTabId = (typeof OPTION_TABS)[number]

/** Parts of a tab that are shown one at a time; `prices` is a table instead of fields. */
export const OPERATION_VIEWS = ['general', 'ratios', 'prices'] as const
export type OperationView = (typeof OPERATION_VIEWS)[number]

interface SectionDraft {
  readonly keys: readonly OptionKey[]
  readonly tab: OptionTabId
  readonly view?: OperationView
  /** Key that has to be filled in before the section is saved. */
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
    keys: ['LogConsumeEnabled', 'LogRetentionDays', 'LogRetentionMegabytes'],
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
  chats: { tab: 'operation', keys: ['Chats', 'ChatLink', 'ChatLink2'] },
  groups: { tab: 'operation', keys: ['GroupRatio', 'UserUsableGroups'] },
  ratios: {
    tab: 'operation',
    view: 'ratios',
    keys: [
      'ModelPrice',
      'ModelRatio',
      'CompletionRatio',
      'CacheRatio',
      'CreateCacheRatio',
      'AudioRatio',
      'AudioCompletionRatio',
      'ImageRatio',
      'UnitPrices',
      'PriceSteps',
      'PriceTiers',
    ],
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
  relay: {
    tab: 'models',
    keys: [
      'global.error_language',
      'global.spent_stream_end',
      'global.hold_policy',
      'global.pass_through_request_enabled',
      'global.max_output_tokens',
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
      'CustomCallbackAddress',
      'Price',
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
    ],
  },
  turnstile: { tab: 'system', keys: ['TurnstileSiteKey', 'TurnstileSecretKey'] },
  notice: { tab: 'other', keys: ['Notice'] },
  personal: { tab: 'other', keys: ['SystemName', 'Logo', 'Footer'] },
  home: { tab: 'other', keys: ['HomePageContent'] },
  about: { tab: 'other', keys: ['About'] },
  unused: {
    tab: 'other',
    keys: [
      'FileUploadPermission',
      'FileDownloadPermission',
      'ImageUploadPermission',
      'ImageDownloadPermission',
      'StopOnSensitiveEnabled',
      'StreamCacheQueueLength',
    ],
  },
} as const satisfies Record<string, SectionDraft>

export type SectionId = keyof typeof OPTION_SECTIONS

export interface SectionRow extends SectionDraft {
  readonly id: SectionId
}

/** Without the settings that change nothing; `gw option list` says why of each. */
export const SECTION_ROWS: readonly SectionRow[] = Object.entries(OPTION_SECTIONS)
  .map(([id, draft]) => ({
    ...draft,
    id: id as SectionId,
    keys: draft.keys.filter((key) => OPTIONS[key].inert === undefined),
  }))
  .filter(({ keys }) => keys.length > 0)

/** Settings with a sentence of explanation, `hint.<key>` in the dictionaries. */
const HINTED = [
  'QuotaPerUnit',
  'RetryTimes',
  'DisplayTokenStatEnabled',
  'DemoSiteEnabled',
  'SelfUseModeEnabled',
  'JobResultDays',
  'MjNotifyEnabled',
  'MjForwardUrlEnabled',
  'SensitiveWords',
  'DataExportInterval',
  'ChannelDisableThreshold',
  'AutomaticDisableKeywords',
  'ChannelBreakerFailures',
  'ChannelBreakerSeconds',
  'ChannelAffinityEnabled',
  'GroupRouteOrder',
  'ModelFallbacks',
  'RetryCreditLimit',
  'PreConsumedQuota',
  'Chats',
  'GroupRatio',
  'UserUsableGroups',
  'ModelPrice',
  'ModelRatio',
  'CompletionRatio',
  'CacheRatio',
  'CreateCacheRatio',
  'AudioRatio',
  'AudioCompletionRatio',
  'ImageRatio',
  'UnitPrices',
  'PriceSteps',
  'PriceTiers',
  'ModelRequestRateLimitCount',
  'ModelRequestRateLimitSuccessCount',
  'global.error_language',
  'global.spent_stream_end',
  'global.hold_policy',
  'global.pass_through_request_enabled',
  'global.max_output_tokens',
  'gemini.safety_settings',
  'gemini.version_settings',
  'claude.headers_settings',
  'claude.model_headers_settings',
  'claude.default_max_tokens',
  'claude.thinking_adapter_max_tokens',
  'claude.thinking_adapter_enabled',
  'claude.thinking_adapter_budget_tokens_percentage',
  'ServerAddress',
  'ReleaseAddress',
  'WorkerUrl',
  'PayAddress',
  'CustomCallbackAddress',
  'Price',
  'TopupGroupRatio',
  'PasswordLoginEnabled',
  'EmailAliasRestrictionEnabled',
  'EmailDomainWhitelist',
  'SMTPPort',
  'SMTPFrom',
  'oidc.well_known',
  'Logo',
  'Footer',
  'Notice',
  'HomePageContent',
  'About',
] as const satisfies readonly OptionKey[]

export type HintedKey = (typeof HINTED)[number]

export function isHinted(key: OptionKey): key is HintedKey {
  return HINTED.some((hinted) => hinted === key)
}

/** What a number counts, where its label does not say so. */
export const UNITS = {
  RetryTimes: 'unit.times',
  ChannelBreakerFailures: 'unit.times',
  PreConsumedQuota: 'unit.tokens',
  QuotaPerUnit: 'unit.credits',
  ModelRequestRateLimitCount: 'unit.times',
  ModelRequestRateLimitSuccessCount: 'unit.times',
  'claude.thinking_adapter_max_tokens': 'unit.tokens',
} as const satisfies Partial<Record<OptionKey, string>>

/** Credits, told with what they are worth. */
export const CREDIT_KEYS: ReadonlySet<OptionKey> = new Set([
  'QuotaForNewUser',
  'QuotaForInviter',
  'QuotaForInvitee',
  'QuotaRemindThreshold',
  'RetryCreditLimit',
])

/** Markdown or HTML, shown as visitors will see it. */
export const PREVIEWED: ReadonlySet<OptionKey> = new Set([
  'Notice',
  'Footer',
  'About',
  'HomePageContent',
])

const BETA_FLAGS = ['output-128k-2025-02-19', 'token-efficient-tools-2025-02-19']

/** What a blank field is begun with. */
export const TEMPLATES: Partial<Record<OptionKey, unknown>> = {
  'claude.headers_settings': { 'anthropic-beta': BETA_FLAGS },
  'claude.model_headers_settings': {
    'claude-3-7-sonnet-20250219-thinking': { 'anthropic-beta': BETA_FLAGS },
  },
}
