import { allChannels, type ChannelRow } from '../../../db/tables/channels'
import { allOptions } from '../../../db/tables/options'
import type { TokenRow } from '../../../db/tables/tokens'
import type { UserRow } from '../../../db/tables/users'
import { everyToken, everyUser } from '../../../db/tables/whole'
import { ROLE } from '../../domain/accounts/roles'
import { readKeys } from '../../domain/channels/keys'
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportDocument,
  type ExportedChannel,
  type ExportedOption,
  type ExportedToken,
  type ExportedUser,
} from '../../domain/export-document'
import { isOptionKey, optionRow } from '../../domain/options'
import { hasNamedSecrets } from '../../domain/text/named-secrets'
import { recordAudit } from '../audit/record'
import { openSetting, shownSetting } from '../channels/proxy'
import { CHANNEL_KEY_PURPOSE } from '../channels/view'
import { WEBHOOK_SECRET_PURPOSE } from '../notifications/setting'
import { requireRoot } from '../options/guards'
import { OPTION_PURPOSE } from '../options/purpose'
import type { Sealer } from '../seal'
import type { Actor, ServiceDeps } from '../service-deps'
import { TOKEN_KEY_PURPOSE } from '../tokens/view'
import { transact } from '../work'
import { exportedPlans } from './export-plans'
import { withSettingSecrets } from './setting-secrets'

export interface ExportInput {
  /**
   * Channel keys, passwords of proxies, token keys, secret options and webhook secrets too, in
   * plain text, and the hashes of users' passwords.
   */
  readonly withSecrets: boolean
  /** Called after each of the parts that are read. */
  readonly progress?: ((done: number, total: number) => void) | undefined
}

const PARTS = 4

/**
 * Users, channels, tokens and options that somebody has set; secrets and the hashes of passwords
 * only when they are wanted. Credits that running calls hold are in no balance: stop the server
 * for an exact copy.
 * Throws `secret.unreadable` when secrets are wanted and the sealing key is another one.
 */
export async function exportDocument(
  deps: ServiceDeps,
  actor: Actor,
  { withSecrets, progress }: ExportInput,
): Promise<ExportDocument> {
  requireRoot(actor)
  const { lists } = deps.db
  const opened: Opener = (sealed, purpose) =>
    withSecrets && sealed !== '' ? deps.sealer.open(sealed, purpose) : ''
  const options = await allOptions(lists)
  progress?.(1, PARTS)
  const channels = await allChannels(lists)
  progress?.(2, PARTS)
  // Tokens first: whoever made one of these was there before the users are read.
  const tokens = await everyToken(lists)
  progress?.(3, PARTS)
  const users = await everyUser(lists)
  const names = new Map(users.map(({ id, username }) => [id, username]))
  const document: ExportDocument = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    exported_at: deps.clock.nowMs(),
    secrets: withSecrets,
    options: options.flatMap((option) => optionOf(option, { opened, withSecrets })),
    users: users.map((user) => userOf(user, { opened, withSecrets })),
    channels: channels.map((channel) => channelOf(channel, withSecrets ? deps.sealer : undefined)),
    tokens: tokens.flatMap((token) => tokenOf(token, names, opened)),
    ...(await exportedPlans(deps, names)),
  }
  await transact(deps, actor, async (work) => {
    const after = { secrets: withSecrets, users: users.length, channels: channels.length }
    await recordAudit(work, { action: 'export.write', target: 'db', after })
  })
  return document
}

/** The text of a secret, or "" when secrets stay here. */
type Opener = (sealed: string, purpose: string) => string

interface ExportRequest {
  readonly opened: Opener
  readonly withSecrets: boolean
}

function optionOf(
  { key, value }: ExportedOption,
  { opened, withSecrets }: ExportRequest,
): ExportedOption[] {
  if (!isOptionKey(key)) return []
  if (!optionRow(key).secret) {
    // Headers that are sent to a vendor may hold what opens an account there.
    return withSecrets || !hasNamedSecrets(value) ? [{ key, value }] : []
  }
  const text = opened(value, OPTION_PURPOSE)
  return text === '' ? [] : [{ key, value: text }]
}

function userOf(user: UserRow, { opened, withSecrets }: ExportRequest): ExportedUser {
  const { updated_at: _updated, receipts_since: _since, subscriptions: _held, ...rest } = user
  const { role_id, ...columns } = rest
  const setting = withSettingSecrets(user.setting, (sealed) =>
    opened(sealed, WEBHOOK_SECRET_PURPOSE),
  )
  const password_hash = withSecrets ? user.password_hash : ''
  // Without its set of scopes a narrowed administrator would be a full one elsewhere.
  const role = role_id === 0 ? columns.role : ROLE.user
  return { ...columns, role, role_id: 0, password_hash, setting, deleted_at: 0 }
}

function channelOf(channel: ChannelRow, sealer: Sealer | undefined): ExportedChannel {
  const { id: _id, key_sealed, key_hash: _hash, proxy_sealed: _proxy, ...rest } = channel
  const { tag, keys: stored, revived_at: _revived, ...columns } = rest
  const shown = { ...columns, tag: tag ?? '' }
  if (sealer === undefined) return { ...shown, setting: shownSetting(channel), key: '', keys: [] }
  const opened = (sealed: string) => sealer.open(sealed, CHANNEL_KEY_PURPOSE)
  const key = key_sealed === '' ? '' : opened(key_sealed)
  const keys = readKeys(stored).map(({ sealed, status, weight }) => {
    return { key: opened(sealed), status, weight }
  })
  return { ...shown, setting: openSetting(sealer, channel), key, keys }
}

function tokenOf(
  token: TokenRow,
  names: ReadonlyMap<number, string>,
  opened: Opener,
): ExportedToken[] {
  const { id: _id, key_sealed, key_hash: _hash, key_hint: _hint, ...columns } = token
  const username = names.get(token.user_id)
  if (username === undefined) return []
  return [{ ...columns, username, deleted_at: 0, key: opened(key_sealed, TOKEN_KEY_PURPOSE) }]
}
