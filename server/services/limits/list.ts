/** Limits with what is used of them now. */
import { readCounters } from '../../../db/tables/limit-counters'
import { limitsOf } from '../../../db/tables/limits'
import { memberNames, membersOf } from '../../../db/tables/organisations'
import { projectNames, projectsOf } from '../../../db/tables/projects'
import { countTokens, listTokens, type TokenRow, tokenNames } from '../../../db/tables/tokens'
import { findUser, type UserRow, userNames } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { LimitCounters } from '../../domain/limits/counters'
import type { Limit, LimitSubject, LimitUsage } from '../../domain/limits/limit'
import type { Actor, ServiceDeps } from '../service-deps'
import { requireAdmin } from './subjects'

export interface LimitView extends LimitUsage {
  /** What people call the subject. */
  readonly name: string
}

export interface ListLimitsInput {
  readonly subject: LimitSubject
  /** Every one of the kind when absent. */
  readonly key?: string | undefined
}

/** For admins. */
export async function listLimits(
  deps: ServiceDeps,
  actor: Actor,
  { subject, key }: ListLimitsInput,
): Promise<readonly LimitView[]> {
  requireAdmin(actor)
  const keys = key === undefined ? undefined : [key]
  const limits = await limitsOf(deps.db.lists, { subject, keys })
  const names = await namesOf(deps, subject, limits)
  return await viewsOf(deps, limits, ({ key: each }) => names.get(Number(each)))
}

/** What people call them; ids stay where there are too many to look up, or none any more. */
async function namesOf(
  { db }: ServiceDeps,
  subject: LimitSubject,
  limits: readonly Limit[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(limits.map(({ key }) => Number(key)))].slice(0, MOST_NAMED)
  if (subject === 'user') return await userNames(db.reader, ids)
  if (subject === 'member') return await memberNames(db.reader, ids)
  if (subject === 'project') return await projectNames(db.reader, ids)
  return subject === 'token' ? await tokenNames(db.reader, ids) : new Map()
}

/** More tokens are not looked at. */
const MOST_TOKENS = 1000
/** Below every engine's limit of parameters. */
const MOST_NAMED = 500

export interface OwnLimitsInput {
  readonly userId: number
  /** Only what concerns this member of the organisation. */
  readonly memberId?: number | undefined
  /** Only those of a call with this token. */
  readonly tokenId?: number | undefined
  /** The group that pays, when it is not the user's own. */
  readonly group?: string | undefined
}

/** What a user is under: of the account, of the tokens, of the group. Throws `user.not_found`. */
export async function ownLimits(
  deps: ServiceDeps,
  { userId, memberId, tokenId, group }: OwnLimitsInput,
): Promise<readonly LimitView[]> {
  const { lists } = deps.db
  const user = await findUser(deps.db.reader, userId)
  if (user === undefined) throw new GatewayError('user.not_found', { user: userId })
  const filter = { userId, member_id: memberId }
  const limit = Math.min(MOST_TOKENS, await countTokens(lists, filter))
  const tokens = await listTokens(lists, filter, { limit, offset: 0 })
  const shown = tokens.filter(({ id }) => tokenId === undefined || id === tokenId)
  const names = new Map(shown.map(({ id, name }) => [String(id), name]))
  const isNarrowed = tokenId !== undefined || memberId !== undefined
  const holders = await holdersOf(deps, user, isNarrowed ? shown : undefined)
  const limits = [
    ...(await limitsOf(lists, { subject: 'user', keys: [String(userId)] })),
    ...(await limitsOf(lists, { subject: 'token', keys: [...names.keys()] })),
    ...(await limitsOf(lists, { subject: 'member', keys: [...holders.member.keys()] })),
    ...(await limitsOf(lists, { subject: 'project', keys: [...holders.project.keys()] })),
    ...(await limitsOf(lists, { subject: 'group', keys: [group || user.group] })),
  ]
  return await viewsOf(deps, limits, ({ subject, key }) => {
    if (subject === 'user') return user.username
    return subject === 'member' || subject === 'project'
      ? holders[subject].get(key)
      : names.get(key)
  })
}

type Holders = Readonly<Record<'member' | 'project', ReadonlyMap<string, string>>>

/** Members and projects of an organisation by their ids: all of them, or those of some tokens. */
async function holdersOf(
  { db: { lists } }: ServiceDeps,
  { id, account_type }: UserRow,
  tokens: readonly Pick<TokenRow, 'member_id' | 'project_id'>[] | undefined,
): Promise<Holders> {
  if (account_type !== 'organisation') return { member: new Map(), project: new Map() }
  const isOf = (name: 'member_id' | 'project_id', holder: number): boolean =>
    tokens === undefined || tokens.some((token) => token[name] === holder)
  const members = (await membersOf(lists, id)).filter((each) => isOf('member_id', each.id))
  const projects = (await projectsOf(lists, id)).filter(
    (each) => each.closed_at === 0 && isOf('project_id', each.id),
  )
  return {
    member: new Map(members.map((each) => [String(each.id), each.username])),
    project: new Map(projects.map((each) => [String(each.id), each.name])),
  }
}

async function viewsOf(
  { db, clock }: ServiceDeps,
  limits: readonly Limit[],
  nameOf: (limit: Limit) => string | undefined,
): Promise<readonly LimitView[]> {
  const nowMs = clock.nowMs()
  const counters = new LimitCounters(await readCounters(db.lists, limits, nowMs))
  return limits.map((limit) => ({
    ...counters.usageOf(limit, nowMs),
    name: nameOf(limit) ?? limit.key,
  }))
}
