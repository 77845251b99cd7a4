/** Everybody's tokens as an admin sees them: with their owners, without their keys. */
import {
  countTokens,
  findToken,
  listTokens,
  type TokenFilter,
  type TokenOrder,
  type TokenRow,
} from '../../../db/tables/tokens'
import { findUserByName, userNames } from '../../../db/tables/users'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import { spentLastDay } from '../rollups/spent-day'
import { lastDay } from '../rollups/totals'
import { hashKey } from '../seal'
import type { Actor, ServiceDeps } from '../service-deps'
import { manageableToken } from './guards'
import { settledStatus } from './status'
import { type TokenView, toTokenView } from './view'

export type TokenOfUser = TokenView & {
  readonly username: string
  /** Credits of the last 24 hours, the running one in them. */
  readonly spent_day: number
}

export interface AnyTokensInput extends PageRequest {
  readonly filter: Omit<TokenFilter, 'keyHash' | 'name'>
  /** A full key, with or without `sk-`. */
  readonly key?: string | undefined
  /** Full name of the owner. */
  readonly username?: string | undefined
  readonly order?: TokenOrder | undefined
}

/** No user has it. */
const NOBODY = -1

export async function listAnyTokens(
  deps: ServiceDeps,
  input: AnyTokensInput,
): Promise<Page<TokenOfUser>> {
  const { lists } = deps.db
  const window = pageWindow(input)
  const key = input.key?.trim().replace(/^sk-/, '') ?? ''
  const name = input.username?.trim() ?? ''
  const owner = name === '' ? undefined : ((await findUserByName(lists, name))?.id ?? NOBODY)
  const filter: TokenFilter = {
    ...input.filter,
    ...(owner !== undefined && { userId: owner }),
    ...(key !== '' && { keyHash: hashKey(key) }),
  }
  const spentFrom = lastDay(nowSeconds(deps.clock)).from
  const rows = await listTokens(lists, filter, { ...window, order: input.order, spentFrom })
  return pageOf(window, await ofUsers(deps, rows), await countTokens(lists, filter))
}

/** To change it: throws `user.outranked` for one of somebody who is not below the actor. */
export async function showAnyToken(
  deps: ServiceDeps,
  actor: Actor,
  id: number,
): Promise<TokenOfUser> {
  return await shownAlone(deps, await manageableToken(deps.db.lists, actor, id))
}

/** To look at: whoever may list all tokens may see one. Throws `token.not_found`. */
export async function viewAnyToken(deps: ServiceDeps, id: number): Promise<TokenOfUser> {
  const row = await findToken(deps.db.reader, id)
  if (row === undefined) throw new GatewayError('token.not_found', { token: id })
  return await shownAlone(deps, row)
}

async function shownAlone(deps: ServiceDeps, row: TokenRow): Promise<TokenOfUser> {
  const [shown] = await ofUsers(deps, [row])
  if (shown === undefined) throw new GatewayError('token.not_found', { token: row.id })
  return shown
}

async function ofUsers(deps: ServiceDeps, rows: readonly TokenRow[]): Promise<TokenOfUser[]> {
  const { lists } = deps.db
  const names = await userNames(lists, [...new Set(rows.map(({ user_id }) => user_id))])
  const seconds = nowSeconds(deps.clock)
  const ids = rows.map(({ id }) => id)
  const spent = await spentLastDay(deps, 'token', ids)
  return rows.map((row) => ({
    ...toTokenView(row),
    status: settledStatus(row, seconds),
    username: names.get(row.user_id) ?? '',
    spent_day: spent.get(row.id) ?? 0,
  }))
}
