/** Tokens as their owner sees them: with keys, and with the status that holds right now. */
import { slicesOf } from '../../../db/slices'
import { countTokens, listTokens, type TokenOrder, type TokenRow } from '../../../db/tables/tokens'
import { nowSeconds } from '../../clock'
import { type ActingMember, ownMemberId } from '../../domain/accounts/membership'
import { GatewayError } from '../../domain/errors/gateway-error'
import { MAX_PAGE_SIZE, type Page, type PageRequest, pageOf, pageWindow } from '../page'
import { hashKey } from '../seal'
import type { Actor, ServiceDeps } from '../service-deps'
import { ownToken } from './guards'
import { settledStatus } from './status'
import { TOKEN_KEY_PURPOSE, type TokenWithKey, toTokenView } from './view'

export interface OwnTokensInput extends PageRequest {
  readonly userId: number
  /** Who acts for an organisation: sees the own keys, and may see no other tokens. */
  readonly member?: ActingMember | undefined
  /** Part of the name. */
  readonly keyword?: string | undefined
  /** Part of the key. */
  readonly key?: string | undefined
  /** Newest first when absent. */
  readonly order?: TokenOrder | undefined
}

/** Keys are sealed, so a part of one is found by opening them: the newest this many. */
const SEARCHED_KEYS = 2000
/** Opened in a millisecond or two; then calls come first. */
const OPENED_AT_ONCE = 100
/** Every key is at least this long. */
const WHOLE_KEY_LENGTH = 32

export async function listOwnTokens(
  deps: ServiceDeps,
  input: OwnTokensInput,
): Promise<Page<TokenWithKey>> {
  const { userId, keyword, order, member } = input
  const member_id = ownMemberId(member)
  const shown = keyOpener(deps, member)
  const { lists } = deps.db
  const window = pageWindow(input)
  // As this family has it, letters of the prefix are no part of what is looked for.
  const part = (input.key ?? '').trim().replace(/^[sk-]+|[sk-]+$/g, '')
  if (part !== '' && part.length < WHOLE_KEY_LENGTH) {
    const first = { limit: SEARCHED_KEYS, offset: 0, order }
    const rows = await listTokens(lists, { userId, keyword, member_id }, first)
    const found: TokenWithKey[] = []
    for await (const slice of slicesOf(rows, OPENED_AT_ONCE)) {
      found.push(...slice.map(shown).filter(({ key }) => key.includes(part)))
    }
    const { offset } = window
    return pageOf(window, found.slice(offset, offset + window.limit), found.length)
  }
  const keyHash = part === '' ? undefined : hashKey((input.key ?? '').trim().replace(/^sk-/, ''))
  const filter = { userId, keyword, keyHash, member_id }
  const rows = await listTokens(lists, filter, { ...window, order })
  return pageOf(window, rows.map(shown), await countTokens(lists, filter))
}

/** All of a search at once, as far as a list may be long. */
export async function searchOwnTokens(
  deps: ServiceDeps,
  input: OwnTokensInput,
): Promise<Page<TokenWithKey>> {
  return await listOwnTokens(deps, { page_size: MAX_PAGE_SIZE, ...input })
}

export async function showOwnToken(
  deps: ServiceDeps,
  actor: Actor,
  id: number,
): Promise<TokenWithKey> {
  return keyOpener(deps, actor.member)(await ownToken(deps.db.reader, actor, id))
}

/**
 * A key that no longer opens shows its first and last characters: a list must not fail. So does
 * one that another member of the organisation holds.
 */
function keyOpener(
  { sealer, clock }: ServiceDeps,
  member: ActingMember | undefined,
): (row: TokenRow) => TokenWithKey {
  const seconds = nowSeconds(clock)
  return (row) => {
    const status = settledStatus(row, seconds)
    const isHidden = member !== undefined && row.member_id !== member.id
    const key = isHidden ? row.key_hint : openOrHint(() => open(row), row.key_hint)
    return { ...toTokenView(row), status, key }
  }

  function open(row: TokenRow): string {
    return sealer.open(row.key_sealed, TOKEN_KEY_PURPOSE)
  }
}

function openOrHint(open: () => string, hint: string): string {
  try {
    return open()
  } catch (error) {
    if (error instanceof GatewayError && error.id === 'secret.unreadable') return hint
    throw error
  }
}
