/** What is relayed at this moment, and in the last minutes. */
import { type Static, Type } from '@sinclair/typebox'
import { CALL_STATES } from '../live/report'
import { endpoint, Nothing, oneOf } from './endpoint'

const LiveCallJson = Type.Object({
  /** Request id. */
  id: Type.String(),
  user_id: Type.Integer(),
  username: Type.String(),
  /** 0 for the playground. */
  token_id: Type.Integer(),
  token_name: Type.String(),
  model: Type.String(),
  /** 0 before one is chosen. */
  channel_id: Type.Integer(),
  channel_name: Type.String(),
  /** Epoch milliseconds. */
  started_at: Type.Integer(),
  /** 0 before the first byte. */
  first_byte_ms: Type.Integer(),
  state: oneOf(CALL_STATES),
  /** Channels tried so far. */
  tries: Type.Integer(),
  /** Of a stream so far, roughly; 0 where it is not known. */
  output_tokens: Type.Integer(),
})
export type LiveCallJson = Static<typeof LiveCallJson>

const Counts = Type.Object({
  calls: Type.Integer(),
  failed: Type.Integer(),
  /** Turned away before an upstream was called. */
  refused: Type.Integer(),
  tokens: Type.Integer(),
  /** Credits. */
  quota: Type.Integer(),
})

const Seconds = Type.Array(Type.Integer())

const LiveChannelJson = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  in_flight: Type.Integer(),
  attempts: Type.Integer(),
  /** By its own fault. */
  failed: Type.Integer(),
  /** To the first byte. */
  p50_ms: Type.Integer(),
  p95_ms: Type.Integer(),
  last_failure: Type.Union([
    Type.Object({
      /** Epoch seconds. */
      at: Type.Integer(),
      model: Type.String(),
      /** Of the upstream; 0 without an answer. */
      status: Type.Integer(),
      message: Type.String(),
    }),
    Type.Null(),
  ]),
})
export type LiveChannelJson = Static<typeof LiveChannelJson>

const LiveSpenderJson = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** Whose a token is. */
  owner: Type.String(),
  calls: Type.Integer(),
  /** Credits. */
  quota: Type.Integer(),
})
export type LiveSpenderJson = Static<typeof LiveSpenderJson>

const LiveJson = Type.Object({
  in_flight: Type.Integer(),
  /** Calls that ended or were refused since the gateway began: another number, new log rows. */
  ended: Type.Integer(),
  /** That relay for this gateway. */
  processes: Type.Integer(),
  /** The oldest of those that run. */
  calls: Type.Array(LiveCallJson),
  /** Of the last 60 seconds. */
  per_minute: Counts,
  /** Epoch seconds of the last of `seconds`; 0 when all of them are zero. */
  until: Type.Integer(),
  /** The last 120 of them, the newest last; empty when nothing happened. */
  seconds: Type.Object({
    calls: Seconds,
    failed: Seconds,
    refused: Seconds,
    tokens: Seconds,
    quota: Seconds,
  }),
  /** Of the last five minutes, the busiest first. */
  channels: Type.Array(LiveChannelJson),
  /** Who spent most in the last five minutes. */
  users: Type.Array(LiveSpenderJson),
  tokens: Type.Array(LiveSpenderJson),
})
export type LiveJson = Static<typeof LiveJson>

const EXAMPLE: LiveJson = {
  in_flight: 1,
  ended: 840_211,
  processes: 1,
  calls: [
    {
      id: 'req_0199c7e0a1b27f3d',
      user_id: 4,
      username: 'ann',
      token_id: 7,
      token_name: 'app',
      model: 'gpt-4o-mini',
      channel_id: 3,
      channel_name: 'main',
      started_at: 1_712_800_000_000,
      first_byte_ms: 420,
      state: 'answering',
      tries: 1,
      output_tokens: 180,
    },
  ],
  per_minute: { calls: 840, failed: 2, refused: 0, tokens: 912_000, quota: 420_000 },
  until: 1_712_800_000,
  seconds: { calls: [14], failed: [0], refused: [0], tokens: [15_200], quota: [7000] },
  channels: [
    {
      id: 3,
      name: 'main',
      in_flight: 1,
      attempts: 4200,
      failed: 12,
      p50_ms: 380,
      p95_ms: 1250,
      last_failure: {
        at: 1_712_799_940,
        model: 'gpt-4o-mini',
        status: 429,
        message: 'Rate limit reached',
      },
    },
  ],
  users: [{ id: 4, name: 'ann', owner: 'ann', calls: 3100, quota: 1_500_000 }],
  tokens: [{ id: 7, name: 'app', owner: 'ann', calls: 3100, quota: 1_500_000 }],
}

export const liveEndpoints = [
  endpoint({
    id: 'live.show',
    method: 'GET',
    path: '/api/live/',
    role: 'admin',
    isLive: true,
    data: LiveJson,
    summary:
      'What this gateway relays now: calls in flight, rates by the second, channels and ' +
      'spenders of the last five minutes. A stream that follows it is sent it every second.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'live.end',
    method: 'POST',
    path: '/api/live/:id/end',
    role: 'admin',
    resource: 'node',
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
    data: Nothing,
    summary: 'Ends a call in flight: its client is told so, and pays for what has come.',
    example: undefined,
  }),
] as const
