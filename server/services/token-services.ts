/** Keys that clients call the relay with. */
import type { Bind } from './bind'
import { moveToken } from './organisations/money'
import { listAnyTokens, showAnyToken, viewAnyToken } from './tokens/any'
import { createTokens } from './tokens/create'
import { freezeToken, unfreezeToken } from './tokens/freeze'
import { listTokenPage } from './tokens/list'
import { tokenOfKey } from './tokens/of-key'
import { listOwnTokens, searchOwnTokens, showOwnToken } from './tokens/own'
import { revokeAnyToken, revokeToken } from './tokens/revoke'
import { rotateToken } from './tokens/rotate'
import { setToken } from './tokens/set'
import { findTokenByName, revealToken, showToken } from './tokens/show'

export function tokenServices(bound: Bind) {
  return {
    tokens: {
      create: bound(createTokens),
      list: bound(listTokenPage),
      show: bound(showToken),
      listOwn: bound(listOwnTokens),
      searchOwn: bound(searchOwnTokens),
      showOwn: bound(showOwnToken),
      findByName: bound(findTokenByName),
      reveal: bound(revealToken),
      set: bound(setToken),
      revoke: bound(revokeToken),
      rotate: bound(rotateToken),
      move: bound(moveToken),
      listAny: bound(listAnyTokens),
      showAny: bound(showAnyToken),
      viewAny: bound(viewAnyToken),
      ofKey: bound(tokenOfKey),
      revokeAny: bound(revokeAnyToken),
      freeze: bound(freezeToken),
      unfreeze: bound(unfreezeToken),
    },
  } as const
}
