/** The keys of one channel: never shown, and handled one by one. */
import { type Static, Type } from '@sinclair/typebox'
import { KEY_MODES, MAX_KEY_WEIGHT } from '../channels/keys'
import { DraftTested } from './channel-upstream'
import { endpoint, IdParams, Nothing } from './endpoint'

const KeyParams = Type.Composite([
  IdParams,
  Type.Object({
    /** 0 for the only key of a channel. */
    key: Type.Integer({ minimum: 0 }),
  }),
])

const KeyJson = Type.Object({
  id: Type.Integer(),
  /** The last characters. */
  hint: Type.String(),
  status: Type.Integer(),
  weight: Type.Integer(),
  /** Per cent of the channel's calls. */
  share: Type.Number(),
  /** Why it was taken out of use. */
  reason: Type.String(),
  changed_time: Type.Integer(),
  /** Epoch seconds; 0 when it does not cool down. */
  cooling_until: Type.Integer(),
  /** "" when it cools down for every model. */
  cooling_model: Type.String(),
  cooling_reason: Type.String(),
  /** Attempts and failed ones of the last 24 hours and 7 days, and the share of all keys. */
  calls_24h: Type.Integer(),
  failed_24h: Type.Integer(),
  share_24h: Type.Number(),
  calls_7d: Type.Integer(),
  failed_7d: Type.Integer(),
  share_7d: Type.Number(),
  /** Epoch seconds of the newest; 0 when there was none for a month. */
  used_time: Type.Integer(),
})

export type KeyJson = Static<typeof KeyJson>

const KeyListJson = Type.Object({
  /** round_robin, random or least_used; "" for a channel with one key. */
  mode: Type.String(),
  keys: Type.Array(KeyJson),
})

export const channelKeyEndpoints = [
  endpoint({
    id: 'channel.keys',
    method: 'GET',
    path: '/api/channel/:id/keys',
    role: 'admin',
    heavy: true,
    params: IdParams,
    data: KeyListJson,
    summary: 'Lists the keys of a channel by their last characters, with state, share and calls.',
    example: {
      mode: 'round_robin',
      keys: [
        {
          id: 1,
          hint: '…x7Qa',
          status: 1,
          weight: 1,
          share: 100,
          reason: '',
          changed_time: 1_712_800_000,
          cooling_until: 1_712_800_060,
          cooling_model: 'gpt-4o',
          cooling_reason: '429 Rate limit reached',
          calls_24h: 1_200,
          failed_24h: 3,
          share_24h: 100,
          calls_7d: 9_100,
          failed_7d: 12,
          share_7d: 100,
          used_time: 1_712_800_050,
        },
      ],
    },
  }),
  endpoint({
    id: 'channel.key_add',
    method: 'POST',
    path: '/api/channel/:id/keys',
    role: 'admin',
    params: IdParams,
    body: Type.Object({
      /** One per line. */
      keys: Type.String(),
    }),
    data: Type.Integer(),
    summary: 'Adds keys to a channel; answers how many it did not have yet.',
    example: 2,
  }),
  endpoint({
    id: 'channel.key_mode',
    method: 'PUT',
    path: '/api/channel/:id/keys',
    role: 'admin',
    params: IdParams,
    body: Type.Object({ mode: Type.Union(KEY_MODES.map((mode) => Type.Literal(mode))) }),
    data: Nothing,
    summary: 'Says how the next key is chosen among those that work.',
    example: undefined,
  }),
  endpoint({
    id: 'channel.key_set',
    method: 'PUT',
    path: '/api/channel/:id/keys/:key',
    role: 'admin',
    params: KeyParams,
    body: Type.Object({
      status: Type.Optional(Type.Integer()),
      weight: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_KEY_WEIGHT })),
    }),
    data: Nothing,
    summary: 'Revives a key with status 1, which ends its cool-down; 2 takes it out of use.',
    example: undefined,
  }),
  endpoint({
    id: 'channel.key_remove',
    method: 'DELETE',
    path: '/api/channel/:id/keys/:key',
    role: 'admin',
    params: KeyParams,
    data: Nothing,
    summary: 'Removes one of several keys.',
    example: undefined,
  }),
  endpoint({
    id: 'channel.key_rotate',
    method: 'POST',
    path: '/api/channel/:id/keys/:key/rotate',
    role: 'admin',
    params: KeyParams,
    body: Type.Object({
      /** The new key; the old one stays until an upstream has answered to this one. */
      key: Type.String(),
      /** The channel's own model for tests when absent. */
      model: Type.Optional(Type.String()),
    }),
    data: DraftTested,
    summary: 'Tests a new key and puts it in the place of the old one; a bad test changes nothing.',
    example: { time: 0.83, model: 'gpt-4o-mini', operation: 'chat' },
  }),
] as const
