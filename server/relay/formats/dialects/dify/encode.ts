import type { ChatMessage, ChatRequest, JsonObject } from '../../../wire/chat'
import { noteUnknown } from '../built-apps'
import type { EncodedRequest, UpstreamCall } from '../dialect'
import { objectOf, textOf, withoutUndefined } from '../json-fields'
import { transcriptOf, wordsOf } from '../transcript'
import { kindOf } from './target'
import { UPLOADED } from './uploaded'

/** Fields of the vendor's own that clients may send in addition to their protocol's. */
const CONVERSATION = 'conversation_id'
const INPUTS = 'inputs'

/**
 * An app has its own prompts, tools and limits: it gets one question. What was said before is
 * the app's to remember when the client names the conversation, and else goes along as text.
 */
export function encode(request: ChatRequest, call: UpstreamCall): EncodedRequest {
  const { unmapped } = request
  const losses = new Set(Object.keys(unmapped).filter((name) => !OWN_FIELDS.has(name)))
  noteUnknown(request, losses)
  const conversation = conversationOf(unmapped)
  const kind = kindOf(call)
  const remembers = kind === 'chat' || kind === 'agent'
  const isContinued = remembers && conversation !== undefined
  const query = isContinued ? newestQuestion(request, losses) : transcriptOf(request, losses)
  const inputs = objectOf(unmapped[INPUTS]) ?? {}
  const files = filesOf(request.messages.at(-1))
  const body = withoutUndefined({
    inputs: remembers ? inputs : { query, ...inputs },
    query: remembers ? query : undefined,
    response_mode: 'streaming',
    conversation_id: isContinued ? conversation : undefined,
    // Conversations belong to a user there: nobody may go on with somebody else's.
    user: request.user === undefined ? call.owner : `${call.owner}:${request.user}`,
    files: files.length === 0 ? undefined : files,
    auto_generate_name: remembers ? false : undefined,
  })
  return { body, losses: [...losses] }
}

const OWN_FIELDS: ReadonlySet<string> = new Set([
  CONVERSATION,
  INPUTS,
  'metadata',
  `metadata.${CONVERSATION}`,
])

/** What protocols put before the id of an answer, which is the conversation's. */
const ANSWER_PREFIX = /^(?:chatcmpl-|msg_|resp_)/

/**
 * OpenAI's clients have an object for such things, Claude's a name below one. The id of an earlier
 * answer is as good.
 */
function conversationOf(unmapped: JsonObject): string | undefined {
  const given =
    textOf(unmapped[CONVERSATION]) ??
    textOf(objectOf(unmapped.metadata)?.[CONVERSATION]) ??
    textOf(unmapped[`metadata.${CONVERSATION}`])
  return given?.replace(ANSWER_PREFIX, '')
}

/** Everything since the app has spoken. */
function newestQuestion({ system, messages }: ChatRequest, losses: Set<string>): string {
  if (system.length > 0) losses.add('system')
  const from = messages.findLastIndex(({ role }) => role === 'assistant') + 1
  return messages
    .slice(from)
    .map((message) => wordsOf(message, losses))
    .join('\n')
}

const FILE_TYPES = { image: 'image', file: 'document', audio: 'audio' } as const

/**
 * Files that stand on the web are named by their address. Others are handed in before the
 * question, and named by what the app calls them: until then their bytes stand there.
 */
function filesOf(message: ChatMessage | undefined): JsonObject[] {
  return (message?.parts ?? []).flatMap((part): JsonObject[] => {
    if (part.type !== 'image' && part.type !== 'file' && part.type !== 'audio') return []
    const type = FILE_TYPES[part.type]
    const source = part.type === 'audio' ? { kind: 'base64' as const, ...part } : part.source
    if (source.kind === 'url') return [{ type, transfer_method: 'remote_url', url: source.url }]
    const { mediaType, base64 } = source
    const name = part.type === 'file' ? part.name : undefined
    const upload_file_id = withoutUndefined({ mediaType, base64, name })
    return [{ type, transfer_method: UPLOADED, upload_file_id }]
  })
}
