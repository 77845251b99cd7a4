/** What a chat is, and the request that its next answer is asked for with. */
import { nowMs } from '../../now'
import { isRecord, readStoredJson, store } from '../../storage'

/** `loading` until the first piece, `incomplete` while more come. */
export type MessageState = 'loading' | 'incomplete' | 'complete' | 'error'

export interface Message {
  readonly id: number
  readonly role: 'user' | 'assistant'
  readonly content: string
  /** Data URLs of pictures that go along. */
  readonly images: readonly string[]
  /** Pictures that went along before the page was closed; they are not kept. */
  readonly lostImages?: number
  readonly reasoning: string
  /** How long the model reasoned before it spoke; `undefined` while it does. */
  readonly reasoningMs?: number | undefined
  readonly state: MessageState
  /** Why there is no answer, or only a part of one. */
  readonly problem?: string
  /** Id that the relay gives the reason. */
  readonly problemCode?: string
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
  /** Chosen by the person; "" for the first words of the chat. */
  readonly title: string
  /** Epoch milliseconds. */
  readonly changedAtMs: number
  readonly messages: readonly Message[]
}

const SETTINGS = 'playground-settings'

const FIRST_SETTINGS: ChatSettings = {
  group: '',
  model: 'gpt-4o-mini',
  temperature: 0.7,
  maxTokens: 0,
  system: '',
}

let lastId = 0

/** Unique within all that this browser stores. */
export function nextId(): number {
  lastId = Math.max(lastId + 1, nowMs())
  return lastId
}

export function newChat(): Chat {
  return { id: nextId(), title: '', changedAtMs: nowMs(), messages: [] }
}

export function newMessage(
  role: Message['role'],
  content: string,
  images: readonly string[] = [],
): Message {
  const state = role === 'user' ? 'complete' : 'loading'
  return { id: nextId(), role, content, images, reasoning: '', state }
}

function isSettings(value: unknown): value is ChatSettings {
  return isRecord(value) && typeof value.model === 'string' && typeof value.system === 'string'
}

export function readSettings(): ChatSettings {
  return { ...FIRST_SETTINGS, ...readStoredJson(SETTINGS, isSettings) }
}

export function storeSettings(settings: ChatSettings): void {
  store(SETTINGS, JSON.stringify(settings))
}

/** The request that the next answer is asked for with. */
export function requestOf(settings: ChatSettings, messages: readonly Message[]): object {
  const { group, model, temperature, maxTokens, system } = settings
  const told = messages.filter(hasWords).map(wireOf)
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

/** Failed answers and empty ones are not the model's words, and upstreams refuse empty ones. */
function hasWords({ state, content, images }: Message): boolean {
  return state !== 'error' && (content.trim() !== '' || images.length > 0)
}

function wireOf({ role, content, images }: Message): object {
  if (images.length === 0) return { role, content }
  const parts = images.map((url) => ({ type: 'image_url', image_url: { url } }))
  return { role, content: [{ type: 'text', text: content }, ...parts] }
}
