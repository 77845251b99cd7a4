/** A chat, and the settings of its requests. */
import { nowMs } from '../../../app/now'
import { isRecord, readStoredJson, store } from '../../../app/storage'

/** `loading` until the first piece, `incomplete` while more come. */
export type MessageState = 'loading' | 'incomplete' | 'complete' | 'error'

export interface Message {
  readonly id: number
  readonly role: 'user' | 'assistant'
  readonly content: string
  /** Data URLs of pictures that go along. */
  readonly images: readonly string[]
  /** Pictures that went along before the page was closed; they are not stored. */
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
  /** Credits; `undefined` until the log is read, and where it does not say. */
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
  /** As they are typed; "" leaves a field to the model's own default. */
  readonly topP: string
  readonly frequencyPenalty: string
  readonly presencePenalty: string
  readonly seed: string
  /** One a line. */
  readonly stop: string
  readonly effort: string
  /** An object of JSON: further fields of the request, or others in place of ours. */
  readonly extra: string
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
  topP: '',
  frequencyPenalty: '',
  presencePenalty: '',
  seed: '',
  stop: '',
  effort: '',
  extra: '',
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
