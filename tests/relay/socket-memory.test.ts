/** What the sockets of a stranger make the gateway hold, and for how long. */
import { describe, expect, test } from 'bun:test'
import { createServer, type Socket } from 'node:net'
import { startGateway } from '../support/gateway'
import { realtimeUpstream } from '../support/realtime-upstream'
import { gate, sse, startUpstream } from '../support/upstream'
import { pause, waitUntil } from '../support/wait-until'
import { ask, PATH_OF, PRICES, recorded, TYPE_OF } from './black-box'
import { rawSocket } from './raw-socket'
import { answering, gatewayFor, MODEL, talkTo } from './realtime-client'

const REALTIME = `/v1/realtime?model=${MODEL}`
const LIVE = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'
const PATHS = [REALTIME, LIVE, '/v1/responses']
const KB = 1024

/** Sockets that are open do not hold up the end of a test. */
const HASTY = { GW_STOP_LIMIT_MS: '1' }

const PEOPLE = {
  users: [{ username: 'ann' }, { username: 'bob' }],
  tokens: [{ username: 'ann' }, { username: 'bob' }],
}

describe('as many sockets as are allowed', () => {
  test.each(PATHS)('%s: one more of the user is refused as a request', async (path) => {
    await using upstream = answering()
    const env = { ...HASTY, GW_SOCKETS_PER_USER: '2' }
    await using gateway = await gatewayFor(upstream, { ...PEOPLE, env })
    const [first, second] = [await rawSocket(gateway, path), await rawSocket(gateway, path)]
    expect([first.status, second.status]).toEqual([101, 101])
    const third = await rawSocket(gateway, path)
    expect(third.status).toBe(429)
    expect(third.text()).toContain('Too many open sockets (at most 2)')
    expect(third.text().toLowerCase()).toContain('retry-after: 1')
    expect((await rawSocket(gateway, path, gateway.keys[1])).status).toBe(101)
    first.destroy()
    await waitUntil('a place is free', async () => (await rawSocket(gateway, path)).status === 101)
  })

  test('of all users of one address', async () => {
    await using upstream = answering()
    const env = { ...HASTY, GW_SOCKETS_PER_ADDRESS: '2' }
    await using gateway = await gatewayFor(upstream, { ...PEOPLE, env })
    for (const key of gateway.keys)
      expect((await rawSocket(gateway, REALTIME, key)).status).toBe(101)
    expect((await rawSocket(gateway, REALTIME)).status).toBe(429)
  })

  test('and one that its upstream refuses takes no place', async () => {
    await using upstream = await startUpstream({ status: 401, body: '{}' })
    const env = { ...HASTY, GW_SOCKETS_PER_USER: '1' }
    await using gateway = await gatewayFor(upstream, { ...PEOPLE, env })
    const first = (await rawSocket(gateway, REALTIME)).status
    expect(first).not.toBe(101)
    expect((await rawSocket(gateway, REALTIME)).status).toBe(first)
    expect((await rawSocket(gateway, '/v1/responses')).status).toBe(101)
  })
})

describe('a message that is not whole', () => {
  const QUICK = { ...HASTY, GW_SOCKET_TIMEOUT_MS: '300' }

  test.each(PATHS)('%s: is waited for no longer than any sign of life', async (path) => {
    await using upstream = answering()
    await using gateway = await gatewayFor(upstream, { env: QUICK })
    const fragments = await rawSocket(gateway, path)
    fragments.frame({ size: 64 * KB, isLast: false })
    fragments.frame({ size: 64 * KB, isFirst: false, isLast: false })
    const half = await rawSocket(gateway, path)
    half.frame({ size: 128 * KB, sent: 64 * KB })
    await fragments.closed()
    await half.closed()
  })

  test('is not kept alive by a byte now and then', async () => {
    await using upstream = answering()
    await using gateway = await gatewayFor(upstream, { env: QUICK })
    const trickling = await rawSocket(gateway, REALTIME)
    trickling.frame({ size: 128 * KB, sent: 1 })
    const more = setInterval(() => trickling.write(' '), 20)
    await trickling.closed()
    clearInterval(more)
  })

  test('ends its socket alone: who says nothing and answers pings stays', async () => {
    await using upstream = answering()
    await using gateway = await gatewayFor(upstream, { env: QUICK })
    const quiet = await talkTo(gateway)
    const half = await rawSocket(gateway, REALTIME)
    half.frame({ size: 128 * KB, sent: 1 })
    await half.closed()
    await pause(300)
    expect(quiet.socket.readyState).toBe(WebSocket.OPEN)
    quiet.say({ type: 'response.create' })
    await quiet.event('response.done')
  })

  test('is never longer than a whole one, in however many fragments it comes', async () => {
    await using upstream = answering()
    await using gateway = await gatewayFor(upstream, { env: { ...HASTY, GW_MAX_BODY_MB: '1' } })
    const sockets = await Promise.all(
      Array.from({ length: 20 }, () => rawSocket(gateway, REALTIME)),
    )
    for (const socket of sockets) {
      for (let at = 0; at < 5; at += 1) {
        socket.frame({ size: 256 * KB, isFirst: at === 0, isLast: false })
      }
    }
    await Promise.all(sockets.map((socket) => socket.closed()))
  })
})

