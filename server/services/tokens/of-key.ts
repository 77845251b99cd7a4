import { findTokenByHash, type TokenRow } from '../../../db/tables/tokens'
import { GatewayError } from '../../domain/errors/gateway-error'
import { hashKey } from '../seal'
import type { ServiceDeps } from '../service-deps'

/** For whoever holds a key but no account. Throws `token.invalid`. */
export async function tokenOfKey({ db }: ServiceDeps, given: string): Promise<TokenRow> {
  const key = given.trim().replace(/^sk-/, '')
  const token = key === '' ? undefined : await findTokenByHash(db.reader, hashKey(key))
  if (token === undefined) throw new GatewayError('token.invalid')
  return token
}
