import { insertAudit } from '../../../db/tables/audit'
import { maskedText } from '../../domain/network/url-credentials'
import { withoutNamedSecrets } from '../../domain/text/named-secrets'
import type { Work } from '../work'

export type AuditFacts = Readonly<Record<string, unknown>>

export interface AuditEntry {
  /** `noun.verb`, e.g. `channel.disable`. */
  readonly action: string
  /** `noun:id`, e.g. `channel:7`. */
  readonly target: string
  /** Absent for a creation. */
  readonly before?: AuditFacts | undefined
  /** Absent for a deletion. */
  readonly after?: AuditFacts | undefined
}

const SECRET_FIELDS = new Set([
  'password',
  'password_hash',
  'key',
  'key_sealed',
  'key_hash',
  'token_hash',
  'webhook_secret',
  'notify_sealed',
  'secrets_sealed',
  'proxy_password',
])

/** Masks by field name. An empty value stays visible: that something is unset is no secret. */
function masked(facts: AuditFacts): AuditFacts {
  const shown = Object.entries(facts).map(([field, value]) => [field, shownFact(field, value)])
  return Object.fromEntries(shown)
}

function shownFact(field: string, value: unknown): unknown {
  if (SECRET_FIELDS.has(field)) return value === '' || value === undefined ? value : '***'
  return typeof value === 'string' ? withoutNamedSecrets(value) : value
}

/** Whatever field an address stands in, the password in it is not written down. */
function factsText(facts: AuditFacts | undefined): string {
  return facts === undefined ? '' : maskedText(JSON.stringify(masked(facts)))
}

/** Only what differs is stored, so that an entry reads as the change it was. */
function difference(before: AuditFacts, after: AuditFacts): [AuditFacts, AuditFacts] {
  const fields = Object.keys({ ...before, ...after })
  const changed = fields.filter((field) => before[field] !== after[field])
  const part = (facts: AuditFacts) =>
    Object.fromEntries(changed.map((field) => [field, facts[field]]))
  return [part(before), part(after)]
}

/**
 * Writes one audit entry in the caller's transaction, so that no change goes unrecorded and no
 * record stands for a change that was rolled back. Returns the reference for ledger entries.
 */
export async function recordAudit(
  work: Pick<Work, 'trx' | 'actor' | 'clock'>,
  entry: AuditEntry,
): Promise<string> {
  const { trx, actor, clock } = work
  const { before, after } = entry
  const [shownBefore, shownAfter] =
    before !== undefined && after !== undefined ? difference(before, after) : [before, after]
  const id = await insertAudit(trx, {
    created_at: clock.nowMs(),
    actor: actor.kind === 'user' ? actor.name : `${actor.kind}:${actor.name}`,
    actor_id: actor.member?.personId ?? actor.id,
    organisation_id: actor.member === undefined ? 0 : actor.id,
    ip: actor.ip,
    action: entry.action,
    target: entry.target,
    before: factsText(shownBefore),
    after: factsText(shownAfter),
    request_id: actor.requestId,
  })
  return `audit:${id}`
}
