import { findUserByIdentity, type IdentityColumn } from '../../../db/tables/identities'
import { noteCarriedUse } from '../../../db/tables/invite-shares'
import { findAffCodeHolder } from '../../../db/tables/invites'
import { carryUsed, post } from '../../../db/tables/ledger'
import { insertOrganisation } from '../../../db/tables/organisations'
import {
  endSessionsOf,
  findUserByName,
  insertUser,
  type UserRow,
  updateUser,
} from '../../../db/tables/users'
import { isRole, isRoot } from '../../domain/accounts/roles'
import { MAX_FOREIGN_USERNAME } from '../../domain/bounds'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ExportedUser } from '../../domain/export-document'
import { storedOf } from '../../domain/nouns/noun-stored'
import { userFields } from '../../domain/nouns/user'
import { statusName, userStatus } from '../../domain/status'
import { withoutHidden } from '../../domain/text/visible-text'
import { recordAudit } from '../audit/record'
import { WEBHOOK_SECRET_PURPOSE } from '../notifications/setting'
import { emailOf, usernameOf } from '../users/fields'
import { refuseRoot, requireFreeEmail } from '../users/guards'
import { groupsIn } from './groups'
import { type ImportNote, type ImportRun, located, namesById } from './import-run'
import { withSettingSecrets } from './setting-secrets'

const IDENTITIES: readonly IdentityColumn[] = [
  'github_id',
  'oidc_id',
  'wechat_id',
  'telegram_id',
  'linux_do_id',
]

const LONGEST_DISPLAY_NAME = 20

/** argon2id is ours, bcrypt the other gateways'. */
const PASSWORD_HASH = /^(?:\$argon2id\$[\w$,=+/.-]{20,300}|\$2[aby]\$\d\d\$[\w./]{53})?$/

export async function importUsers(run: ImportRun, users: readonly ExportedUser[]): Promise<void> {
  const groups = await groupsIn(run.work.trx)
  const names = namesById(users)
  const invited: Invitation[] = []
  for (const [index, user] of users.entries()) {
    await located(`users[${index}] (${user.username})`, async () => {
      const id = await importUser(run, user, groups)
      const inviter = names.get(user.inviter_id)
      if (id !== undefined && inviter !== undefined) invited.push({ id, inviter })
    })
  }
  for (const invitation of invited) await noteInviter(run, invitation)
}

interface Invitation {
  readonly id: number
  readonly inviter: string
}

/** Only now, because an inviter may stand further down than the invited. */
async function noteInviter({ work }: ImportRun, { id, inviter }: Invitation): Promise<void> {
  const found = await findUserByName(work.trx, inviter)
  if (found !== undefined) await updateUser(work.trx, id, { inviter_id: found.id })
}

/** The id of a user that was written. */
async function importUser(
  run: ImportRun,
  user: ExportedUser,
  groups: ReadonlySet<string>,
): Promise<number | undefined> {
  const { trx } = run.work
  const name = importedNameOf(user.username)
  const before = await findUserByName(trx, name)
  const skip = (note: ImportNote) => {
    run.report({ noun: 'user', name, note })
    return undefined
  }
  if (user.deleted_at === 1) return skip('deleted_in_file')
  if (before !== undefined && before.deleted_at !== null) return skip('deleted_here')
  if (before !== undefined && !run.update) return skip('exists')
  const columns = await columnsOf(run, user, before)
  if (!groups.has(columns.group)) {
    throw new GatewayError('group.not_found', { group: columns.group })
  }
  const after =
    before === undefined
      ? await insertUser(trx, {
          ...columns,
          username: name,
          inviter_id: 0,
          created_at: user.created_at || run.nowMs,
          deleted_at: null,
        })
      : await overwritten(run, before, columns)
  if (before === undefined) await noteOrganisation(run, after)
  await book(run, { before, after, quota: user.quota, used: user.used_quota })
  const action = before === undefined ? 'create' : 'update'
  const isBound = IDENTITIES.some((column) => after[column] !== '')
  const lacks = !run.hasSecrets && !isBound && after.password_hash === ''
  const note: ImportNote = lacks ? 'password_missing' : ''
  run.report({ noun: 'user', name, id: after.id, action, note })
  return after.id
}

/** The file has no members: an operator adds them. */
async function noteOrganisation(
  { work, nowMs }: ImportRun,
  { id, account_type }: UserRow,
): Promise<void> {
  if (account_type !== 'organisation') return
  const columns = { join_domains: '', created_by: 0, created_at: nowMs }
  await insertOrganisation(work.trx, { id, ...columns })
}

/** Names of digits only are refused here, but elsewhere people log in with them. */
function importedNameOf(given: string): string {
  const name = given.trim()
  return /^\d{1,32}$/.test(name) ? name : usernameOf(name, MAX_FOREIGN_USERNAME)
}

