/** The options that the relay reads, in the shapes it wants them. */

import type { OptionValues } from '../../domain/options'
import { createWordFilter } from '../../domain/text/word-filter'
import type { RelaySettings } from '../../relay/ports/ports'
import type { VendorSettings } from '../../relay/ports/vendor-settings'

export function relaySettings(options: OptionValues): RelaySettings {
  return {
    retryTimes: options.RetryTimes,
    preConsumedQuota: options.PreConsumedQuota,
    outputLimits: options['global.max_output_tokens'],
    logConsumeEnabled: options.LogConsumeEnabled,
    dataExportEnabled: options.DataExportEnabled,
    quotaPerUnit: options.QuotaPerUnit,
    displayInCurrency: options.DisplayInCurrencyEnabled,
    displayTokenStat: options.DisplayTokenStatEnabled,
    quotaRemindThreshold: options.QuotaRemindThreshold,
    errorLanguage: options['global.error_language'],
    endsSpentAsLength: options['global.spent_stream_end'] === 'length',
    holdsByEstimate: options['global.hold_policy'] === 'estimate',
    passesThrough: options['global.pass_through_request_enabled'],
    responseDays: options.ResponseRetentionDays,
    requestLimit: requestLimit(options),
    sensitiveWords: sensitiveWords(options),
    jobs: jobSettings(options),
    fallbacks: fallbacks(options),
    retryCreditLimit: options.RetryCreditLimit,
    breaker: breaker(options),
    routing: routing(options),
  }
}

function fallbacks({ ModelFallbacks: named }: OptionValues): RelaySettings['fallbacks'] {
  return Object.keys(named).length === 0 ? undefined : named
}

function breaker(options: OptionValues): RelaySettings['breaker'] {
  const failures = options.ChannelBreakerFailures
  return failures > 0 ? { failures, restMs: options.ChannelBreakerSeconds * 1000 } : undefined
}

function routing(options: OptionValues): RelaySettings['routing'] {
  const orders = options.GroupRouteOrder
  const keepsConversations = options.ChannelAffinityEnabled
  const named = Object.values(orders)
  if (!keepsConversations && named.every((order) => order === 'weight')) return undefined
  return { keepsConversations, orders, isTimed: named.includes('latency') }
}

const MS_PER_MINUTE = 60_000

function requestLimit(options: OptionValues): RelaySettings['requestLimit'] {
  const requests = options.ModelRequestRateLimitCount
  const successes = options.ModelRequestRateLimitSuccessCount
  const isOn = options.ModelRequestRateLimitEnabled && requests + successes > 0
  const windowMs = options.ModelRequestRateLimitDurationMinutes * MS_PER_MINUTE
  return isOn ? { windowMs, requests, successes } : undefined
}

function sensitiveWords(options: OptionValues): RelaySettings['sensitiveWords'] {
  const isOn = options.CheckSensitiveEnabled && options.CheckSensitiveOnPromptEnabled
  const list = options.SensitiveWords
  const contains = isOn ? createWordFilter(list) : undefined
  return contains && { contains, list }
}

function jobSettings(options: OptionValues): RelaySettings['jobs'] {
  return {
    serverAddress: options.ServerAddress.replace(/\/+$/, ''),
    resultDays: options.JobResultDays,
    linkMinutes: options.JobLinkMinutes,
    isDrawingOn: options.DrawingEnabled,
    isTaskOn: options.TaskEnabled,
    passesNotices: options.MjNotifyEnabled,
    passesAccountFilter: options.MjAccountFilterEnabled,
    clearsModes: options.MjModeClearEnabled,
    forwardsPictures: options.MjForwardUrlEnabled,
    checksOrigin: options.MjActionCheckSuccessEnabled,
  }
}

export function vendorSettings(options: OptionValues): VendorSettings {
  return {
    claudeHeaders: options['claude.headers_settings'],
    claudeModelHeaders: options['claude.model_headers_settings'],
    // The older single number is an alias of this table's default row.
    claudeDefaultMaxTokens: options['claude.default_max_tokens'],
    claudeThinkingAdapterEnabled: options['claude.thinking_adapter_enabled'],
    claudeThinkingBudgetShare: options['claude.thinking_adapter_budget_tokens_percentage'],
    geminiSafety: options['gemini.safety_settings'],
    geminiVersion: options['gemini.version_settings'],
    outputLimits: options['global.max_output_tokens'],
  }
}
