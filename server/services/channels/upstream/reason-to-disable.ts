/** Which failures show that a channel cannot work any more, whoever called and how. */
import type { ChannelTypeRow } from '../../../domain/channel-types/channel-type'
import { type GatewayError, UpstreamError } from '../../../domain/errors/gateway-error'
import type { OptionValues } from '../../../domain/options'

const CODES = new Set(['invalid_api_key', 'account_deactivated', 'billing_not_active'])
const TYPES = new Set([
  'insufficient_quota',
  'insufficient_user_quota',
  'authentication_error',
  'permission_error',
  'forbidden',
])
const MAX_REASON_CHARACTERS = 500

type MonitoringOptions = Pick<
  OptionValues,
  'AutomaticDisableChannelEnabled' | 'AutomaticDisableKeywords'
>

/** What a channel and its type say themselves. */
export interface OwnSigns extends Pick<ChannelTypeRow, 'deadKey'> {
  readonly keywords: readonly string[]
}

/** Text for the operator, or `undefined` when the failure says nothing of the channel. */
export function reasonToDisable(
  error: GatewayError,
  { deadKey, keywords }: OwnSigns,
  options: MonitoringOptions,
): string | undefined {
  if (!options.AutomaticDisableChannelEnabled || !(error instanceof UpstreamError)) {
    return undefined
  }
  const { status, upstreamCode = '', upstreamType = '', upstreamMessage } = error
  const message = upstreamMessage.toLowerCase()
  const isFinal =
    deadKey.statuses.includes(status) ||
    deadKey.codes.some((code) => code === upstreamCode || code === upstreamType) ||
    CODES.has(upstreamCode) ||
    TYPES.has(upstreamType) ||
    [...options.AutomaticDisableKeywords, ...keywords].some((words) => mentions(message, words))
  return isFinal
    ? `status ${status}: ${upstreamMessage}`.slice(0, MAX_REASON_CHARACTERS)
    : undefined
}

function mentions(message: string, words: string): boolean {
  const wanted = words.trim().toLowerCase()
  return wanted !== '' && message.includes(wanted)
}
