/** What a chat is, and where this browser keeps its chats. */
import { isRecord, readStoredJson, store } from '../../storage'

export type MessageState = 'loading' | 'incomplete' | 'complete' | 'error'

export interface Message {
  readonly id: number
  readonly role: 'user' | 'assistant'
  readonly content: string
  /** Data URLs of pictures that go along. */
  readonly images: readonly string[]
  readonly reasoning: string
  readonly state: MessageState
  readonly bill?: MessageBill | undefined
}

export interface MessageBill {
  readonly promptTokens: number
  readonly completionTokens: number
  /** Credits; `undefined` while the log was not asked yet or does not know. */
  readonly quota: number | undefined
  readonly requestId: string
}

export interface ChatSettings {
  /** "" for the user's own group. */
  readonly group: string
  readonly model: string
  readonly temperature: number
  /** 0 for no limit. */
  readonly maxTokens: number
  readonly system: string
}

export interface Chat {
  readonly id: number
  readonly messages: readonly Message[]
}

const CHATS = 'playground-chats'
const SETTINGS = 'playground-settings'
const MOST_CHATS = 30

const FIRST_SETTINGS: ChatSettings = {
  group: '',
  model: 'gpt-4o-mini',
  temperature: 0.7,
  maxTokens: 0,
  system: '',
}

function isSettings(value: unknown): value is ChatSettings {
  return isRecord(value) && typeof value.model === 'string' && typeof value.system === 'string'
}

function isChats(value: unknown): value is readonly Chat[] {
  return (
    Array.isArray(value) && value.every((chat) => isRecord(chat) && Array.isArray(chat.messages))
  )
}

export function readSettings(): ChatSettings {
  return { ...FIRST_SETTINGS, ...readStoredJson(SETTINGS, isSettings) }
}

export function storeSettings(settings: ChatSettings): void {
  store(SETTINGS, JSON.stringify(settings))
}

/** Newest first. A chat that a closed page left unfinished is as finished as it will be. */
export function readChats(): readonly Chat[] {
  const chats = readStoredJson(CHATS, isChats) ?? []
  return chats.map((chat) => ({ ...chat, messages: chat.messages.map(settled) }))
}

function settled(message: Message): Message {
  const isOpen = message.state === 'loading' || message.state === 'incomplete'
  return isOpen ? { ...message, state: 'complete' } : message
}

/** Pictures are not kept: they would fill the storage at once. */
export function storeChats(chats: readonly Chat[]): void {
  const kept = chats
    .filter(({ messages }) => messages.length > 0)
    .slice(0, MOST_CHATS)
    .map((chat) => ({
      ...chat,
      messages: chat.messages.map((message) => ({ ...message, images: [] })),
    }))
  store(CHATS, JSON.stringify(kept))
}

/** The request that the next answer is asked for with. */
export function requestOf(settings: ChatSettings, messages: readonly Message[]): object {
  const { group, model, temperature, maxTokens, system } = settings
  const told = messages.filter(({ state }) => state !== 'error').map(wireOf)
  return {
    ...(group !== '' && { group }),
    model,
    messages: system.trim() === '' ? told : [{ role: 'system', content: system }, ...told],
    temperature,
    ...(maxTokens > 0 && { max_tokens: maxTokens }),
    stream: true,
    stream_options: { include_usage: true },
  }
}

function wireOf({ role, content, images }: Message): object {
  if (images.length === 0) return { role, content }
  const parts = images.map((url) => ({ type: 'image_url', image_url: { url } }))
  return { role, content: [{ type: 'text', text: content }, ...parts] }
}
