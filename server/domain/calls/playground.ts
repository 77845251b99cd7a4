/** What people who are signed in can try on the console, without a token. */
import type { Operation, ProtocolName } from './protocol'

export interface PlaygroundRoute {
  readonly path: string
  /** The same for programs. */
  readonly programPath: string
  readonly protocol: ProtocolName
  readonly operation: Operation
}

function routeOf(below: string, operation: Operation, protocol: ProtocolName = 'openai') {
  return { path: `/pg${below}`, programPath: `/v1${below}`, protocol, operation }
}

/** By mode, in the order in which they are offered. */
export const PLAYGROUND_ROUTES = {
  chat: routeOf('/chat/completions', 'chat'),
  responses: routeOf('/responses', 'chat', 'responses'),
  image: routeOf('/images/generations', 'images'),
  speech: routeOf('/audio/speech', 'speech'),
  transcription: routeOf('/audio/transcriptions', 'transcription'),
  rerank: routeOf('/rerank', 'rerank'),
} as const satisfies Readonly<Record<string, PlaygroundRoute>>

export type PlaygroundMode = keyof typeof PLAYGROUND_ROUTES
