/** The request for the next answer of a conversation. */
import type { PlaygroundMode } from '../../../../server/domain/calls/playground'
import { isRecord } from '../../../app/storage'
import type { ChatSettings, Message } from './chat'

export type TalkModeId = Extract<PlaygroundMode, 'chat' | 'responses'>

const MAKERS = { chat: chatRequest, responses: responsesRequest } as const

export function requestOf(
  mode: TalkModeId,
  settings: ChatSettings,
  messages: readonly Message[],
): object {
  const { group, extra } = settings
  const body = MAKERS[mode](settings, messages.filter(hasWords))
  return merged({ ...(group !== '' && { group }), ...body }, extra)
}

/** `extra` is JSON as it was typed; a field that is `null` there is left out. */
export function merged(body: Readonly<Record<string, unknown>>, extra: string): object {
  const fields = { ...body, ...objectIn(extra) }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

function objectIn(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    // The field itself says that this is no JSON.
    return {}
  }
}

/** Failed answers and empty ones are not the model's words, and upstreams refuse empty ones. */
function hasWords({ state, content, images }: Message): boolean {
  return state !== 'error' && (content.trim() !== '' || images.length > 0)
}

function chatRequest(settings: ChatSettings, said: readonly Message[]): Record<string, unknown> {
  const { model, temperature, maxTokens, system, effort } = settings
  const messages = said.map(chatMessage)
  const stop = settings.stop.split('\n').filter((line) => line !== '')
  return {
    model,
    messages: system.trim() === '' ? messages : [{ role: 'system', content: system }, ...messages],
    temperature,
    ...(maxTokens > 0 && { max_tokens: maxTokens }),
    ...numbersOf({
      top_p: settings.topP,
      frequency_penalty: settings.frequencyPenalty,
      presence_penalty: settings.presencePenalty,
      seed: settings.seed,
    }),
    ...(stop.length > 0 && { stop }),
    ...(effort !== '' && { reasoning_effort: effort }),
    stream: true,
    stream_options: { include_usage: true },
  }
}

function responsesRequest(
  settings: ChatSettings,
  said: readonly Message[],
): Record<string, unknown> {
  const { model, temperature, maxTokens, system, effort } = settings
  return {
    model,
    input: said.map(responsesMessage),
    ...(system.trim() !== '' && { instructions: system }),
    temperature,
    ...(maxTokens > 0 && { max_output_tokens: maxTokens }),
    ...numbersOf({ top_p: settings.topP }),
    ...(effort !== '' && { reasoning: { effort } }),
    stream: true,
    store: false,
  }
}

/** What is not typed, or is no number, gets the default of the model. */
function numbersOf(typed: Readonly<Record<string, string>>): Record<string, number> {
  const given = Object.entries(typed).filter(([, text]) => text.trim() !== '')
  return Object.fromEntries(
    given.map(([name, text]) => [name, Number(text)] as const).filter(([, n]) => !Number.isNaN(n)),
  )
}

function chatMessage({ role, content, images }: Message): object {
  if (images.length === 0) return { role, content }
  const parts = images.map((url) => ({ type: 'image_url', image_url: { url } }))
  return { role, content: [{ type: 'text', text: content }, ...parts] }
}

function responsesMessage({ role, content, images }: Message): object {
  if (images.length === 0) return { role, content }
  const parts = images.map((url) => ({ type: 'input_image', image_url: url }))
  return { role, content: [{ type: 'input_text', text: content }, ...parts] }
}
