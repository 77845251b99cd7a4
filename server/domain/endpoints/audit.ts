/** Who changed what. Entries are written with the change itself and never edited. */
import { type Static, Type } from '@sinclair/typebox'
import { endpoint, OptionalInteger, OptionalText, PageQuery, pageOf } from './endpoint'

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
      Type.Object({
        /** Parts of the texts, letter case aside. */
        actor: OptionalText,
        action: OptionalText,
        target: OptionalText,
        start_timestamp: OptionalInteger,
        end_timestamp: OptionalInteger,
        /** `true` leaves out who signed in and out. */
        changes_only: OptionalText,
      }),
    ]),
    data: pageOf(AuditJson),
    summary: 'Lists what was changed, by whom and from where, newest first.',
    example: { items: [EXAMPLE], total: 1, page: 1, page_size: 10 },
  }),
] as const