/** Becomes a socket, and reads nothing of what is said on it. */
async function deafUpstream() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', (bytes) => {
      socket.pause()
      const key = /sec-websocket-key: (\S+)/i.exec(bytes.toString())?.[1] ?? ''
      const hash = new Bun.CryptoHasher('sha1')
      const accept = hash.update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
      const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade']
      const protocol = 'Sec-WebSocket-Protocol: realtime'
      socket.write(`${[...head, protocol, `Sec-WebSocket-Accept: ${accept}`].join('\r\n')}\r\n\r\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('what is said and waits for the upstream', () => {
  test('counts as the memory of its user, on all sockets together', async () => {
    await using upstream = await deafUpstream()
    const env = { ...HASTY, GW_MAX_BODY_MB: '16', GW_MEMORY_BUDGET_MB: '64' }
    await using gateway = await gatewayFor(upstream, { env })
    const [first, second] = [await talkTo(gateway), await talkTo(gateway)]
    // The network takes some of it.
    const large = { type: 'input_audio_buffer.append', audio: 'A'.repeat(15_000_000) }
    first.say(large)
    second.say(large)
    const { error } = await Promise.race([first.event('error'), second.event('error')])
    expect(error).toMatchObject({ code: 'too_many_body_bytes' })
    const ended = await Promise.race([first.closed(), second.closed()])
    expect(ended.code).toBe(1008)
  })

  test('as turns do that wait for the one before them', async () => {
    const held = gate()
    const [head = '', ...rest] = recorded('anthropic').sse.split(/(?<=\n\n)/)
    await using upstream = await startUpstream(sse([head, held, rest.join('')]))
    await using gateway = await startGateway({
      env: { ...HASTY, GW_MAX_BODY_MB: '1', GW_MEMORY_BUDGET_MB: '8' },
      channels: [{ type: TYPE_OF.anthropic, upstream, models: 'm' }],
      options: PRICES,
    })
    const socket: WebSocket = Reflect.construct(WebSocket, [
      `${gateway.url.replace('http', 'ws')}/v1/responses`,
      { headers: { authorization: `Bearer ${gateway.keys[0]}` } },
    ])
    const events: Record<string, unknown>[] = []
    socket.onmessage = ({ data }) => void events.push(JSON.parse(String(data)))
    await new Promise((resolve) => {
      socket.onopen = resolve
    })
    const turn = { type: 'response.create', model: 'm', input: 'x'.repeat(600_000), store: false }
    for (let at = 0; at < 2; at += 1) socket.send(JSON.stringify(turn))
    const refusal = await waitUntil('an error', () => events.find(({ type }) => type === 'error'))
    expect(refusal).toMatchObject({ status: 429, error: { code: 'too_many_body_bytes' } })
    // Whoever sends by another way is the same user.
    const body = ask('openai', { messages: [{ role: 'user', content: 'x'.repeat(600_000) }] })
    expect((await gateway.post(PATH_OF.openai, body)).status).toBe(429)
    held.open()
    await waitUntil('the first turn is whole', () =>
      events.find(({ type }) => type === 'response.completed'),
    )
    socket.close()
    upstream.script(sse([recorded('anthropic').sse]))
    await waitUntil('there is room', async () => {
      const response = await gateway.post(PATH_OF.openai, { ...body, stream: true })
      await response.text()
      return response.status === 200
    })
  })
})

test('a flood of messages on one socket leaves turns to the others', async () => {
  await using upstream = realtimeUpstream()
  await using gateway = await gatewayFor(upstream, { env: HASTY })
  const [flooding, other] = [await talkTo(gateway), await talkTo(gateway)]
  const flood = 4_000
  const silence = JSON.stringify({ type: 'input_audio_buffer.append', audio: '' })
  for (let at = 0; at < flood; at += 1) flooding.socket.send(silence)
  other.say({ type: 'input_audio_buffer.clear' })
  await waitUntil('all is heard', () => upstream.heard.length > flood)
  const turn = upstream.heard.findIndex((message) => String(message).includes('clear'))
  expect(turn).toBeLessThan(flood / 2)
  // None is lost, and nobody is taken for somebody who holds too much.
  expect(upstream.heard).toHaveLength(flood + 1)
})
