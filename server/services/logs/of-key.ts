import type { Page, PageRequest } from '../page'
import type { ServiceDeps } from '../service-deps'
import { tokenOfKey } from '../tokens/of-key'
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
  { key, page, page_size }: LogsOfKeyInput,
): Promise<Page<ListedLog>> {
  const token = await tokenOfKey(deps, key)
  return await listLogPage(deps, { tokenId: token.id, page, page_size })
}
