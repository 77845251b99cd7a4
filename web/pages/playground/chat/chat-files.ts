/** Chats as a file: what one browser stores, for another one or for later. */
import { isRecord } from '../../../app/storage'
import { type Chat, type Message, nextId } from './chat'

const FORMAT = 'gw-chats'
const VERSION = 1
/** Larger files are no chats that a browser could keep. */
export const MOST_FILE_BYTES = 20_000_000

export function fileOf(chats: readonly Chat[]): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, chats }, undefined, 2)
}

/** With ids of this browser; `undefined` for what is no such file. */
export function chatsIn(source: string): readonly Chat[] | undefined {
  try {
    const file: unknown = JSON.parse(source)
    if (!isRecord(file) || file.format !== FORMAT || file.version !== VERSION) return undefined
    if (!Array.isArray(file.chats)) return undefined
    return file.chats.flatMap(chatIn)
  } catch {
    return undefined
  }
}

/** Only what is known of a chat is taken over, because anybody may have written the file. */
function chatIn(value: unknown): readonly Chat[] {
  if (!isRecord(value) || !Array.isArray(value.messages)) return []
  const messages = value.messages.flatMap(messageIn)
  if (messages.length === 0) return []
  const { title, changedAtMs } = value
  return [
    {
      id: nextId(),
      title: typeof title === 'string' ? title.slice(0, 80) : '',
      changedAtMs: Number.isSafeInteger(changedAtMs) ? Number(changedAtMs) : 0,
      messages,
    },
  ]
}

function messageIn(value: unknown): readonly Message[] {
  if (!isRecord(value) || typeof value.content !== 'string') return []
  const { role, content, reasoning, images } = value
  if (role !== 'user' && role !== 'assistant') return []
  const pictures = Array.isArray(images) ? images.filter(isPicture) : []
  return [
    {
      id: nextId(),
      role,
      content,
      images: pictures,
      reasoning: typeof reasoning === 'string' ? reasoning : '',
      state: 'complete',
    },
  ]
}

/** A picture that is in the file itself: nothing is fetched because a file says so. */
function isPicture(value: unknown): value is string {
  return typeof value === 'string' && /^data:image\/[\w+.-]+;base64,/.test(value)
}
