/**
 * What a log row that is no call can tell: kinds with their numbers, stored as JSON in `other`.
 * No sentence is stored, because whoever reads the row chooses language and currency. The text
 * of a kind is `log.<kind>` in both dictionaries.
 */
import { isRecord } from '../json/records'

/** How a number of a kind is shown: credits as the site shows them, cents as the shop's money. */
export type LogParamKind = 'credits' | 'cents' | 'number'

export const LOG_KINDS = {
  redeemed: { quota: 'credits', id: 'number' },
  redeemed_plan: { id: 'number', subscription: 'number' },
  checked_in: { quota: 'credits' },
  invite_reward: { quota: 'credits', user: 'number' },
  invite_share: { quota: 'credits', user: 'number' },
  welcome_plan: { subscription: 'number' },
  paid: { quota: 'credits', money: 'cents' },
  paid_online: { quota: 'credits' },
  payment_refunded: { quota: 'credits' },
  payment_restored: { quota: 'credits' },
  grant_new_user: { quota: 'credits' },
  grant_invitee: { quota: 'credits' },
  grant_inviter: { quota: 'credits' },
  transferred: { quota: 'credits' },
  quota_set: { from: 'credits', to: 'credits' },
  job_refunded: { quota: 'credits' },
  interrupted: { quota: 'credits' },
} as const satisfies Record<string, Readonly<Record<string, LogParamKind>>>

export type LogKind = keyof typeof LOG_KINDS

/** A kind with the number of each of its params. */
export type LogMessage = {
  readonly [Kind in LogKind]: {
    readonly kind: Kind
    readonly params: { readonly [Param in keyof (typeof LOG_KINDS)[Kind]]: number }
  }
}[LogKind]

/** Who did it, for those who may know. */
export interface SecondaryMessage {
  readonly by?: string
}

/** The text of `other` for a row that tells this. */
export function messageJson({ kind, params }: LogMessage, { by }: SecondaryMessage = {}): string {
  return JSON.stringify({ kind, params, ...(by !== undefined && { admin_info: { by } }) })
}

export function isLogKind(name: unknown): name is LogKind {
  return typeof name === 'string' && Object.hasOwn(LOG_KINDS, name)
}

/** Kind and numbers as they stand in a parsed `other`; `undefined` unless all are there. */
export function messageOf(other: Readonly<Record<string, unknown>>) {
  const { kind, params } = other
  if (!isLogKind(kind) || !isRecord(params)) return undefined
  const numbers = Object.entries(LOG_KINDS[kind]).map(([name, shownAs]) => ({
    name,
    shownAs,
    value: Number(params[name] ?? Number.NaN),
  }))
  return numbers.every(({ value }) => Number.isFinite(value)) ? { kind, numbers } : undefined
}

/** The numbers that a price is told by, as a row's `other` names them. */
export interface PriceNumbers {
  readonly model_price?: unknown
  readonly model_ratio?: unknown
  readonly completion_ratio?: unknown
  readonly group_ratio?: unknown
  readonly unit_prices?: unknown
}
