/** Whether an account may spend nothing more, whatever is left on it. */

import { isFrozen, TOKEN_STATUS, USER_STATUS } from '../status'
import type { AccountEnd } from './orders'

const MS_PER_SECOND = 1000

/** What decides whether user or token were ended since the call began. */
export interface AccountState {
  readonly user: { readonly status: number; readonly isDeleted: boolean } | undefined
  readonly token:
    | {
        readonly status: number
        readonly isDeleted: boolean
        /** Epoch seconds, -1 for never. */
        readonly expired_time: number
        /** Epoch seconds, -1 for ever, 0 for not frozen. */
        readonly frozen_until: number
      }
    | undefined
  /** `undefined` for calls without a token. */
  readonly tokenId: number | undefined
  readonly nowMs: number
}

export function endOfAccounts(state: AccountState): AccountEnd | undefined {
  const { user, token, tokenId, nowMs } = state
  if (user === undefined || user.isDeleted) return 'user_gone'
  if (user.status !== USER_STATUS.enabled) return 'user_banned'
  if (tokenId === undefined) return undefined
  if (token === undefined || token.isDeleted) return 'token_gone'
  if (token.status === TOKEN_STATUS.disabled) return 'token_disabled'
  if (isFrozen(token.frozen_until, nowMs / MS_PER_SECOND)) return 'token_frozen'
  const isOver = token.expired_time !== -1 && token.expired_time * MS_PER_SECOND < nowMs
  return isOver || token.status === TOKEN_STATUS.expired ? 'token_expired' : undefined
}
