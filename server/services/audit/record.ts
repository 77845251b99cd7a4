import { insertAudit } from '../../../db/tables/audit'
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
])

/** Masks by field name. An empty value stays visible: that something is unset is no secret. */
function masked(facts: AuditFacts): AuditFacts {
  const shown = Object.entries(facts).map(([field, value]) => [
    field,
    SECRET_FIELDS.has(field) && value !== '' && value !== undefined ? '***' : value,
  ])
  return Object.fromEntries(shown)
}

/** Only what differs is kept, so that an entry reads as the change it was. */
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
    actor_id: actor.id,
    ip: actor.ip,
    action: entry.action,
    target: entry.target,
    before: shownBefore === undefined ? '' : JSON.stringify(masked(shownBefore)),
    after: shownAfter === undefined ? '' : JSON.stringify(masked(shownAfter)),
    request_id: actor.requestId,
  })
  return `audit:${id}`
}
