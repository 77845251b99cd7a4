import { countTokens, listTokens, type TokenFilter } from '../../../db/tables/tokens'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import { hashKey } from '../seal'
import type { ServiceDeps } from '../service-deps'
import { type TokenView, toTokenView } from './view'

export type ListTokensInput = Omit<TokenFilter, 'keyHash'> &
  PageRequest & {
    /** A full key to look for, with or without `sk-`. */
    readonly key?: string | undefined
  }

/** Newest first. Callers on behalf of a user must set `userId`. */
export async function listTokenPage(
  deps: ServiceDeps,
  input: ListTokensInput = {},
): Promise<Page<TokenView>> {
  const window = pageWindow(input)
  const key = input.key?.trim().replace(/^sk-/, '') ?? ''
  const filter = { ...input, keyHash: key === '' ? undefined : hashKey(key) }
  const rows = await listTokens(deps.db.lists, filter, window)
  return pageOf(window, rows.map(toTokenView), await countTokens(deps.db.lists, filter))
}
