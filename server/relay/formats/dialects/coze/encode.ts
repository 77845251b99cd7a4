import type { ChatMessage, ChatRequest, JsonObject, Part } from '../../../wire/chat'
import { noteUnknown } from '../built-apps'
import type { EncodedRequest, UpstreamCall } from '../dialect'
import { fittingUser, promptsOf } from '../fitting'
import { wordsOf } from '../transcript'

/** Histories are not stored there, so that nobody's conversation is found under this name. */
const SOMEBODY = 'gw'
const LONGEST_USER = 64

/**
 * A bot has its own model, prompt, tools and limits: it is given the conversation and nothing
 * else. What was said before goes along each time, and the bot is told to remember nothing.
 */
export function encode(request: ChatRequest, call: UpstreamCall): EncodedRequest {
  const losses = new Set(Object.keys(request.unmapped))
  noteUnknown(request, losses)
  const prompt = promptsOf(request.system, losses).map(({ text }) => text)
  const turns = request.messages.map((message) => turnOf(message, losses))
  const { channel, upstreamModel } = call
  const body: JsonObject = {
    bot_id: channel.other || upstreamModel,
    user_id: fittingUser(request.user, LONGEST_USER, losses) ?? SOMEBODY,
    stream: true,
    auto_save_history: false,
    additional_messages: [
      ...(prompt.length === 0 ? [] : [spoken('user', prompt.join('\n'))]),
      ...turns,
    ],
  }
  return { body, losses: [...losses] }
}

function spoken(role: ChatMessage['role'], text: string): JsonObject {
  return { role, content: text, content_type: 'text' }
}

function turnOf({ role, parts }: ChatMessage, losses: Set<string>): JsonObject {
  const text = wordsOf({ parts }, losses)
  const files = parts.flatMap((part) => fileOf(part, losses))
  if (files.length === 0) return spoken(role, text)
  const pieces = text === '' ? files : [{ type: 'text', text }, ...files]
  return { role, content: JSON.stringify(pieces), content_type: 'object_string' }
}

/** Files are named by their address; bytes would have to be uploaded before. */
function fileOf(part: Part, losses: Set<string>): JsonObject[] {
  if (part.type === 'audio') losses.add('input_audio')
  if (part.type !== 'image' && part.type !== 'file') return []
  if (part.source.kind !== 'url') {
    losses.add(`${part.type}.base64`)
    return []
  }
  return [{ type: part.type, file_url: part.source.url }]
}
