/** Root adds, changes and removes OpenID Connect providers. */
import {
  allProviders,
  countIdentities,
  deleteProvider,
  enabledProviders,
  findProvider,
  type IdentityProviderRow,
  insertProvider,
  onlyKnownAt,
  updateProvider,
} from '../../../db/tables/identity-providers'
import {
  MOST_PROVIDERS,
  NEW_PROVIDER,
  PROVIDER_SLUG,
  type ProviderFields,
  RESERVED_SLUGS,
} from '../../domain/accounts/identity-providers'
import { GatewayError } from '../../domain/errors/gateway-error'
import { visibleLine } from '../../domain/text/visible-text'
import { recordAudit } from '../audit/record'
import { loginFailure, PeerError } from '../login/http-client'
import { textsByName } from '../login/providers/maps'
import { endpointsOf, rowSettings } from '../login/providers/oidc'
import { requireRoot } from '../options/guards'
import { OPTION_PURPOSE } from '../options/purpose'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'

export interface IdentityProviderView extends ProviderFields {
  readonly id: number
  readonly slug: string
  /** How many are known there. */
  readonly users: number
}

export interface ProviderInput extends Partial<ProviderFields> {
  /** Absent or "" keeps the one that there is. */
  readonly client_secret?: string | undefined
  /** Asked already, before the transaction that this is part of. */
  readonly isDiscovered?: boolean | undefined
}

export interface NewProviderInput extends ProviderInput {
  readonly slug: string
}

type Columns = Omit<IdentityProviderRow, 'id' | 'created_at' | 'updated_at'>

const MAX_NAME = 30
const MAX_TEXT = 2048

export async function listProviders({ db }: ServiceDeps): Promise<IdentityProviderView[]> {
  const counts = await countIdentities(db.lists)
  return (await allProviders(db.lists)).map((row) => viewOf(row, counts.get(row.id) ?? 0))
}

/** What visitors choose from: those that are switched on. */
export async function openProviders({ db }: Pick<ServiceDeps, 'db'>) {
  return (await enabledProviders(db.reader)).map(({ slug, name }) => ({ slug, name }))
}

/** Throws `value.invalid`, `value.taken`, and `oauth.failed` when it cannot be discovered. */
export async function createProvider(
  deps: ServiceDeps,
  actor: Actor,
  { slug: given, isDiscovered = false, ...input }: NewProviderInput,
): Promise<IdentityProviderView> {
  requireRoot(actor)
  const slug = given.trim().toLowerCase()
  if (!PROVIDER_SLUG.test(slug) || RESERVED_SLUGS.includes(slug)) {
    throw new GatewayError('value.invalid', { field: 'slug', reason: 'reason.slug' })
  }
  const fields = newFields(input)
  if (!input.client_secret?.trim()) throw missing('client_secret')
  const secret = sealed(deps, input.client_secret)
  const columns: Columns = { slug, client_secret_sealed: secret, ...columnsOf(fields) }
  if (!isDiscovered) await requireDiscovery(columns)
  return await transact(deps, actor, async (work) => {
    if ((await findProvider(work.trx, { slug })) !== undefined) {
      throw new GatewayError('value.invalid', { field: 'slug', reason: 'reason.in_use' })
    }
    if ((await allProviders(work.trx)).length >= MOST_PROVIDERS) {
      throw new GatewayError('value.out_of_range', { field: 'id', min: 0, max: MOST_PROVIDERS })
    }
    const nowMs = work.clock.nowMs()
    const row = await insertProvider(work.trx, { ...columns, created_at: nowMs, updated_at: nowMs })
    await recordAudit(work, {
      action: 'identity_provider.create',
      target: `identity_provider:${row.id}`,
      after: factsOf(columns),
    })
    return viewOf(row, 0)
  })
}

/** Throws `identity_provider.not_found` and as `createProvider`. */
export async function changeProvider(
  deps: ServiceDeps,
  actor: Actor,
  { id, isDiscovered = false, ...input }: ProviderInput & { readonly id: number },
): Promise<IdentityProviderView> {
  requireRoot(actor)
  const before = await existing(deps.db.reader, id)
  const fields = { ...viewOf(before, 0), ...givenIn(input) }
  const secret = input.client_secret?.trim()
    ? sealed(deps, input.client_secret)
    : before.client_secret_sealed
  const columns: Columns = {
    slug: before.slug,
    client_secret_sealed: secret,
    ...columnsOf(fields),
  }
  if (columns.enabled === 1 && !isDiscovered) await requireDiscovery(columns)
  return await transact(deps, actor, async (work) => {
    const { slug: _, ...change } = columns
    const row = await updateProvider(work.trx, id, { ...change, updated_at: work.clock.nowMs() })
    if (row === undefined) throw new GatewayError('identity_provider.not_found')
    await recordAudit(work, {
      action: 'identity_provider.set',
      target: `identity_provider:${id}`,
      before: factsOf(before),
      after: factsOf(columns),
    })
    return viewOf(row, (await countIdentities(work.trx)).get(id) ?? 0)
  })
}

