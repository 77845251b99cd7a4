/** Conversations: what their calls come to, and the turns of one. */
import {
  awayDays,
  type LogParts,
  localParts,
  logParts,
  requireWhole,
} from '../../../db/log-parts/parts'
import { type ListedLogRow, sessionParts } from '../../../db/log-parts/rows'
import {
  type CallSessionRow,
  countCallSessions,
  listCallSessions,
  listedNames,
} from '../../../db/tables/call-sessions'
import { channelsByIds } from '../../../db/tables/channels'
import { userNames } from '../../../db/tables/users'
import { clientLabel } from '../../domain/calls/clients'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordOf } from '../../domain/json/records'
import { billOf } from '../../domain/logs/call-record'
import {
  totalCacheReadTokens,
  totalCompletionTokens,
  totalPromptTokens,
} from '../../domain/money/usage'
import { LOG_TYPE } from '../../domain/status'
import { type LostCache, lostCache } from '../../domain/usage/lost-cache'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { ServiceDeps } from '../service-deps'

export interface SessionsInput extends PageRequest {
  /** Whose; everybody's when absent. */
  readonly userId?: number | undefined
  readonly client?: string | undefined
}

export interface SessionSum
  extends Omit<CallSessionRow, 'models' | 'channels' | 'cache_write_tokens'> {
  readonly username: string
  /** "" for a client that has no name of its own. */
  readonly client_name: string
  /** In the order in which they came. */
  readonly models: readonly string[]
  readonly channels: readonly { readonly id: number; readonly name: string }[]
}

/** The newest first. */
export async function listSessions(
  deps: ServiceDeps,
  { userId, client, ...request }: SessionsInput,
): Promise<Page<SessionSum>> {
  const { lists } = deps.db
  const window = pageWindow(request)
  const filter = { userId, client: client === '' ? undefined : client }
  const rows = await listCallSessions(lists, filter, window)
  return pageOf(window, await summed(deps, rows), await countCallSessions(lists, filter))
}

async function summed(
  { db }: ServiceDeps,
  rows: readonly CallSessionRow[],
): Promise<readonly SessionSum[]> {
  const ids = [...new Set(rows.flatMap(({ channels }) => listedNames(channels).map(Number)))]
  const channels = new Map(
    (ids.length === 0 ? [] : await channelsByIds(db.lists, ids)).map(({ id, name }) => [id, name]),
  )
  const users = await userNames(db.lists, [...new Set(rows.map(({ user_id }) => user_id))])
  return rows.map(({ cache_write_tokens: _, ...row }) => ({
    ...row,
    username: users.get(row.user_id) ?? `#${row.user_id}`,
    client_name: clientLabel(row.client) ?? '',
    models: listedNames(row.models),
    channels: listedNames(row.channels).map((id) => ({
      id: Number(id),
      name: channels.get(Number(id)) ?? `#${id}`,
    })),
  }))
}

/** What changed against the turn before. */
export type TurnChange = 'model' | 'channel' | 'client'

export interface SessionTurn {
  /** Of its row in the log. */
  readonly id: number
  readonly created_at: number
  readonly request_id: string
  readonly model: string
  /** 0 for none, and "" for one that is gone. */
  readonly channel: number
  readonly channel_name: string
  readonly client: string
  readonly quota: number
  readonly prompt_tokens: number
  readonly cached_tokens: number
  readonly completion_tokens: number
  readonly duration_ms: number
  readonly failed: boolean
  /** Of the upstreams that were tried; more than one where others failed first. */
  readonly attempts: number
  readonly changed: readonly TurnChange[]
  /** Tokens that were in the cache a turn ago and had to be read anew, and what that cost. */
  readonly lost_tokens: number
  readonly lost_credits: number
}

export interface SessionView {
  readonly session: SessionSum
  /** The oldest first; the first 500. */
  readonly turns: readonly SessionTurn[]
  readonly lost_credits: number
}

export interface SessionInput {
  readonly session: string
  readonly userId: number
}

const MOST_TURNS = 500
/** Between the time of a call's row and that of its sum, at most. */
const DAY = 86_400

/** Throws `usage.session_not_found` for a conversation that the user has not had. */
export async function showSession(
  deps: ServiceDeps,
  { session, userId }: SessionInput,
): Promise<SessionView> {
  const { lists } = deps.db
  const found = await listCallSessions(lists, { userId, session }, { limit: 1, offset: 0 })
  const [sum] = await summed(deps, found)
  if (sum === undefined) throw new GatewayError('usage.session_not_found', { session })
  const parts = await partsOfSession(deps, sum)
  const rows = await sessionParts(parts, { session, userId, limit: MOST_TURNS })
  const turns: SessionTurn[] = []
  let before: { readonly row: ListedLogRow; readonly cache: LostCache } | undefined
  for (const row of rows) {
    const bill = billOf(row, recordOf(row.other))
    const cache = lostCache(bill, {
      before: before?.cache,
      gapSeconds: row.created_at - (before?.row.created_at ?? row.created_at),
    })
    turns.push(turnOf(row, { bill, cache, before: before?.row }))
    if (row.type === LOG_TYPE.consumption) before = { row, cache }
  }
  const lost = turns.reduce((total, turn) => total + turn.lost_credits, 0)
  return { session: sum, turns, lost_credits: lost }
}

/** Of a conversation that began with what is here, nothing is read elsewhere. */
async function partsOfSession({ db }: ServiceDeps, sum: SessionSum): Promise<LogParts> {
  const range = { userId: sum.user_id, from: sum.first_at - DAY }
  const parts = requireWhole(await logParts(db), range)
  return awayDays(parts, range) === undefined ? localParts(parts) : parts
}

interface TurnFacts {
  readonly bill: ReturnType<typeof billOf>
  readonly cache: LostCache
  readonly before: ListedLogRow | undefined
}

function turnOf(row: ListedLogRow, { bill, cache, before }: TurnFacts): SessionTurn {
  const admin = recordOf(row.other).admin_info
  const tried = Object(admin).use_channel
  return {
    id: row.id,
    created_at: row.created_at,
    request_id: row.request_id,
    model: row.model_name,
    channel: row.channel_id,
    channel_name: row.channel_name,
    client: row.client,
    quota: row.quota,
    prompt_tokens: bill === undefined ? row.prompt_tokens : totalPromptTokens(bill.usage),
    cached_tokens: bill === undefined ? 0 : totalCacheReadTokens(bill.usage),
    completion_tokens:
      bill === undefined ? row.completion_tokens : totalCompletionTokens(bill.usage),
    duration_ms: row.duration_ms,
    failed: row.type !== LOG_TYPE.consumption,
    attempts: Array.isArray(tried) ? tried.length : 1,
    changed: before === undefined ? [] : changesBetween(before, row),
    lost_tokens: cache.lostTokens,
    lost_credits: cache.lostCredits,
  }
}

function changesBetween(before: ListedLogRow, row: ListedLogRow): readonly TurnChange[] {
  const changes: TurnChange[] = []
  if (before.model_name !== row.model_name) changes.push('model')
  if (before.channel_id !== row.channel_id && row.channel_id !== 0) changes.push('channel')
  if (before.client !== row.client) changes.push('client')
  return changes
}
