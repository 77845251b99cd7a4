/**
 * Each entry of the audit log has a hash of itself and of the one before, under the sealing
 * key: who can write to the database alone cannot edit, insert or take out an entry unseen. What
 * was cut off at the end shows only against a head that was noted elsewhere.
 */
import type { AuditRow } from '../../../db/tables/audit'
import {
  type AuditLink,
  auditByIds,
  countUnlinkedAudit,
  insertLinks,
  linksAfter,
  newestLink,
  unlinkedAudit,
} from '../../../db/tables/audit-links'
import type { ChainProblemKind } from '../../domain/resources/audit'
import type { ServiceDeps } from '../service-deps'

/** The lease under which entries are linked. */
export const AUDIT_LINKS = 'audit links'
/** Linked in one transaction, and read at once. */
const ROWS = 500

type Head = Pick<AuditLink, 'chain' | 'hash'>

const BEGINNING: Head = { chain: 0, hash: '' }

/** Links what was written since; one process at a time, which a lease sees to. */
export async function extendAuditChain(deps: ServiceDeps): Promise<void> {
  for (;;) {
    const count = await deps.db.transaction(async (trx) => {
      let head: Head = (await newestLink(trx)) ?? BEGINNING
      const rows = await unlinkedAudit(trx, ROWS)
      const links = rows.map((row): AuditLink => {
        head = { chain: head.chain + 1, hash: hashOf(deps, head, row) }
        return { audit_id: row.id, ...head }
      })
      await insertLinks(trx, links)
      return rows.length
    })
    if (count < ROWS) return
  }
}

export interface ChainProblem {
  /** Place in the chain, from 1. */
  readonly chain: number
  /** Id of the entry; 0 where nobody knows. */
  readonly id: number
  readonly kind: ChainProblemKind
}

export interface AuditChain {
  /** Entries that are linked, and those that are not yet. */
  readonly linked: number
  readonly waiting: number
  /** To be noted elsewhere: `place:hash`; "" before the first. */
  readonly head: string
  /** The first that is wrong. */
  readonly problem: ChainProblem | undefined
}

/** `noted`: a head of before, which must still be where it was. */
export async function verifyAuditChain(
  deps: ServiceDeps,
  { noted = '' }: { readonly noted?: string | undefined } = {},
): Promise<AuditChain> {
  const { lists } = deps.db
  let last = BEGINNING
  let problem: ChainProblem | undefined
  let isNotedSeen = noted === ''
  let isUnderPresentKey = true
  for (;;) {
    const links = await linksAfter(lists, last.chain, ROWS)
    const rows = await auditByIds(
      lists,
      links.map(({ audit_id }) => audit_id),
    )
    for (const link of links) {
      const row = rows.get(link.audit_id)
      problem ??= problemOf(deps, { last, link, row })
      isUnderPresentKey = row !== undefined && link.hash === hashOf(deps, last, row)
      last = link
      if (headText(last) === noted) isNotedSeen = true
    }
    if (links.length < ROWS) break
  }
  if (!isNotedSeen)
    problem ??= { chain: Number.parseInt(noted, 10) || 0, id: 0, kind: 'other_head' }
  // Who has a former key could have made all of it anew.
  if (!isUnderPresentKey) problem ??= { chain: last.chain, id: 0, kind: 'other_key' }
  const waiting = await countUnlinkedAudit(lists)
  return { linked: last.chain, waiting, head: headText(last), problem }
}

function headText({ chain, hash }: Head): string {
  return chain === 0 ? '' : `${chain}:${hash}`
}

interface Linked {
  readonly last: Head
  readonly link: AuditLink
  readonly row: AuditRow | undefined
}

function problemOf(deps: ServiceDeps, { last, link, row }: Linked): ChainProblem | undefined {
  const { chain, audit_id: id, hash } = link
  if (chain !== last.chain + 1) return { chain: last.chain + 1, id: 0, kind: 'missing' }
  if (row === undefined) return { chain, id, kind: 'missing' }
  const isRight = deps.sealer.keyedHashes(textOf(last, row)).includes(hash)
  return isRight ? undefined : { chain, id, kind: 'changed' }
}

/** Columns that later releases add are in no link. */
const FACTS = [
  ...(['id', 'created_at', 'actor', 'actor_id', 'organisation_id', 'ip'] as const),
  ...(['action', 'target', 'before', 'after', 'request_id'] as const),
]

function hashOf({ sealer }: Pick<ServiceDeps, 'sealer'>, last: Head, row: AuditRow): string {
  return sealer.keyedHash(textOf(last, row))
}

function textOf(last: Head, row: AuditRow): string {
  const facts = JSON.stringify(FACTS.map((name) => row[name]))
  return `audit\n${last.chain + 1}\n${last.hash}\n${facts}`
}
