/**
 * Row types of every table, of both engines. Booleans are 0 or 1, JSON is text. Columns named like
 * the wire keep its unit (epoch seconds; milliseconds for drawing); ours end in `_at`: epoch ms.
 */
import type { Generated } from 'kysely'
import type { Stored } from '../server/domain/nouns/noun-starts'
import type { redemptionFields } from '../server/domain/nouns/redemption'
import type { tokenFields } from '../server/domain/nouns/token'
import type { userFields } from '../server/domain/nouns/user'
import type { AlertFiringsTable, AlertRulesTable, AlertStatesTable } from './schema/alerts'
import type { DeviceLoginsTable } from './schema/device-logins'
import type { NodesTable, ReleasedHoldsTable, ReservationsTable } from './schema/holds'
import type {
  IdentitiesTable,
  IdentityProvidersTable,
  ScimGroupsTable,
  ScimMembersTable,
  ScimUsersTable,
  SessionsTable,
} from './schema/identities'
import type { InvoiceTables } from './schema/invoices'
import type { JobsTable, MidjourneysTable, TasksTable } from './schema/jobs'
import type { LimitCountersTable, LimitsTable } from './schema/limits'
import type { LogMonthsTable, LogsTable } from './schema/logs'
import type { AppliedFieldsTable } from './schema/manifests'
import type { ContactPointsTable, NoticesTable, OutboxTable } from './schema/notices'
import type { OwnedTable } from './schema/objects'
import type {
  InvitationsTable,
  MembersTable,
  OrganisationsTable,
  ProjectsTable,
} from './schema/organisations'
import type { PaymentTables } from './schema/payments'
import type { PlansTable, SubscriptionsTable } from './schema/plans'
import type {
  ModelLengthsTable,
  PriceChangesTable,
  PriceReviewsTable,
  PriceSourcesTable,
} from './schema/prices'
import type { PromotionTables } from './schema/promotion'
import type { QuotaDataTable, RollupsTable } from './schema/rollups'
import type { ChannelsTable, CooldownsTable } from './schema/routing'
import type { StatusPageTables } from './schema/status-page'
import type {
  ConversationItemsTable,
  ConversationsTable,
  ResponseRunsTable,
  StoredResponsesTable,
} from './schema/stored-responses'
import type { TermsAcceptancesTable } from './schema/terms'
import type { UpstreamModelTables } from './schema/upstream-models'
import type {
  CallSessionsTable,
  ChartsTable,
  UsageFactsTable,
  UsageTagsTable,
} from './schema/usage'

type Flag = 0 | 1

export interface UsersTable extends Omit<Stored<typeof userFields>, 'id'> {
  id: Generated<number>
  /** argon2id; "" for accounts that never had a password. */
  password_hash: string
  created_at: number
  updated_at: number
  deleted_at: number | null
  /** Epoch ms; signed addresses of receipts from before it are good no more. */
  receipts_since: Generated<number>
  /** How many active plans the user holds. */
  subscriptions: Generated<number>
}

export interface AccessTokensTable {
  id: Generated<number>
  user_id: number
  name: string
  token_hash: string
  created_at: number
  last_used_at: number | null
  expires_at: number | null
  /** `system`: the one that each user may have of the family's API; `named`: one of several. */
  kind: Generated<'system' | 'named'>
  /** Separated by blanks; "" for everything that its owner may do. */
  scopes: Generated<string>
  /** Addresses and networks that may use it, one a line; "" for any. */
  networks: Generated<string>
  /** How it begins and ends, to be known again by. */
  hint: Generated<string>
  last_used_ip: Generated<string>
}

/** A set of scopes under a name, for some of the users of a rank. */
export interface RolesTable {
  id: Generated<number>
  name: string
  /** Separated by blanks. */
  scopes: string
  /** 1 for users, 10 for administrators. */
  base: number
  created_at: number
}

/** Requests that were carried out, for a day. */
export interface IdempotencyKeysTable {
  user_id: number
  key: string
  /** Hash of what was asked. */
  request: string
  /** "" until the answer was sent. */
  answer_sealed: string
  created_at: number
}

