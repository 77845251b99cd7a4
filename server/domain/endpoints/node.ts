/** The processes that serve this database. */
import { type Static, Type } from '@sinclair/typebox'
import { endpoint } from './endpoint'

const NodeJson = Type.Object({
  id: Type.String(),
  /** Machine and process. */
  host: Type.String(),
  version: Type.String(),
  /** Epoch seconds, by the clock of the database. */
  started_at: Type.Integer(),
  /** When it reported last. */
  seen_at: Type.Integer(),
  /** It has reported within the last minute. */
  is_alive: Type.Boolean(),
  /** It is out of rotation and begins no background work. */
  draining: Type.Boolean(),
  in_flight: Type.Integer(),
  calls_per_minute: Type.Integer(),
  /** Of one core. */
  cpu_percent: Type.Number(),
  rss_bytes: Type.Integer(),
  /** Calls that are over and not booked yet. */
  settlements_waiting: Type.Integer(),
})
export type NodeJson = Static<typeof NodeJson>

const EXAMPLE: NodeJson = {
  id: '6c0b1f0e-8d0e-4c2a-9d51-2f3b7f5a1c11',
  host: 'gw-1:4242',
  version: '0.1.0',
  started_at: 1_712_800_000,
  seen_at: 1_712_802_000,
  is_alive: true,
  draining: false,
  in_flight: 12,
  calls_per_minute: 840,
  cpu_percent: 31.5,
  rss_bytes: 210_000_000,
  settlements_waiting: 0,
}

const IdText = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) })

export const nodeEndpoints = [
  endpoint({
    id: 'node.list',
    method: 'GET',
    path: '/api/node/',
    role: 'admin',
    heavy: true,
    data: Type.Array(NodeJson),
    summary: 'Lists the processes that serve this database, the longest running first.',
    example: [EXAMPLE],
  }),
  endpoint({
    id: 'node.drain',
    method: 'POST',
    path: '/api/node/:id/drain',
    role: 'root',
    params: IdText,
    data: NodeJson,
    summary:
      'Takes a process out of rotation: within seconds its `/healthz` answers 503 and it begins ' +
      'no background work. Calls that reach it are served.',
    example: { ...EXAMPLE, draining: true },
  }),
  endpoint({
    id: 'node.resume',
    method: 'POST',
    path: '/api/node/:id/resume',
    role: 'root',
    params: IdText,
    data: NodeJson,
    summary: 'Puts a drained process back into rotation.',
    example: EXAMPLE,
  }),
] as const
