/**
 * Updates what a page shows over one stream for all tabs of a browser: the tab that holds
 * the lock reads it and passes on what comes. Without locks (pages over plain HTTP), and while
 * there is no stream, each tab polls by itself.
 */

import {
  type ReadEvent,
  readEvents,
  streamAddress,
} from '../../server/domain/api-calls/read-events'
import { actingFor, viewerId } from '../app/session'
import { isRecord } from '../app/storage'
import { openStream } from './client'
import { newKey } from './order-keys'

export interface Watched {
  readonly address: string
  /** Milliseconds between two readings while no stream covers it. */
  readonly everyMs: number
  readonly take: (body: unknown) => void
  readonly readAgain: () => void
}

type Message =
  | { readonly kind: 'wants'; readonly tab: string; readonly addresses: readonly string[] }
  | { readonly kind: 'who' }
  | { readonly kind: 'covered'; readonly addresses: readonly string[] }
  | { readonly kind: 'answer'; readonly address: string; readonly body: unknown }

/** Tabs of somebody else, who has signed in meanwhile, are not listened to. */
interface Posted {
  readonly viewer: number
  readonly message: Message
}

/** Tabs that show another account have a stream of their own. */
const NAME = `gw-live-${actingFor()?.id ?? 0}`
const TAB = newKey()
/** As many reads as the server takes. */
const MOST = 12
const TICK_MS = 1000
/** The server sends something at least every ten seconds. */
const SILENCE_MS = 25_000
/** A tab that has said nothing is closed or asleep. */
const FORGOTTEN_MS = 60_000
const REST_MS = 15_000

const watched = new Set<Watched>()
const readAt = new Map<Watched, number>()
const coveredAt = new Map<string, number>()
/** At the tab that reads: who wants what, and since when that is known. */
const wanted = new Map<string, { readonly addresses: readonly string[]; readonly at: number }>()
let channel: BroadcastChannel | undefined
let isReader = false
let stream: { readonly key: string; readonly abort: AbortController } | undefined
let restsUntil = 0
let announced = ''
let announcedAt = 0

/** Returns its end. */
export function watchLive(one: Watched): () => void {
  watched.add(one)
  readAt.set(one, performance.now())
  begin()
  return () => {
    watched.delete(one)
    readAt.delete(one)
  }
}

function begin(): void {
  if (channel !== undefined) return
  channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data: { viewer, message } }: MessageEvent<Posted>) => {
    if (viewer === viewerId()) hear(message)
  }
  setInterval(tick, TICK_MS)
  addEventListener('pagehide', () => say({ kind: 'wants', tab: TAB, addresses: [] }))
  void navigator.locks?.request(NAME, async () => {
    isReader = true
    say({ kind: 'who' })
    // Held until the tab closes.
    await new Promise(() => {})
  })
}

/** To every tab, this one too. */
function say(message: Message): void {
  const posted: Posted = { viewer: viewerId(), message }
  channel?.postMessage(posted)
  hear(message)
}

function hear(message: Message): void {
  const now = performance.now()
  if (message.kind === 'wants') {
    wanted.set(message.tab, { addresses: message.addresses, at: now })
  } else if (message.kind === 'who') announcedAt = 0
  else if (message.kind === 'covered') {
    for (const address of message.addresses) coveredAt.set(address, now)
  } else {
    coveredAt.set(message.address, now)
    for (const one of watched) if (one.address === message.address) one.take(message.body)
  }
}

function tick(): void {
  const now = performance.now()
  const isSeen = document.visibilityState === 'visible'
  const addresses = isSeen ? [...new Set([...watched].map(({ address }) => address))].sort() : []
  if (addresses.join(' ') !== announced || now - announcedAt > FORGOTTEN_MS / 3) {
    announced = addresses.join(' ')
    announcedAt = now
    say({ kind: 'wants', tab: TAB, addresses })
  }
  if (isSeen) readUncovered(now)
  if (isReader) followWanted(now)
}

function readUncovered(now: number): void {
  for (const one of watched) {
    const isCovered = now - (coveredAt.get(one.address) ?? -SILENCE_MS) < SILENCE_MS
    if (isCovered || now - (readAt.get(one) ?? 0) < one.everyMs) continue
    readAt.set(one, now)
    one.readAgain()
  }
}

function followWanted(now: number): void {
  for (const [tab, { at }] of wanted) if (now - at > FORGOTTEN_MS) wanted.delete(tab)
  const all = new Set([...wanted.values()].flatMap(({ addresses }) => addresses))
  const addresses = [...all].slice(0, MOST)
  const key = addresses.join(' ')
  if (key === (stream?.key ?? '') || now < restsUntil) return
  stream?.abort.abort()
  stream = undefined
  if (addresses.length > 0) void follow(addresses, key)
}

function pass(addresses: readonly string[], { call = -1, body }: ReadEvent): void {
  const address = addresses[call]
  if (address === undefined) say({ kind: 'covered', addresses })
  else if (isRecord(body) && body.success === true) say({ kind: 'answer', address, body })
  else for (const one of watched) if (one.address === address) one.readAgain()
}

async function follow(addresses: readonly string[], key: string): Promise<void> {
  const address = streamAddress(addresses, true)
  if (address === undefined) return
  const own = { key, abort: new AbortController() }
  stream = own
  try {
    const response = await openStream(address, own.abort.signal)
    if (!response.ok) throw new Error(String(response.status))
    for await (const event of readEvents(response)) pass(addresses, event)
  } catch {
    // Refused, cut or ended by us: until it is back the tabs ask by themselves.
  }
  if (stream !== own) return
  stream = undefined
  restsUntil = performance.now() + REST_MS
}