/**
 * With the identities that are known by it. Throws `identity_provider.not_found`, and
 * `identity_provider.in_use` while somebody has no other way in.
 */
export async function removeProvider(deps: ServiceDeps, actor: Actor, id: number): Promise<void> {
  requireRoot(actor)
  await transact(deps, actor, async (work) => {
    const row = await existing(work.trx, id)
    const [username] = await onlyKnownAt(work.trx, id)
    if (username !== undefined) throw new GatewayError('identity_provider.in_use', { username })
    await deleteProvider(work.trx, id)
    await recordAudit(work, {
      action: 'identity_provider.delete',
      target: `identity_provider:${id}`,
      before: factsOf(row),
    })
  })
}

async function existing(reader: Work['trx'] | ServiceDeps['db']['reader'], id: number) {
  const row = await findProvider(reader, { id })
  if (row === undefined) throw new GatewayError('identity_provider.not_found')
  return row
}

function newFields(input: ProviderInput): ProviderFields {
  return { name: '', well_known: '', client_id: '', ...NEW_PROVIDER, ...givenIn(input) }
}

/** As a provider with these fields would be, before it is written. Throws as `createProvider`. */
export async function requireDiscovered(input: ProviderInput): Promise<void> {
  const columns = { slug: '', client_secret_sealed: '', ...columnsOf(newFields(input)) }
  if (columns.enabled === 1) await requireDiscovery(columns)
}

/** Nothing is offered that cannot work. Throws `oauth.failed`. */
async function requireDiscovery(columns: Columns): Promise<void> {
  const settings = rowSettings({ ...columns, id: 0, created_at: 0, updated_at: 0 })
  try {
    const found = await endpointsOf(settings)
    const needed = [found.authorization, found.token, found.userInfo, found.keys, found.issuer]
    if (!needed.every((text) => text !== '')) throw new PeerError('answer')
  } catch (error) {
    throw loginFailure(columns.name, error)
  }
}

function givenIn({ client_secret: _, ...input }: ProviderInput): Partial<ProviderFields> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

function sealed({ sealer }: ServiceDeps, secret: string): string {
  return sealer.seal(line('client_secret', secret), OPTION_PURPOSE)
}

/** Throws `value.invalid`, `value.too_long`. */
function columnsOf(fields: ProviderFields): Omit<Columns, 'slug' | 'client_secret_sealed'> {
  const name = visibleLine('name', fields.name.trim())
  if (name === '') throw missing('name')
  if ([...name].length > MAX_NAME) {
    throw new GatewayError('value.too_long', { field: 'name', max: MAX_NAME })
  }
  const well_known = line('well_known', fields.well_known)
  if (!/^https?:\/\//.test(well_known) || !URL.canParse(well_known)) {
    throw new GatewayError('value.invalid', { field: 'well_known', reason: 'reason.not_a_url' })
  }
  const client_id = line('client_id', fields.client_id)
  if (client_id === '') throw missing('client_id')
  return {
    name,
    well_known,
    client_id,
    scopes: line('scopes', fields.scopes),
    groups_claim: line('groups_claim', fields.groups_claim),
    enabled: fields.enabled ? 1 : 0,
    registers: fields.registers ? 1 : 0,
    links_scim: fields.links_scim ? 1 : 0,
    single_logout: fields.single_logout ? 1 : 0,
    group_map: JSON.stringify(fields.group_map),
    organisation_map: JSON.stringify(fields.organisation_map),
    role_map: JSON.stringify(fields.role_map),
  }
}

function line(field: string, text: string): string {
  const trimmed = visibleLine(field, text.trim())
  if (trimmed.length <= MAX_TEXT) return trimmed
  throw new GatewayError('value.too_long', { field, max: MAX_TEXT })
}

function missing(field: string): GatewayError {
  return new GatewayError('value.invalid', { field, reason: 'reason.empty' })
}

function factsOf(columns: Columns) {
  const { client_secret_sealed: key_sealed, ...facts } = columns
  return { ...facts, key_sealed }
}

function viewOf(row: IdentityProviderRow, users: number): IdentityProviderView {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    enabled: row.enabled === 1,
    well_known: row.well_known,
    client_id: row.client_id,
    scopes: row.scopes,
    registers: row.registers === 1,
    links_scim: row.links_scim === 1,
    single_logout: row.single_logout === 1,
    groups_claim: row.groups_claim,
    group_map: textsByName(row.group_map),
    organisation_map: textsByName(row.organisation_map),
    role_map: textsByName(row.role_map),
    users,
  }
}
