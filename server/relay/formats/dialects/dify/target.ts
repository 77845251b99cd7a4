import type { UpstreamCall, UpstreamTarget } from '../dialect'
import { plainTarget } from '../plain-target'

/** Kinds of apps, as the channel's `other` field names them, each with its own address. */
const PATHS = {
  chat: '/v1/chat-messages',
  agent: '/v1/chat-messages',
  workflow: '/v1/workflows/run',
  completion: '/v1/completion-messages',
} as const

type AppKind = keyof typeof PATHS

/** Whether the app takes questions and remembers them, or is given fields and fills them in. */
export function kindOf({ channel }: UpstreamCall): AppKind {
  const { other, type } = channel
  const kinds = Object.keys(PATHS) as AppKind[]
  return kinds.find((kind) => kind === (other || type.defaultOther)) ?? 'chat'
}

/** `undefined` for anything but a chat. */
export function difyTarget(call: UpstreamCall): UpstreamTarget | undefined {
  const target = plainTarget(call, { chat: PATHS[kindOf(call)] })
  // Agents answer in no other way, and edges of the service cut long answers that do not stream.
  return target && { ...target, headers: { ...target.headers, accept: 'text/event-stream' } }
}
