/** Everybody's tokens as an admin sees them: with their owners, without their keys. */
import {
  countTokens,
  listTokens,
  type TokenFilter,
  type TokenOrder,
} from '../../../db/tables/tokens'
import { findUserByName, userNames } from '../../../db/tables/users'
import { nowSeconds } from '../../clock'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import { hashKey } from '../seal'
import type { Actor, ServiceDeps } from '../service-deps'
import { manageableToken } from './guards'
import { settledStatus } from './status'
import { type TokenView, toTokenView } from './view'

export type TokenOfUser = TokenView & { readonly username: string }

export interface AnyTokensInput extends PageRequest {
  readonly filter: Omit<TokenFilter, 'keyHash' | 'name'>
  /** A whole key, with or without `sk-`. */
  readonly key?: string | undefined
  /** Whole name of the owner. */
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
  const rows = await listTokens(lists, filter, { ...window, order: input.order })
  const names = await userNames(lists, [...new Set(rows.map(({ user_id }) => user_id))])
  const seconds = nowSeconds(deps.clock)
  const shown = rows.map((row) => ({
    ...toTokenView(row),
    status: settledStatus(row, seconds),
    username: names.get(row.user_id) ?? '',
  }))
  return pageOf(window, shown, await countTokens(lists, filter))
}

export async function showAnyToken(
  deps: ServiceDeps,
  actor: Actor,
  id: number,
): Promise<TokenOfUser> {
  const { lists } = deps.db
  const row = await manageableToken(lists, actor, id)
  const names = await userNames(lists, [row.user_id])
  const status = settledStatus(row, nowSeconds(deps.clock))
  return { ...toTokenView(row), status, username: names.get(row.user_id) ?? '' }
}
