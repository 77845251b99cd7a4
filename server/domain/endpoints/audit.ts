/** Who changed what. Entries are written with the change itself and never edited. */
import { type Static, Type } from '@sinclair/typebox'
import { AUDIT_SORTS, CHAIN_PROBLEMS } from '../resources/audit'
import {
  endpoint,
  OptionalInteger,
  OptionalText,
  oneOf,
  PageQuery,
  pageOf,
  sortedBy,
} from './endpoint'

const AuditJson = Type.Object({
  id: Type.Integer(),
  /** Epoch seconds. */
  created_at: Type.Integer(),
  /** Name of the user, or `cli:name` and `system:name`. */
  actor: Type.String(),
  /** 0 unless a user. */
  actor_id: Type.Integer(),
  ip: Type.String(),
  /** `noun.verb`. */
  action: Type.String(),
  /** `noun:id`. */
  target: Type.String(),
  /** JSON text of the fields that differ, secrets masked; "" for a creation. */
  before: Type.String(),
  /** The same; "" for a deletion. */
  after: Type.String(),
  request_id: Type.String(),
  /** On whose behalf; 0 for nobody's but the actor's. */
  organisation_id: Type.Integer(),
})

export type AuditJson = Static<typeof AuditJson>

const EXAMPLE: AuditJson = {
  id: 41,
  created_at: 1_712_800_000,
  actor: 'root',
  actor_id: 1,
  ip: '192.0.2.1',
  action: 'option.set',
  target: 'option:RetryTimes',
  before: '{"value":"2"}',
  after: '{"value":"3"}',
  request_id: '20240411014640123456789aB3dE5gH7',
  organisation_id: 0,
}

export const auditEndpoints = [
  endpoint({
    id: 'audit.list',
    method: 'GET',
    path: '/api/audit/',
    role: 'root',
    heavy: true,
    query: Type.Composite([
      PageQuery,
      sortedBy(AUDIT_SORTS),
      Type.Object({
        /** Parts of the texts, letter case aside. */
        actor: OptionalText,
        action: OptionalText,
        target: OptionalText,
        start_timestamp: OptionalInteger,
        end_timestamp: OptionalInteger,
        /** `sessions` is who signed in and out; both unless given. */
        kind: Type.Optional(Type.Union([Type.Literal('changes'), Type.Literal('sessions')])),
        /** The older way to ask for changes, with `true`. */
        changes_only: OptionalText,
      }),
    ]),
    data: Type.Composite([
      pageOf(AuditJson),
      // What passes the other filters, whichever kind is requested.
      Type.Object({ changes: Type.Integer(), sessions: Type.Integer() }),
    ]),
    summary: 'Lists what was changed, by whom and from where, newest first.',
    example: { items: [EXAMPLE], total: 1, page: 1, page_size: 10, changes: 1, sessions: 3 },
  }),
  endpoint({
    id: 'audit.verify',
    method: 'GET',
    path: '/api/audit/verify',
    role: 'root',
    heavy: true,
    query: Type.Object({
      /** Of an earlier answer. */
      head: OptionalText,
    }),
    data: Type.Object({
      linked: Type.Integer(),
      /** Written since the last minute. */
      waiting: Type.Integer(),
      /** To be noted elsewhere; "" before the first entry is linked. */
      head: Type.String(),
      /** The first entry that is wrong; null for none. */
      problem: Type.Union([
        Type.Null(),
        Type.Object({ chain: Type.Integer(), id: Type.Integer(), kind: oneOf(CHAIN_PROBLEMS) }),
      ]),
    }),
    summary: 'Checks that no entry was edited or taken out, and that a noted head is still there.',
    example: { linked: 41, waiting: 0, head: '41:9f2c51d0', problem: null },
  }),
] as const
