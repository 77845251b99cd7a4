import { findTokenByHash } from '../../../db/tables/tokens'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Page, PageRequest } from '../page'
import { hashKey } from '../seal'
import type { ServiceDeps } from '../service-deps'
import { type ListedLog, listLogPage } from './list'

export interface LogsOfKeyInput extends PageRequest {
  /** With or without `sk-`. */
  readonly key: string
}

/**
 * For whoever holds a key but no account: what was called with it, to be shown as to its owner.
 * Throws `token.invalid`.
 */
export async function logsOfKey(
  deps: ServiceDeps,
  input: LogsOfKeyInput,
): Promise<Page<ListedLog>> {
  const key = input.key.trim().replace(/^sk-/, '')
  const token = key === '' ? undefined : await findTokenByHash(deps.db.reader, hashKey(key))
  if (token === undefined) {
    throw new GatewayError('token.invalid')
  }
  const { page, page_size } = input
  return await listLogPage(deps, { tokenId: token.id, page, page_size })
}
