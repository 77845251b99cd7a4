/** Costly requests, which must not delay the calls of other clients. */
import { gzipSync } from 'node:zlib'
import type { SocketShape } from './stall-sockets'

export type Shape = { readonly name: string } & (PostShape | { readonly sockets: SocketShape })

export interface PostShape {
  readonly path: string
  readonly body: () => Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
  /** How many at once. */
  readonly parallel?: number
}

const CHAT = '/v1/chat/completions'
const CLAUDE = '/v1/messages'
const COUNT = '/v1/messages/count_tokens'
const EMBEDDINGS = '/v1/embeddings'
const MILLION = 1_000_000

const bytes = (text: string) => new TextEncoder().encode(text)
const ask = (messages: string, model = 'gpt-4o-mini') =>
  bytes(`{"model":"${model}","max_tokens":9,"messages":[${messages}]}`)
const said = (text: string) => `{"role":"user","content":"${text}"}`
const repeated = (text: string, count: number) => `${`${text},`.repeat(count - 1)}${text}`

function names(count: number): Uint8Array<ArrayBuffer> {
  const fields = Array.from({ length: count }, (_, at) => `"${at}":1`).join(',')
  return bytes(`{"model":"gpt-4o-mini",${fields},"max_tokens":9,"messages":[${said('hi')}]}`)
}

const plain = (model?: string) => ask(said('lorem ipsum '.repeat(2.7 * MILLION)), model)
/** As many values as a body may have, in 20 MB. */
const crowded = (model?: string) => ask(repeated(said('lorem ipsum dolor sit'), 330_000), model)
/** Just small enough to stay on the loop. */
const small = (model?: string) => ask(repeated(said(''), 8_000), model)
const deep = () => bytes(`{"model":"gpt-4o-mini","max_tokens":9,"messages":[],"x":${nested()}}`)
const nested = () => '['.repeat(5 * MILLION) + ']'.repeat(5 * MILLION)
const parts = () =>
  ask(`{"role":"user","content":[${repeated('{"type":"text","text":"a"}', MILLION)}]}`)
const inputs = (one: string) =>
  bytes(`{"model":"text-embedding-3-large","input":[${repeated(one, 990_000)}]}`)

const MEGABYTE = 1024 * 1024

/** Of a public address, for which only the bench's own worker is asked. */
function files(): Uint8Array<ArrayBuffer> {
  const parts = Array.from({ length: 16 }, (_, at) => {
    return `{"type":"image_url","image_url":{"url":"https://8.8.8.8/${at}.png"}}`
  })
  return ask(`{"role":"user","content":[${parts.join(',')}]}`, 'gemini-2.5-flash')
}

function realtime(count: number, frames: readonly number[]): SocketShape {
  return { path: '/v1/realtime?model=gpt-4o-realtime-preview', count, frames }
}

/** Models are routed to the answers of `stall-upstream.ts`; see `stall.ts`. */
export const SHAPES: readonly Shape[] = [
  { name: 'nothing', path: CHAT, body: () => ask(said('hi')) },
  { name: 'tokenizer, first use', path: CHAT, body: () => ask(said('hi'), 'gpt-4.1') },
  { name: 'names: 100,000', path: CHAT, body: () => names(MILLION / 10) },
  { name: 'names: 2.5 million', path: CHAT, body: () => names(2.5 * MILLION) },
  { name: 'names, Claude', path: CLAUDE, body: () => names(2.5 * MILLION) },
  { name: 'names, count_tokens', path: COUNT, body: () => names(2.5 * MILLION) },
  {
    name: 'names, gzip',
    path: CHAT,
    headers: { 'content-encoding': 'gzip' },
    body: () => new Uint8Array(gzipSync(names(2.5 * MILLION))),
  },
  { name: 'deep: 5 million', path: CHAT, body: deep },
  { name: 'messages: 1 million', path: CHAT, body: () => ask(repeated(said(''), MILLION)) },
  { name: 'parts: 1 million', path: CHAT, body: parts },
  { name: 'crowded, translated', path: CHAT, body: () => crowded('gpt-4o') },
  { name: 'crowded, count_tokens', path: COUNT, body: () => crowded() },
  { name: 'embeddings: texts', path: EMBEDDINGS, body: () => inputs('"a"') },
  { name: 'embeddings: numbers', path: EMBEDDINGS, body: () => inputs('15339') },
  { name: '31 MB', path: CHAT, body: () => plain() },
  { name: '31 MB, translated', path: CHAT, body: () => plain('gpt-4o') },
  { name: '31 MB, no usage reported', path: CHAT, body: () => plain('gpt-4.1') },
  { name: '31 MB, count_tokens', path: COUNT, body: () => plain() },
  { name: '20 x 31 MB', path: CHAT, body: () => plain(), parallel: 20 },
  { name: '20 x 250 kB, translated', path: CHAT, body: () => small('gpt-4o'), parallel: 20 },
  { name: '60 MB answer', path: CHAT, body: () => ask(said('hi'), 'gpt-4.1-mini') },
  { name: '60 MB answer, translated', path: CLAUDE, body: () => ask(said('hi'), 'gpt-4.1-mini') },
  {
    name: '20 x 60 MB answer',
    path: CHAT,
    body: () => ask(said('hi'), 'gpt-4.1-mini'),
    parallel: 20,
  },
  { name: '60 MB of vectors', path: EMBEDDINGS, body: () => bytes(VECTORS) },
  { name: '6 x 16 files by URL', path: CHAT, body: files, parallel: 6 },
  { name: '20 sockets, 15 MB each', sockets: realtime(20, [15 * MEGABYTE]) },
  {
    name: '40 sockets, 30 fragments of 1 MB',
    sockets: { ...realtime(40, Array(30).fill(MEGABYTE)), isUnfinished: true },
  },
  { name: '20 sockets, 10,000 frames each', sockets: realtime(20, Array(10_000).fill(100)) },
  { name: '1,000 sockets', sockets: realtime(1_000, []) },
  { name: 'management API, 8 MB', path: '/api/user/login', body: () => names(700_000) },
]

const VECTORS = '{"model":"text-embedding-3-small","input":"hi"}'
