/** Who and what was busiest in the last day, with a line of its hours. */
import { channelsByIds } from '../../../db/tables/channels'
import { type RollupSum, rollupPoints, rollupSums } from '../../../db/tables/rollups'
import { tokensByIds } from '../../../db/tables/tokens'
import { userNames } from '../../../db/tables/users'
import { nowSeconds } from '../../clock'
import type { SubjectKind } from '../../domain/logs/rollups'
import { isFrozen, TOKEN_STATUS } from '../../domain/status'
import { bucketsOf, countsOf, type Grid, lastDay } from '../rollups/totals'
import type { ServiceDeps } from '../service-deps'

export interface TopRow {
  /** 0 for models. */
  readonly id: number
  readonly name: string
  /** Of a token: whose it is. */
  readonly owner: string
  /** Of channels and tokens; 0 for one that is gone. */
  readonly status: number
  readonly quota: number
  readonly calls: number
  readonly failed: number
  readonly refused: number
  /** One number per hour, oldest first. */
  readonly spend_by_hour: readonly number[]
  readonly calls_by_hour: readonly number[]
  readonly failed_by_hour: readonly number[]
}

export interface TopSubjects {
  readonly from: number
  readonly users: readonly TopRow[]
  readonly tokens: readonly TopRow[]
  readonly models: readonly TopRow[]
  readonly channels: readonly TopRow[]
}

const MOST = 8

type Naming = Pick<TopRow, 'name' | 'owner' | 'status'>
type Names = ReadonlyMap<number, Naming>

export async function topSubjects(deps: ServiceDeps): Promise<TopSubjects> {
  const grid = lastDay(nowSeconds(deps.clock))
  const [users, tokens, models, channels] = await Promise.all([
    dayOf(deps, { kind: 'user', most: MOST }, grid),
    dayOf(deps, { kind: 'token', most: MOST }, grid),
    dayOf(deps, { kind: 'model', most: MOST }, grid),
    dayOf(deps, { kind: 'channel', most: MOST }, grid),
  ])
  return {
    from: grid.from,
    users: named(users, await namesOfUsers(deps, idsOf(users))),
    tokens: named(tokens, await namesOfTokens(deps, idsOf(tokens))),
    models: models.map(({ subject, ...row }) => ({ ...row, ...plain(subject), id: 0 })),
    channels: named(channels, await namesOfChannels(deps, idsOf(channels))),
  }
}

interface Wanted {
  readonly kind: SubjectKind
  /** All of them when absent. */
  readonly subjects?: readonly string[]
  /** Those that came to most. */
  readonly most: number
}

export type DayRow = Omit<TopRow, 'name' | 'owner' | 'status'>

/** Rows of a list that one page shows. */
const MOST_LISTED = 100

/** The last day of channels that a page of a list shows; what was not called is left out. */
export async function lastDayOf(
  deps: ServiceDeps,
  ids: readonly number[],
): Promise<readonly DayRow[]> {
  const subjects = ids.slice(0, MOST_LISTED).map(String)
  const grid = lastDay(nowSeconds(deps.clock))
  const rows = await dayOf(deps, { kind: 'channel', subjects, most: MOST_LISTED }, grid)
  return rows.map(({ subject, ...row }) => ({ ...row, id: Number(subject) }))
}

async function dayOf({ db }: ServiceDeps, { kind, ...wanted }: Wanted, grid: Grid) {
  const span = { kind, from: grid.from, to: grid.to }
  const sums = await rollupSums(db.lists, span, wanted)
  const points = await rollupPoints(
    db.lists,
    sums.map(({ subject }) => subject),
    span,
  )
  const bySubject = Map.groupBy(points, ({ subject }) => subject)
  return sums.map((sum) =>
    withHours(sum, bucketsOf(bySubject.get(sum.subject) ?? [], grid, countsOf)),
  )
}

function withHours(
  { subject, quota, calls, failed, refused }: RollupSum,
  hours: ReturnType<typeof bucketsOf<never, ReturnType<typeof countsOf>>>,
) {
  return {
    subject,
    quota,
    calls,
    failed,
    refused,
    spend_by_hour: hours.map((hour) => hour.quota),
    calls_by_hour: hours.map((hour) => hour.calls),
    failed_by_hour: hours.map((hour) => hour.failed),
  }
}

type Unnamed = ReturnType<typeof withHours>

function idsOf(rows: readonly Unnamed[]): number[] {
  return rows.map(({ subject }) => Number(subject))
}

function named(rows: readonly Unnamed[], names: Names): TopRow[] {
  return rows.map(({ subject, ...row }) => {
    const id = Number(subject)
    return { ...row, id, ...(names.get(id) ?? plain(`#${id}`)) }
  })
}

function plain(name: string): Naming {
  return { name, owner: '', status: 0 }
}

async function namesOfUsers({ db }: ServiceDeps, ids: readonly number[]): Promise<Names> {
  const names = await userNames(db.lists, ids)
  return new Map([...names].map(([id, name]) => [id, plain(name)]))
}

/** A frozen one counts as disabled. */
export async function namesOfTokens(
  { db, clock }: ServiceDeps,
  ids: readonly number[],
): Promise<Names> {
  const now = nowSeconds(clock)
  const rows = await tokensByIds(db.lists, ids)
  const owners = await userNames(db.lists, [...new Set(rows.map(({ user_id }) => user_id))])
  return new Map(
    rows.map((row) => {
      const status = isFrozen(row.frozen_until, now) ? TOKEN_STATUS.disabled : row.status
      return [row.id, { name: row.name, status, owner: owners.get(row.user_id) ?? '' }]
    }),
  )
}

export async function namesOfChannels({ db }: ServiceDeps, ids: readonly number[]): Promise<Names> {
  const rows = ids.length === 0 ? [] : await channelsByIds(db.lists, ids)
  return new Map(rows.map(({ id, name, status }) => [id, { name, status, owner: '' }]))
}
