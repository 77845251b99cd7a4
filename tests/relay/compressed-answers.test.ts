/** Upstreams that compress although nobody asked them to. */
import { describe, expect, test } from 'bun:test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { createUpstream } from '../../server/relay/net/open-upstream'
import { within } from '../support/wait-until'

const MEMBER_BYTES = 16 * 1024 * 1024
const MEMBERS = 16

/** 256 MB in about 250 kB: a small one of the kind. */
const BOMB = Buffer.concat(Array(MEMBERS).fill(gzipSync(Buffer.alloc(MEMBER_BYTES, 'x'))))

interface Served {
  readonly url: string
  /** A round trip on another connection: what has arrived before it was noticed. */
  readonly letNotice: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

async function serve(body: Buffer, encoding: string): Promise<Served> {
  const server = createServer((request, response) => {
    if (request.url === '/ping') return void response.end('pong')
    response.writeHead(200, { 'content-encoding': encoding })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    async letNotice() {
      for (let count = 0; count < 20; count += 1) await (await fetch(`${url}/ping`)).text()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

interface Download {
  bytes: number
  readonly ended: Promise<void>
  readonly exchange: { pause(): void; resume(): void; abort(): void }
}

/** Reads an answer; `onBytes` may pause it. */
function download(url: string, onBytes: (download: Download) => void): Download {
  const upstream = createUpstream({ connectMs: 5000, firstByteMs: 5000, idleMs: 5000 })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const request = { method: 'GET', url, headers: {}, body: null, proxy: '' } as const
  const running: { current?: Download } = {}
  const exchange = upstream.send(
    { ...request, allowPrivate: true },
    {
      onHead() {},
      onBytes(bytes) {
        if (running.current === undefined) return
        running.current.bytes += bytes.length
        onBytes(running.current)
      },
      onEnd: resolve,
      onFailure: reject,
    },
  )
  running.current = { bytes: 0, ended: promise, exchange }
  return running.current
}

describe('a compressed answer', () => {
  test('is not unpacked while its reader waits, and comes whole once he reads on', async () => {
    await using served = await serve(BOMB, 'gzip')
    const first = Promise.withResolvers<void>()
    let isHeld = true
    const reading = download(`${served.url}/bomb`, ({ exchange }) => {
      if (isHeld) exchange.pause()
      first.resolve()
    })
    await first.promise
    await served.letNotice()
    expect(reading.bytes).toBeLessThan(1024 * 1024)
    isHeld = false
    reading.exchange.resume()
    await within('end of the answer', reading.ended)
    expect(reading.bytes).toBe(MEMBERS * MEMBER_BYTES)
  }, 60_000)

  test('that is paused and resumed with every piece comes whole', async () => {
    const text = Buffer.alloc(4 * 1024 * 1024, 'a line of text that repeats itself\n')
    for (const [encoding, body] of [
      ['gzip', gzipSync(text)],
      ['br', brotliCompressSync(text)],
      ['GZIP', gzipSync(text)],
      ['Br', brotliCompressSync(text)],
    ] as const) {
      await using served = await serve(body, encoding)
      const reading = download(`${served.url}/text`, ({ exchange }) => {
        exchange.pause()
        setImmediate(() => exchange.resume())
      })
      await within('end of the answer', reading.ended)
      expect(reading.bytes).toBe(text.length)
    }
  })

  test('that is given up says nothing more', async () => {
    await using served = await serve(BOMB, 'gzip')
    const first = Promise.withResolvers<void>()
    const reading = download(`${served.url}/bomb`, ({ exchange }) => {
      exchange.abort()
      first.resolve()
    })
    await first.promise
    const seen = reading.bytes
    await served.letNotice()
    expect(reading.bytes).toBe(seen)
  })
})