async function columnsOf(run: ImportRun, user: ExportedUser, before: UserRow | undefined) {
  const { trx } = run.work
  checkStates(user)
  const email = emailOf(user.email)
  await requireFreeEmail(trx, email, before?.id)
  // Balances are booked, inviters found once all users are there.
  const stored = storedOf(userFields, user)
  const { id, username, quota, used_quota, inviter_id, ...columns } = stored
  return {
    ...columns,
    // A row is one or the other from its beginning on.
    account_type: before?.account_type ?? accountTypeOf(user),
    password_hash: passwordHashOf(run, user, before),
    display_name: displayNameOf(user),
    email,
    ...(await identitiesOf(run, user, before)),
    group: user.group.trim() || 'default',
    aff_code: await affCodeOf(run, user, before),
    setting: settingOf(run, user, before),
    updated_at: run.nowMs,
  }
}

/** A file without secrets leaves the password here as it is. */
function passwordHashOf(
  { hasSecrets }: ImportRun,
  { password_hash }: ExportedUser,
  before: UserRow | undefined,
): string {
  return password_hash === '' && !hasSecrets ? (before?.password_hash ?? '') : password_hash
}

function accountTypeOf({ account_type }: ExportedUser): string {
  return account_type === 'organisation' ? account_type : 'person'
}

type Columns = Awaited<ReturnType<typeof columnsOf>>

function checkStates({ password_hash, role, status }: ExportedUser): void {
  if (!PASSWORD_HASH.test(password_hash)) {
    const reason = 'reason.not_a_password_hash'
    throw new GatewayError('value.invalid', { field: 'password_hash', reason })
  }
  if (!isRole(role)) throw new GatewayError('user.role_invalid')
  if (statusName(userStatus, status) === undefined) {
    throw new GatewayError('value.invalid', { field: 'status', reason: 'reason.one_or_two' })
  }
}

/** Elsewhere the names of accounts at login services are taken over as they are, at any length. */
function displayNameOf({ display_name, username }: ExportedUser): string {
  const name = withoutHidden(display_name).trim() || username.trim()
  return [...name].slice(0, LONGEST_DISPLAY_NAME).join('')
}

/** A file without secrets that changes nothing else leaves the secret here as it is. */
function settingOf(run: ImportRun, { setting }: ExportedUser, before: UserRow | undefined): string {
  if (before !== undefined && setting === withSettingSecrets(before.setting, () => '')) {
    return before.setting
  }
  return withSettingSecrets(setting, (text) => run.work.sealer.seal(text, WEBHOOK_SECRET_PURPOSE))
}

/** One account elsewhere opens one account here. */
async function identitiesOf(run: ImportRun, user: ExportedUser, before: UserRow | undefined) {
  for (const column of IDENTITIES) {
    const holder = await findUserByIdentity(run.work.trx, column, user[column])
    if (holder !== undefined && holder.id !== before?.id) {
      throw new GatewayError('binding.taken', { method: column.replace(/_id$/, '') })
    }
  }
  const { github_id, oidc_id, wechat_id, telegram_id, linux_do_id } = user
  return { github_id, oidc_id, wechat_id, telegram_id, linux_do_id }
}

/** A code that somebody else has here is left out: a new one is made when it is requested. */
async function affCodeOf(
  run: ImportRun,
  { aff_code }: ExportedUser,
  before: UserRow | undefined,
): Promise<string> {
  const holder = await findAffCodeHolder(run.work.trx, aff_code)
  return holder === undefined || holder.id === before?.id ? aff_code : (before?.aff_code ?? '')
}

async function overwritten(run: ImportRun, before: UserRow, columns: Columns): Promise<UserRow> {
  const { trx } = run.work
  if (columns.status !== before.status || !isRoot(columns.role)) refuseRoot(before)
  const hasNewRights = (['password_hash', 'role', 'status'] as const).some(
    (column) => columns[column] !== before[column],
  )
  if (hasNewRights) await endSessionsOf(trx, before.id)
  return (await updateUser(trx, before.id, columns)) ?? before
}

interface Balance {
  readonly before: UserRow | undefined
  readonly after: UserRow
  /** Credits wished for. */
  readonly quota: number
  /** Credits used elsewhere and here. */
  readonly used: number
}

async function book(
  { work, nowMs }: ImportRun,
  { before, after, quota, used }: Balance,
): Promise<void> {
  const reference = await recordAudit(work, {
    action: 'user.import',
    target: `user:${after.id}`,
    before: before && factsOf(before),
    after: { ...factsOf(after), quota },
  })
  // What was used here stays used, whatever an older file says.
  const more = used - after.used_quota
  if (more > 0) {
    const carried = { account: 'users', id: after.id, used: more, reference, nowMs } as const
    await carryUsed(work.trx, carried)
    await noteCarriedUse(work.trx, { userId: after.id, used: more })
  }
  const delta = quota - after.quota
  if (delta === 0) return
  await post(work.trx, {
    kind: 'adjust',
    userId: after.id,
    userDelta: delta,
    tokenDelta: 0,
    reference,
    nowMs,
  })
}

function factsOf(user: UserRow) {
  const { username, display_name, email, role, status, group, quota, password_hash } = user
  return { username, display_name, email, role, status, group, quota, password_hash }
}
