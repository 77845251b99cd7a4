/** The statement of one calendar month of an account. */
import { bookedByKind, calledModels } from '../../../db/tables/statement'
import { findUser } from '../../../db/tables/users'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { MonthStatement } from '../../domain/invoices/month'
import { periodAt, wallText } from '../../domain/limits/zoned-time'
import { HOUR } from '../../domain/logs/rollups'
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import { balancesOf, hourOf } from '../usage/statement'

export interface MonthInput {
  readonly userId: number
  /** `2026-11`; the last one that is over when absent. */
  readonly month?: string | undefined
}

/** Throws `user.not_found`, and `value.invalid` for what is no month of the past or present. */
export async function monthOf(deps: ServiceDeps, input: MonthInput): Promise<MonthStatement> {
  const { lists } = deps.db
  const { userId } = input
  const user = await findUser(lists, userId)
  if (user === undefined) throw new GatewayError('user.not_found', { user: userId })
  const { InvoiceTimeZone: zone } = await optionValues(deps.db.reader)
  const { month, startMs, endMs } = calendarMonth(input.month, { zone, nowMs: deps.clock.nowMs() })
  const nextHour = hourOf(nowSeconds(deps.clock)) + HOUR
  const [from, end] = [hourOf(startMs / 1000), hourOf(endMs / 1000)]
  const span = { from, to: Math.min(end, nextHour) }
  const models = await calledModels(lists, userId, span)
  return {
    ...{ month, time_zone: zone, ...span, name: user.display_name || user.username },
    ...(await balancesOf(lists, { userId, balance: user.quota, span })),
    booked: await bookedByKind(lists, userId, span),
    models: models.map(({ quota, ...model }) => ({ ...model, credits: -quota })),
  }
}

interface Calendar {
  readonly zone: string
  readonly nowMs: number
}

function calendarMonth(month: string | undefined, { zone, nowMs }: Calendar) {
  const around = { zone, startHour: 0 }
  const present = periodAt(nowMs, 'month', around)
  if (month === undefined || month === '') {
    return named(periodAt(present.startMs - 1, 'month', around), zone)
  }
  const middleMs = Date.parse(`${month}-15T00:00:00Z`)
  const isMonth = /^\d{4}-\d{2}$/.test(month) && !Number.isNaN(middleMs)
  if (!isMonth || middleMs < 0 || middleMs >= present.endMs) {
    throw new GatewayError('value.invalid', { field: 'month', reason: 'reason.not_a_month' })
  }
  return named(periodAt(middleMs, 'month', around), zone)
}

function named(period: { readonly startMs: number; readonly endMs: number }, zone: string) {
  return { ...period, month: wallText(period.startMs, zone).slice(0, '2026-11'.length) }
}
