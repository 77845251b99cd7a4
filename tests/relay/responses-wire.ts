/** What the tests of Responses share: a channel, a request, and a strict reading of its stream. */
import { expect } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import type { ChannelSeed } from '../support/seed'
import { fixture, type Script, startUpstream, type Upstream } from '../support/upstream'
import { MODEL, PRICES } from './black-box'

export const PATH = '/v1/responses'

/** An answer of the vendor itself: 12 and 9 tokens, as in all recordings. */
export const NATIVE = {
  sse: fixture('responses/chat-text.sse'),
  json: fixture('responses/chat-text.json'),
}

export interface Talking {
  readonly gateway: Gateway
  readonly upstream: Upstream
}

/** One channel of OpenAI's type, unless told otherwise. */
export async function talking(
  script: Script,
  channel: Partial<ChannelSeed>,
  check: (talking: Talking) => Promise<void>,
): Promise<void> {
  await using upstream = await startUpstream(script)
  await using gateway = await startGateway({
    channels: [{ upstream, models: MODEL, ...channel }],
    options: PRICES,
  })
  await check({ gateway, upstream })
}

export function asking(more: object = {}): object {
  return { model: MODEL, input: 'How much is two plus two?', store: false, ...more }
}

export interface Event {
  readonly type: string
  readonly sequence_number: number
  // biome-ignore lint/suspicious/noExplicitAny: an event of any kind, looked into field by field
  readonly [field: string]: any
}

/** Every frame under its own name, numbered from 0 without a gap. */
export function eventsIn(text: string): Event[] {
  expect(text).toEndWith('\n\n')
  const blocks = text.slice(0, -2).split('\n\n')
  return blocks.map((block, at) => {
    const match = /^event: ([\w.]+)\ndata: (.+)$/.exec(block)
    if (match?.[2] === undefined) throw new Error(`not a frame: ${block}`)
    const event: Event = JSON.parse(match[2])
    expect({ type: event.type, at: event.sequence_number }).toEqual({ type: match[1] ?? '', at })
    return event
  })
}

/** Types in order, runs of the same type told once. */
export function kindsOf(events: readonly Event[]): string[] {
  const kinds = events.map(({ type }) => type.replace('response.', ''))
  return kinds.filter((kind, at) => kind !== kinds[at - 1])
}

/** Every item that was added is done, at its place, and stands so in the last event. */
export function expectWhole(events: readonly Event[]): Event {
  const last = events.at(-1)
  if (last === undefined) throw new Error('no events')
  const added = events.filter(({ type }) => type === 'response.output_item.added')
  const done = events.filter(({ type }) => type === 'response.output_item.done')
  expect(added.map((event) => event.output_index)).toEqual(added.map((_, at) => at))
  const inOrder = done.toSorted((a, b) => a.output_index - b.output_index)
  expect(last.response.output).toEqual(inOrder.map(({ item }) => item))
  expect(added.map(({ item }) => item.id)).toEqual(inOrder.map(({ item }) => item.id))
  return last
}
