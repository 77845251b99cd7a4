/** Realtime sockets as the tests of the relay open them. */
import { type Gateway, type GatewayOptions, startGateway } from '../support/gateway'
import { type RealtimeUpstream, realtimeUpstream } from '../support/realtime-upstream'
import { waitUntil, within } from '../support/wait-until'

export const MODEL = 'gpt-realtime'
export const SCRIBE = 'gpt-4o-transcribe'
/** Credits: 1 a token read, 2 written; sound is 4 times as dear to read, 2 times that to write. */
export const PRICES = {
  ModelRatio: { [MODEL]: 1, [SCRIBE]: 3 },
  CompletionRatio: { [MODEL]: 2, [SCRIBE]: 1 },
  AudioRatio: { [MODEL]: 4 },
  AudioCompletionRatio: { [MODEL]: 2 },
}
export const USAGE = {
  total_tokens: 150,
  input_tokens: 100,
  input_token_details: { text_tokens: 60, audio_tokens: 40, cached_tokens: 0 },
  output_tokens: 50,
  output_token_details: { text_tokens: 20, audio_tokens: 30 },
}
export const CHARGE = 60 + 40 * 4 + 20 * 2 + 30 * 8

/** Answers each `response.create` with one delta and the usage above. */
export function answering(): RealtimeUpstream {
  let count = 0
  return realtimeUpstream({
    answer({ type }, upstream) {
      if (type !== 'response.create') return
      count += 1
      const response = { id: `resp_${count}`, status: 'completed' }
      upstream.say({ type: 'response.created', response: { id: response.id } })
      upstream.say({ type: 'response.output_text.delta', response_id: response.id, delta: 'Hi' })
      upstream.say({ type: 'response.done', response: { ...response, usage: USAGE } })
    },
  })
}

interface Client {
  readonly socket: WebSocket
  readonly events: Record<string, unknown>[]
  say(event: object): void
  /** The first event of the type, as soon as it is there. */
  event(type: string): Promise<Record<string, unknown>>
  closed(): Promise<{ readonly code: number; readonly reason: string }>
}

/** A browser cannot send headers with a socket. */
export function protocolsOf({ keys }: Gateway): string[] {
  return ['realtime', `openai-insecure-api-key.${keys[0]}`]
}

export async function talkTo(
  gateway: Gateway,
  path = `/v1/realtime?model=${MODEL}`,
): Promise<Client> {
  const url = `${gateway.url.replace('http', 'ws')}${path}`
  const socket = new WebSocket(url, protocolsOf(gateway))
  const events: Record<string, unknown>[] = []
  socket.onmessage = ({ data }) => void events.push(JSON.parse(String(data)))
  const closing = new Promise<CloseEvent>((resolve) => {
    socket.onclose = resolve
  })
  await within(
    'open socket',
    new Promise((resolve) => {
      socket.onopen = resolve
    }),
  )
  return {
    socket,
    events,
    say: (event) => socket.send(JSON.stringify(event)),
    event: (type) =>
      waitUntil(`there is a ${type}`, () => events.find((event) => event.type === type)),
    closed: () => within('closed socket', closing),
  }
}

export async function gatewayFor(upstream: { readonly url: string }, more: GatewayOptions = {}) {
  return await startGateway({
    channels: [{ upstream, models: [MODEL, SCRIBE] }],
    ...more,
    options: { ...PRICES, ...more.options },
  })
}

export const rowsOf = async (gateway: Gateway) => {
  await gateway.idle()
  return (await gateway.services.logs.list({ type: 2 })).items
}
