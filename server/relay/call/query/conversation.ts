/**
 * Which conversation a request belongs to, as its client names it: agents send an id of their
 * own in a field or a header, so that caches and logs can keep the turns of one together.
 */
import { createHash } from 'node:crypto'
import { isRecord } from '../../../domain/json/records'
import type { ReadField } from '../../formats/protocols/protocol'

/** By which agents tell their conversations apart. */
const SESSION_HEADERS = [
  'session_id',
  'session-id',
  'x-session-id',
  'conversation_id',
  'x-claude-code-session-id',
  'x-session-affinity',
  'x-grok-conv-id',
] as const

export interface NamedConversation {
  /** Its calls are best sent to one account, whose cache knows them. */
  readonly affinity: string
  /** Its id in the log; "" where the name is that of a person, not of one conversation. */
  readonly session: string
}

export function conversationIn(
  field: ReadField,
  { fields, metadata }: { readonly fields: ReadonlySet<string>; readonly metadata: unknown },
): NamedConversation | undefined {
  const key = fields.has('prompt_cache_key') ? textOf(field('prompt_cache_key')) : undefined
  if (key !== undefined) return { affinity: key, session: sessionText(key) }
  if (!isRecord(metadata)) return undefined
  const user = textOf(metadata.user_id)
  const session = textOf(metadata.session_id) ?? (user && sessionOfUser(user))
  const affinity = session ?? user
  if (affinity === undefined) return undefined
  return { affinity, session: session === undefined ? '' : sessionText(session) }
}

export function conversationInHeaders(headers: Headers): NamedConversation | undefined {
  for (const name of SESSION_HEADERS) {
    const value = headers.get(name)
    if (value) return { affinity: value, session: sessionText(value) }
  }
  return undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

const SESSION_MARK = '_session_'

/** Claude Code writes person, account and session into one text, newer ones as JSON. */
function sessionOfUser(user: string): string | undefined {
  const at = user.lastIndexOf(SESSION_MARK)
  if (at >= 0) return textOf(user.slice(at + SESSION_MARK.length))
  if (!user.startsWith('{')) return undefined
  try {
    const parsed: unknown = JSON.parse(user)
    return isRecord(parsed) ? textOf(parsed.session_id) : undefined
  } catch {
    return undefined
  }
}

const LONGEST_SESSION = 64
const HASH_CHARACTERS = 32
const PLAIN = /^[\w.:@/+=-]+$/

/** As it stands in columns and addresses: an ordinary id as it is, anything else by its hash. */
function sessionText(name: string): string {
  if (name.length <= LONGEST_SESSION && PLAIN.test(name)) return name
  return createHash('sha256').update(name).digest('hex').slice(0, HASH_CHARACTERS)
}
