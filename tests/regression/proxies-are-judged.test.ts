import { afterEach, expect, test } from 'bun:test'
import { createServer, type Server } from 'node:net'
import type { GatewayError } from '../../server/domain/errors/gateway-error'
import { exchange } from '../../server/relay/net/exchange'
import { createUpstream } from '../../server/relay/net/open-upstream'

let listener: Server | undefined

afterEach(() => {
  listener?.close()
})

/** Counts who connects, and hangs up at once. */
async function listen() {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  listener = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { port, connections: () => connections }
}

async function failureThrough(proxy: string, allowPrivate: boolean): Promise<string> {
  const upstream = createUpstream({ connectMs: 1000, firstByteMs: 1000, idleMs: 1000 })
  const request = {
    method: 'GET' as const,
    url: 'http://93.184.215.14/v1/models',
    headers: {},
    body: null,
    proxy,
    allowPrivate,
  }
  try {
    await exchange(upstream, request, 1000)
    return 'answered'
  } catch (error) {
    return (error as GatewayError).id
  } finally {
    await upstream.close()
  }
}

for (const scheme of ['http', 'socks5']) {
  for (const host of ['127.0.0.1', 'localhost']) {
    test(`a ${scheme} proxy at ${host} is not connected to for who may not reach it`, async () => {
      const { port, connections } = await listen()
      const proxy = `${scheme}://${host}:${port}`
      expect(await failureThrough(proxy, false)).toBe('upstream.address_refused')
      expect(connections()).toBe(0)
      expect(await failureThrough(proxy, true)).toBe('upstream.unreachable')
      expect(connections()).toBeGreaterThan(0)
    })
  }
}