/** One row: how often what nodes keep in memory was changed. */
export interface ChangeCountTable {
  count: number
}

/** On PostgreSQL: what is still to be added to the rows of channels. */
export interface ChannelUsageTable {
  channel_id: number
  used: number
}

/** On PostgreSQL: events of a part of a window; times by the clock of the database. */
export interface EventCountsTable {
  /** Hash of what is counted. */
  key: string
  begins_at: number
  until_at: number
  used: number
}

/** On PostgreSQL, one row: the counts in Valkey and their times, by the clock of the database. */
export interface ValkeyPermitTable {
  id: number
  /** Names the counts; those of another generation are not asked any more. */
  generation: string
  since_at: number
  /** Until when the counts of earlier generations were asked. */
  before_at: number
  until_at: number
}

/** How far the log was copied to a place. */
export interface LogShippingTable {
  sink: string
  /** Last id that arrived. */
  shipped_id: number
  /** Last id of the range that is on its way; 0 for none. */
  planned_id: number
  /** Epoch seconds of the last row that arrived. */
  shipped_at: number
  /** Rows from this second on and before that one, up to the id, are read there; 0 for none. */
  away_from: Generated<number>
  away_before: Generated<number>
  away_upto_id: Generated<number>
  /** Epoch seconds since which they are. */
  away_since: Generated<number>
}

/** An authenticator app or a passkey. */
export interface SecondFactorsTable {
  id: Generated<number>
  user_id: number
  kind: 'totp' | 'passkey'
  /** Given by its owner to tell passkeys apart. */
  name: string
  /** Of an authenticator app. */
  secret_sealed: Generated<string>
  /** Of a passkey: base64url, as is the next. */
  credential_id: string | null
  public_key: Generated<string>
  /** JSON list, as the browser tells them. */
  transports: Generated<string>
  /** The 30 seconds of the last code that was taken: no code is taken twice. */
  last_step: Generated<number>
  /** Of a passkey, as it counts itself. */
  sign_count: Generated<number>
  /** 0 until its first code was seen. */
  active: Generated<number>
  created_at: number
  last_used_at: number | null
}

/** Codes that stand for a lost second factor, each once. */
export interface RecoveryCodesTable {
  id: Generated<number>
  user_id: number
  /** Under the sealing key. */
  code_hash: string
  used_at: number | null
}

export interface VerificationCodesTable {
  id: Generated<number>
  purpose: string
  /** Address or account the code belongs to. */
  subject: string
  user_id: number | null
  code_hash: string
  attempts: number
  created_at: number
  expires_at: number
  used_at: number | null
}

export interface TokensTable extends Omit<Stored<typeof tokenFields>, 'id'> {
  id: Generated<number>
  /** SHA-256 of the 48 characters, hex. */
  key_hash: string
  /** Sealed copy, because the token page can show a key. */
  key_sealed: string
  /** First and last three characters. */
  key_hint: string
  deleted_at: number | null
}

export interface AbilitiesTable {
  group: string
  model: string
  channel_id: number
  enabled: Flag
  priority: number
  weight: number
  tag: string | null
}

export interface RedemptionsTable extends Omit<Stored<typeof redemptionFields>, 'id'> {
  id: Generated<number>
  deleted_at: number | null
}

export interface OptionsTable {
  key: string
  /** Sealed for secret options. */
  value: string
}

export interface PricesTable {
  model: string
  /** JSON of the fields that were set for this model alone. */
  price: string
}

/**
 * Append-only. The sum of `user_delta` over a user equals users.quota at any instant, and the
 * sum of `token_delta` over a token equals tokens.remain_quota.
 */
export interface LedgerTable {
  id: Generated<number>
  created_at: number
  kind: string
  user_id: number
  token_id: number
  user_delta: number
  token_delta: number
  /** Final credits of a settled call, or used elsewhere before an import; 0 otherwise. */
  charge: number
  /** Call id, order number, redemption id or audit id: what caused the entry. */
  reference: string
  /** Whose account is at the other side; 0 for none. */
  subscription_id: Generated<number>
  subscription_delta: Generated<number>
}

