/** The tokens that agents call with: one for each agent of a machine, or one for a session. */
import { hostname } from 'node:os'
import type { TokenJson } from '../../server/domain/endpoints/token'
import { TOKEN_NAME_LENGTH } from '../../server/domain/nouns/token'
import { TOKEN_STATUS } from '../../server/domain/status'
import type { AdminApi } from '../admin/api'
import { CommandFailure } from '../exit'
import { words } from '../words'
import type { Agent } from './agent'

export interface TokenWish {
  /** Credits; nothing for as many as the account has. */
  readonly budget: number | 'unlimited'
  readonly group: string | undefined
}

export const nameOnThisMachine = ({ id }: Agent): string =>
  `${id}@${hostname()}`.slice(0, TOKEN_NAME_LENGTH)

export async function findToken(api: AdminApi, name: string): Promise<TokenJson | undefined> {
  const { data } = await api.call('token.search', { query: { keyword: name } })
  return data.find((token) => token.name === name)
}

interface NewToken extends TokenWish {
  readonly name: string
  /** Epoch seconds; -1 for never. */
  readonly expired_time: number
}

export async function makeToken(api: AdminApi, wish: NewToken): Promise<TokenJson> {
  const { name, expired_time, group } = wish
  const body = {
    name,
    expired_time,
    ...quotaOf(wish.budget),
    ...(group !== undefined && { group }),
  }
  const { data } = await api.call('token.create', { body })
  const [token] = data
  if (token === undefined) throw new CommandFailure('token.none', 'the gateway made no token')
  return token
}

/** With another budget or group, where they are named. Throws for a token that is refused. */
export async function reuseToken(
  api: AdminApi,
  token: TokenJson,
  wish: Partial<TokenWish>,
): Promise<TokenJson> {
  const { budget, group } = wish
  const isSpent = token.status === TOKEN_STATUS.exhausted
  if (token.status !== TOKEN_STATUS.enabled && !(isSpent && budget !== undefined)) {
    const said = isSpent
      ? words`the token ${token.name} has spent its budget: give it another with --budget`
      : words`the token ${token.name} cannot be called with: enable or revoke it, or give --key`
    throw new CommandFailure('token.unusable', said)
  }
  if (budget === undefined && group === undefined) return token
  const { id } = token
  const quota = budget === undefined ? {} : quotaOf(budget)
  const body = { id, ...quota, ...(group !== undefined && { group }) }
  return (await api.call('token.update', { body })).data
}

const quotaOf = (budget: TokenWish['budget']) =>
  budget === 'unlimited'
    ? { unlimited_quota: true }
    : { unlimited_quota: false, remain_quota: budget }
