import { carryUsed, post } from '../../../db/tables/ledger'
import {
  findTokenByHash,
  insertToken,
  listTokens,
  type TokenRow,
  tokenHashExists,
  updateToken,
} from '../../../db/tables/tokens'
import { findUserByName, type UserRow } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ExportedToken, ExportedUser } from '../../domain/export-document'
import { type Checks, newColumns, wireFlags } from '../../domain/nouns/noun-stored'
import { tokenFields } from '../../domain/nouns/token'
import { statusName, tokenStatus } from '../../domain/status'
import { recordAudit } from '../audit/record'
import { hashKey } from '../seal'
import { keyColumns, keyOf } from '../tokens/create'
import { TOKEN_CHECKS, tokenNameOf } from '../tokens/fields'
import { settledStatus } from '../tokens/status'
import { groupsIn } from './groups'
import { type ImportNote, type ImportRun, located, namesById } from './import-run'

/** More tokens of one user and name are distinguished by their keys only. */
const MOST_NAMESAKES = 1000

export async function importTokens(
  run: ImportRun,
  tokens: readonly ExportedToken[],
  users: readonly ExportedUser[],
): Promise<void> {
  const importing: TokenImport = {
    ...run,
    groups: await groupsIn(run.work.trx),
    names: namesById(users),
    owners: new Map(),
    claimed: new Set(),
  }
  for (const [index, token] of tokens.entries()) {
    const place = `tokens[${index}] (${token.name})`
    await located(place, () => importToken(importing, token))
  }
}

interface TokenImport extends ImportRun {
  readonly groups: ReadonlySet<string>
  /** Usernames by the ids that the file has. */
  readonly names: ReadonlyMap<number, string>
  readonly owners: Map<string, UserRow | undefined>
  /** Ids that a row of the file stands for already. */
  readonly claimed: Set<number>
}

async function importToken(run: TokenImport, token: ExportedToken): Promise<void> {
  const report = (note: ImportNote) => run.report({ noun: 'token', name: token.name, note })
  if (token.deleted_at === 1) return report('deleted_in_file')
  const owner = await ownerOf(run, token)
  if (owner === undefined || owner.deleted_at !== null) return report('owner_missing')
  const key = token.key.trim() === '' ? undefined : keyOf(run.work, token.key)
  const found = await existing(run, owner, { name: token.name, key })
  if (typeof found === 'string') return report(found)
  if (found !== undefined) run.claimed.add(found.id)
  if (found !== undefined && !run.update) return report('exists')
  await write(run, { owner, token, before: found, key })
}

async function ownerOf(run: TokenImport, token: ExportedToken): Promise<UserRow | undefined> {
  const name = token.username.trim() || (run.names.get(token.user_id) ?? '')
  if (!run.owners.has(name)) run.owners.set(name, await findUserByName(run.work.trx, name))
  return run.owners.get(name)
}

interface Wanted {
  readonly name: string
  readonly key: string | undefined
}

/** The token that a row stands for, or why the row cannot be taken over. */
async function existing(
  { work, claimed }: TokenImport,
  owner: UserRow,
  { name, key }: Wanted,
): Promise<TokenRow | ImportNote | undefined> {
  const { trx } = work
  if (key !== undefined) {
    const hash = hashKey(key)
    const holder = await findTokenByHash(trx, hash)
    if (holder === undefined) {
      return (await tokenHashExists(trx, hash)) ? 'deleted_here' : undefined
    }
    return holder.user_id === owner.id ? holder : 'key_of_another_user'
  }
  const filter = { userId: owner.id, name: tokenNameOf(name) }
  const namesakes = await listTokens(trx, filter, { limit: MOST_NAMESAKES, offset: 0 })
  const free = namesakes.filter(({ id }) => !claimed.has(id))
  return free.length > 1 ? 'ambiguous' : free[0]
}

interface Writing {
  readonly owner: UserRow
  readonly token: ExportedToken
  readonly before: TokenRow | undefined
  readonly key: string | undefined
}

async function write(run: TokenImport, { owner, token, before, key }: Writing): Promise<void> {
  const { trx, sealer } = run.work
  const columns = columnsOf(run, token)
  const seconds = Math.floor(run.nowMs / 1000)
  const newKey = key ?? keyOf(run.work, undefined)
  const after =
    before === undefined
      ? await insertToken(trx, {
          ...columns,
          ...keyColumns(sealer, newKey),
          user_id: owner.id,
          created_time: token.created_time || seconds,
          accessed_time: token.accessed_time || seconds,
          deleted_at: null,
        })
      : ((await updateToken(trx, before.id, columns)) ?? before)
  run.claimed.add(after.id)
  const { remain_quota: quota, used_quota: used } = token
  await book(run, { before, after, quota, used })
  const hasNewKey = before === undefined && key === undefined
  run.report({
    noun: 'token',
    name: token.name,
    id: after.id,
    action: before === undefined ? 'create' : 'update',
    note: hasNewKey ? 'key_new' : '',
    key: hasNewKey ? newKey : '',
  })
}

function columnsOf(run: TokenImport, token: ExportedToken) {
  if (statusName(tokenStatus, token.status) === undefined) {
    const reason = 'reason.out_of_range'
    throw new GatewayError('value.invalid', { field: 'status', reason, min: 1, max: 4 })
  }
  const nowSeconds = Math.floor(run.nowMs / 1000)
  const checks = { ...TOKEN_CHECKS, ...rulesOf(run) }
  const given = wireFlags(tokenFields, token)
  const { remain_quota: _, ...columns } = newColumns(tokenFields, given, { checks, nowSeconds })
  const { frozen_until, frozen_reason } = token
  const status = settledStatus({ ...token, ...columns }, nowSeconds)
  // Members and projects are not in the file.
  const holders = { member_id: 0, project_id: 0 }
  return { ...columns, status, frozen_until, frozen_reason, ...holders }
}

/** A token comes as it was: its moment may be over, and its owner's groups are not checked. */
function rulesOf({ groups }: TokenImport): Checks<typeof tokenFields> {
  return {
    // The other gateways take 0 for never.
    expired_time: (given) => (given === 0 ? -1 : given),
    remain_quota: (given) => given,
    group: (given) => {
      const group = given.trim()
      if (group === '' || groups.has(group)) return group
      throw new GatewayError('group.not_found', { group })
    },
  }
}

interface Balance {
  readonly before: TokenRow | undefined
  readonly after: TokenRow
  /** Credits wished for. */
  readonly quota: number
  /** Credits used elsewhere and here. */
  readonly used: number
}

async function book(
  { work, nowMs }: ImportRun,
  { before, after, quota, used }: Balance,
): Promise<void> {
  const tokenId = after.id
  const reference = await recordAudit(work, {
    action: 'token.import',
    target: `token:${tokenId}`,
    before: before && factsOf(before),
    after: { ...factsOf(after), remain_quota: quota },
  })
  const more = used - after.used_quota
  if (more > 0) {
    const carried = { account: 'tokens', id: tokenId, used: more, reference, nowMs } as const
    await carryUsed(work.trx, carried)
  }
  const tokenDelta = quota - after.remain_quota
  if (tokenDelta === 0) return
  const userId = after.user_id
  await post(work.trx, {
    kind: 'adjust',
    userId,
    tokenId,
    userDelta: 0,
    tokenDelta,
    reference,
    nowMs,
  })
}

function factsOf(token: TokenRow) {
  const { key_hash: _hash, key_sealed: _sealed, created_time, accessed_time, ...facts } = token
  return { ...facts, created_time, accessed_time }
}