export interface AuditLogTable {
  id: Generated<number>
  created_at: number
  actor: string
  actor_id: number
  ip: string
  action: string
  target: string
  before: string
  after: string
  request_id: string
  /** On whose behalf; 0 for nobody's but the actor's. */
  organisation_id: Generated<number>
}

/** One for each entry of the audit log, a minute later. */
export interface AuditLinksTable {
  audit_id: number
  /** Place, from 1. */
  chain: number
  /** Of the entry and the link before. */
  hash: string
}

/** Receipts whose signed addresses were taken back; those from before `since` are no good. */
export interface ReceiptRevocationsTable {
  request_id: string
  since: number
}

export interface LeasesTable {
  name: string
  /** Process that holds it; "" when nobody does. */
  holder: string
  /** A holder that crashed loses the lease then. */
  until_at: number
  /** When the work was last begun. */
  last_at: number
}

export interface MigrationsTable {
  name: string
  checksum: string
  applied_at: number
  /** 1 for a step that programs of before it can live with. */
  additive: Generated<number>
}

export interface Schema
  extends PaymentTables,
    PromotionTables,
    StatusPageTables,
    InvoiceTables,
    UpstreamModelTables {
  users: UsersTable
  terms_acceptances: TermsAcceptancesTable
  access_tokens: AccessTokensTable
  roles: RolesTable
  organisations: OrganisationsTable
  members: MembersTable
  projects: ProjectsTable
  invitations: InvitationsTable
  idempotency_keys: IdempotencyKeysTable
  sessions: SessionsTable
  identity_providers: IdentityProvidersTable
  identities: IdentitiesTable
  scim_users: ScimUsersTable
  scim_groups: ScimGroupsTable
  scim_members: ScimMembersTable
  second_factors: SecondFactorsTable
  recovery_codes: RecoveryCodesTable
  verification_codes: VerificationCodesTable
  device_logins: DeviceLoginsTable
  plans: PlansTable
  subscriptions: SubscriptionsTable
  tokens: TokensTable
  channels: ChannelsTable
  abilities: AbilitiesTable
  cooldowns: CooldownsTable
  redemptions: RedemptionsTable
  logs: LogsTable
  log_months: LogMonthsTable
  options: OptionsTable
  prices: PricesTable
  price_sources: PriceSourcesTable
  price_reviews: PriceReviewsTable
  price_changes: PriceChangesTable
  model_lengths: ModelLengthsTable
  midjourneys: MidjourneysTable
  tasks: TasksTable
  jobs: JobsTable
  quota_data: QuotaDataTable
  rollups: RollupsTable
  usage_facts: UsageFactsTable
  usage_tags: UsageTagsTable
  call_sessions: CallSessionsTable
  charts: ChartsTable
  change_count: ChangeCountTable
  channel_usage: ChannelUsageTable
  event_counts: EventCountsTable
  valkey_permit: ValkeyPermitTable
  log_shipping: LogShippingTable
  ledger: LedgerTable
  reservations: ReservationsTable
  released_holds: ReleasedHoldsTable
  nodes: NodesTable
  owned: OwnedTable
  stored_responses: StoredResponsesTable
  response_runs: ResponseRunsTable
  conversations: ConversationsTable
  conversation_items: ConversationItemsTable
  audit_log: AuditLogTable
  audit_links: AuditLinksTable
  receipt_revocations: ReceiptRevocationsTable
  notices: NoticesTable
  outbox: OutboxTable
  contact_points: ContactPointsTable
  leases: LeasesTable
  limits: LimitsTable
  limit_counters: LimitCountersTable
  applied_fields: AppliedFieldsTable
  alert_rules: AlertRulesTable
  alert_states: AlertStatesTable
  alert_firings: AlertFiringsTable
  migrations: MigrationsTable
}
