import type { Generated } from 'kysely'
import type { LimitKind } from '../../server/domain/limits/kinds'
import type { LimitSetter, LimitSubject, LimitWindow } from '../../server/domain/limits/limit'

/** How much a token, a user, a group or a channel may use. */
export interface LimitsTable {
  id: Generated<number>
  subject: LimitSubject
  /** Id, or a group's name. */
  key: string
  kind: LimitKind
  window: LimitWindow
  /** Requests, tokens, calls or credits. */
  amount: number
  zone: string
  start_hour: number
  set_by: LimitSetter
  created_at: number
  updated_at: number
}

/** What is used of a limit from a moment on. */
export interface LimitCountersTable {
  limit_id: number
  start_at: number
  used: number
}
