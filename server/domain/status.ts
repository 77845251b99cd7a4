/**
 * Every enumerated state with its wire value and the moves a person or the gateway may make.
 * A move that is not listed is refused, whoever asks.
 */
type Value = string | number
type States = Readonly<Record<string, Value>>
type Name<S extends States> = Extract<keyof S, string>

export interface StatusTable<S extends States> {
  readonly values: S
  readonly moves: Readonly<Record<Name<S>, readonly Name<S>[]>>
}

function statusTable<const S extends States>(
  values: S,
  moves: Record<Name<S>, readonly Name<S>[]>,
): StatusTable<S> {
  return { values, moves }
}

/** Name of a wire value, `undefined` for values that are not of the table. */
export function statusName<S extends States>(
  table: StatusTable<S>,
  value: Value,
): Name<S> | undefined {
  const names = Object.keys(table.values) as Name<S>[]
  return names.find((name) => table.values[name] === value)
}

/** Whether `from` may become `to`; wire values in, unknown values may not move. */
export function canMove<S extends States>(table: StatusTable<S>, from: Value, to: Value): boolean {
  const fromName = statusName(table, from)
  const toName = statusName(table, to)
  if (fromName === undefined || toName === undefined) return false
  return table.moves[fromName].includes(toName)
}

export const USER_STATUS = { enabled: 1, disabled: 2 } as const
export const userStatus = statusTable(USER_STATUS, {
  enabled: ['disabled'],
  disabled: ['enabled'],
})

/** `auto_disabled` is set by the gateway only, and left by a person or a passed test. */
export const CHANNEL_STATUS = { enabled: 1, disabled: 2, auto_disabled: 3 } as const
export const channelStatus = statusTable(CHANNEL_STATUS, {
  enabled: ['disabled', 'auto_disabled'],
  disabled: ['enabled'],
  auto_disabled: ['enabled', 'disabled'],
})

/**
 * Expired and exhausted tokens return by themselves when expiry or quota is changed; enabling
 * one is checked against those fields by the service.
 */
export const TOKEN_STATUS = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const
export const tokenStatus = statusTable(TOKEN_STATUS, {
  enabled: ['disabled', 'expired', 'exhausted'],
  disabled: ['enabled', 'expired', 'exhausted'],
  expired: ['enabled', 'disabled'],
  exhausted: ['enabled', 'disabled'],
})

/** A used code is used for ever. */
export const REDEMPTION_STATUS = { unused: 1, disabled: 2, used: 3 } as const
export const redemptionStatus = statusTable(REDEMPTION_STATUS, {
  unused: ['disabled', 'used'],
  disabled: ['unused'],
  used: [],
})

/** 5 is not in the specifications; later releases of the family use it for failed calls. */
export const LOG_TYPE = { top_up: 1, consumption: 2, admin: 3, system: 4, error: 5 } as const
export type LogTypeName = keyof typeof LOG_TYPE

export const DRAWING_STATUS = {
  none: '',
  not_start: 'NOT_START',
  submitted: 'SUBMITTED',
  modal: 'MODAL',
  in_progress: 'IN_PROGRESS',
  success: 'SUCCESS',
  failure: 'FAILURE',
} as const
export const drawingStatus = statusTable(DRAWING_STATUS, {
  none: ['not_start', 'submitted', 'modal', 'in_progress', 'success', 'failure'],
  not_start: ['submitted', 'modal', 'in_progress', 'success', 'failure'],
  submitted: ['modal', 'in_progress', 'success', 'failure'],
  modal: ['submitted', 'in_progress', 'success', 'failure'],
  in_progress: ['modal', 'success', 'failure'],
  success: [],
  failure: [],
})

/** Answer codes of a drawing submission, as Midjourney proxies give them. */
export const DRAWING_SUBMIT_CODE = {
  not_submitted: 0,
  submitted: 1,
  waiting: 21,
  duplicate: 22,
} as const

export const TASK_STATUS = {
  none: '',
  not_start: 'NOT_START',
  submitted: 'SUBMITTED',
  queued: 'QUEUED',
  in_progress: 'IN_PROGRESS',
  success: 'SUCCESS',
  failure: 'FAILURE',
  unknown: 'UNKNOWN',
} as const
export const taskStatus = statusTable(TASK_STATUS, {
  none: ['not_start', 'submitted', 'queued', 'in_progress', 'success', 'failure', 'unknown'],
  not_start: ['submitted', 'queued', 'in_progress', 'success', 'failure', 'unknown'],
  submitted: ['queued', 'in_progress', 'success', 'failure', 'unknown'],
  queued: ['in_progress', 'success', 'failure', 'unknown'],
  in_progress: ['success', 'failure', 'unknown'],
  // An upstream may lose sight of a job for a while and find it again.
  unknown: ['submitted', 'queued', 'in_progress', 'success', 'failure'],
  success: [],
  failure: [],
})

/** What the jobs of the tasks list do; drawings have actions of their own. */
export const TASK_ACTIONS = ['MUSIC', 'LYRICS', 'GENERATE', 'REMIX'] as const

export const TOP_UP_STATUS = { pending: 'pending', success: 'success', expired: 'expired' } as const
export const topUpStatus = statusTable(TOP_UP_STATUS, {
  pending: ['success', 'expired'],
  // Money that arrives late is still credited.
  expired: ['success'],
  success: [],
})

/** `failed` is tried again; `given_up` is not, and `dismissed` is what an admin let rest. */
export const NOTICE_STATE = {
  waiting: 'waiting',
  sent: 'sent',
  failed: 'failed',
  given_up: 'given_up',
  dismissed: 'dismissed',
} as const
export const noticeState = statusTable(NOTICE_STATE, {
  waiting: ['sent', 'failed', 'given_up'],
  sent: [],
  failed: ['waiting', 'dismissed'],
  // By an admin's retry, as the next one.
  given_up: ['waiting', 'dismissed'],
  dismissed: ['waiting'],
})

/** Whether an operator keeps a token from being used, by its `frozen_until`. */
export function isFrozen(until: number, nowSeconds: number): boolean {
  return until === -1 || until > nowSeconds
}
