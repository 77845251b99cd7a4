import { GatewayError } from '../../domain/errors/gateway-error'
import { TOKEN_STATUS } from '../../domain/status'

/** What the status depends on. */
export interface TokenState {
  readonly status: number
  /** Epoch seconds, -1 for never. */
  readonly expired_time: number
  readonly remain_quota: number
  readonly unlimited_quota: number
}

function isExpired(token: TokenState, nowSeconds: number): boolean {
  return token.expired_time !== -1 && token.expired_time <= nowSeconds
}

function isExhausted(token: TokenState): boolean {
  return token.unlimited_quota === 0 && token.remain_quota <= 0
}

/** Status after expiry or quota changed: an outlived reason to refuse is dropped. */
export function settledStatus(token: TokenState, nowSeconds: number): number {
  if (token.status === TOKEN_STATUS.disabled) {
    return token.status
  }
  if (isExpired(token, nowSeconds)) {
    return TOKEN_STATUS.expired
  }
  return isExhausted(token) ? TOKEN_STATUS.exhausted : TOKEN_STATUS.enabled
}

/** Owners switch between enabled and disabled only; `wanted` is one of the two. */
export function requestedStatus(wanted: number, token: TokenState, nowSeconds: number): number {
  if (wanted === TOKEN_STATUS.disabled) {
    return wanted
  }
  if (wanted !== TOKEN_STATUS.enabled) {
    throw new GatewayError('value.invalid', { field: 'status', reason: 'reason.one_or_two' })
  }
  if (isExpired(token, nowSeconds)) {
    throw new GatewayError('token.cannot_enable_expired')
  }
  if (isExhausted(token)) {
    throw new GatewayError('token.cannot_enable_exhausted')
  }
  return wanted
}
