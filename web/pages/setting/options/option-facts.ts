/** What the console knows of single settings in addition to their rows. */

import type { TextKey } from '../../../../server/domain/i18n/translate'
import type { OptionFacts } from '../../../../server/domain/option-facts'
import type { OptionKey } from '../../../../server/domain/options'

/** Put in by the build. */
declare const OPTION_FACTS: Readonly<Record<OptionKey, OptionFacts>>

/** Named once, because the build writes it out wherever it is named. */
const FACTS = OPTION_FACTS

/** In the order of the registry. */
export const OPTION_KEYS = Object.keys(FACTS).filter(isOptionKey)

export function isOptionKey(key: string): key is OptionKey {
  return Object.hasOwn(FACTS, key)
}

export function factsOf(key: OptionKey): OptionFacts {
  return FACTS[key]
}

/** Whether it is saved when it is flipped, without waiting for the rest. */
export function isSwitch(key: OptionKey): boolean {
  return factsOf(key).type === 'boolean'
}

type HintedKey = {
  [Key in OptionKey]: `hint.${Key}` extends TextKey ? Key : never
}[OptionKey]

export function isHinted(key: OptionKey): key is HintedKey {
  return factsOf(key).isHinted === true
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

/** Amounts in credits, shown with what they are worth. */
export const CREDIT_KEYS: ReadonlySet<OptionKey> = new Set([
  'QuotaForNewUser',
  'QuotaForInviter',
  'QuotaForInvitee',
  'QuotaRemindThreshold',
  'InviteFirstPaymentReward',
  'InviteRewardMost',
  'CheckInCredit',
  'RetryCreditLimit',
])

/** Markdown or HTML, shown as visitors will see it. */
export const PREVIEWED: ReadonlySet<OptionKey> = new Set([
  'Notice',
  'Footer',
  'About',
  'FaqText',
  'ContactText',
  'legal.user_agreement',
  'legal.privacy_policy',
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

/** What has to be on, or filled in, before a switch has an effect. */
export const WORKS_WITH: Partial<Record<OptionKey, OptionKey>> = {
  CheckSensitiveOnPromptEnabled: 'CheckSensitiveEnabled',
  PasswordRegisterEnabled: 'RegisterEnabled',
  EmailVerificationEnabled: 'SMTPServer',
  MjNotifyEnabled: 'DrawingEnabled',
  MjAccountFilterEnabled: 'DrawingEnabled',
  MjModeClearEnabled: 'DrawingEnabled',
  MjForwardUrlEnabled: 'DrawingEnabled',
  MjActionCheckSuccessEnabled: 'DrawingEnabled',
}
