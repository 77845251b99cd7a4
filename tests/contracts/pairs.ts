/** Every client protocol with every dialect that an upstream may speak. */
import { PROTOCOLS, type ProtocolName } from '../../server/domain/calls/protocol'
import { TRANSLATED_VOICES } from './translated-voices'
import { VOICES } from './upstream-voices'

export const ALL_VOICES = { ...VOICES, ...TRANSLATED_VOICES } as const
export type AnyVoiceName = keyof typeof ALL_VOICES

export const PAIRS: readonly (readonly [ProtocolName, AnyVoiceName])[] = PROTOCOLS.flatMap(
  (protocol) =>
    (Object.keys(ALL_VOICES) as AnyVoiceName[]).map((voice) => [protocol, voice] as const),
)
