/** A client that sips: the upstream is paused and let go on again and again. */
import { expect, test } from 'bun:test'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createUpstream } from '../../server/relay/net/open-upstream'
import type { UpstreamRequest } from '../../server/relay/net/upstream'
import { pause } from '../support/wait-until'
import { CARRIERS } from './carriers'

const CHUNK_BYTES = 16 * 1024
const PIECE = Buffer.from(`${CHUNK_BYTES.toString(16)}\r\n${'x'.repeat(CHUNK_BYTES)}\r\n`)
const HEAD = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'

const SIPS = 60
/** Taken with each sip; far less than one read of the network brings. */
const SIP_BYTES = 2 * CHUNK_BYTES
/** What the system keeps of a connection, on both sides. */
const SYSTEM_BYTES = 12 * 1024 * 1024

/** Writes as fast as it is read. */
async function startFlood() {
  let sent = 0
  const server = createServer((socket) => {
    const pour = () => {
      while (socket.writableLength < 4 * PIECE.length) {
        socket.write(PIECE)
        sent += PIECE.length
      }
    }
    socket.on('error', () => {})
    socket.on('drain', pour)
    socket.once('data', () => {
      socket.write(HEAD)
      pour()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, sent: () => sent, stop: () => server.close() }
}

test.each(Object.entries(CARRIERS))(
  'a connection of %s that is paused often takes no more than the system keeps',
  async (_, carried) => {
    const flood = await startFlood()
    const second = { connectMs: 10_000, firstByteMs: 10_000, idleMs: 10_000 }
    const upstream = createUpstream(second)
    let received = 0
    let sips = 0
    const done = Promise.withResolvers<void>()
    const request: UpstreamRequest = {
      ...{ url: flood.url, headers: {}, proxy: '', ...carried() },
      allowPrivate: true,
    }
    const exchange = upstream.send(request, {
      onHead: () => {},
      onBytes(bytes) {
        received += bytes.length
        if (received < (sips + 1) * SIP_BYTES) return
        exchange.pause()
        sips += 1
        if (sips === SIPS) done.resolve()
        // Long enough for the network to bring what it is asked for.
        else void pause(10).then(() => exchange.resume())
      },
      onEnd: () => done.reject(new Error('ended')),
      onFailure: (error) => done.reject(error),
    })
    await done.promise
    exchange.abort()
    await upstream.close()
    flood.stop()
    expect(flood.sent() - received).toBeLessThan(SYSTEM_BYTES)
  },
)
