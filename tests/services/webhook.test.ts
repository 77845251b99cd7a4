import { describe, expect, test } from 'bun:test'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { createWebhookSender } from '../../server/webhook'

const TLS = `${import.meta.dir}/../fixtures/tls`
const certificate = await Bun.file(`${TLS}/localhost-cert.pem`).text()
const key = await Bun.file(`${TLS}/localhost-key.pem`).text()

interface Receiver {
  readonly port: number
  readonly requests: { readonly method: string; readonly headers: Headers; readonly body: string }[]
  [Symbol.asyncDispose](): Promise<void>
}

function startReceiver(answer = () => new Response(null, { status: 204 })): Receiver {
  const requests: Receiver['requests'] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { cert: certificate, key },
    async fetch(request) {
      const { method, headers } = request
      requests.push({ method, headers, body: await request.text() })
      return answer()
    },
  })
  return { port: server.port ?? 0, requests, [Symbol.asyncDispose]: () => server.stop(true) }
}

const here = async () => ['127.0.0.1']
const sendHere = createWebhookSender({ resolve: here, trusted: { certificate } })
const post = (port: number, host = 'hooks.example') => ({
  url: `https://${host}:${port}/gw?a=1`,
  headers: { 'content-type': 'application/json', authorization: 'Bearer hush' },
  body: '{"text":"文本"}',
})

describe('sending webhooks', () => {
  test('posts body and headers to the resolved address', async () => {
    await using receiver = startReceiver()
    expect(await sendHere(post(receiver.port))).toEqual({ status: 204 })
    const [request] = receiver.requests
    expect(request).toMatchObject({ method: 'POST', body: '{"text":"文本"}' })
    expect(request?.headers.get('authorization')).toBe('Bearer hush')
    expect(request?.headers.get('host')).toBe(`hooks.example:${receiver.port}`)
  })

  test('does not follow a redirect', async () => {
    await using receiver = startReceiver(() => Response.redirect('https://127.0.0.1:1/'))
    expect(await sendHere(post(receiver.port))).toEqual({ status: 302 })
    expect(receiver.requests).toHaveLength(1)
  })

  test.each([
    ['this host', ['127.0.0.1']],
    ['a private network', ['10.1.2.3']],
    ['the cloud’s own address', ['169.254.169.254']],
    ['this host by IPv6', ['::1']],
    ['one public and one private address', ['93.184.216.34', '192.168.0.1']],
  ])('a name that leads to %s is refused', async (_, addresses) => {
    await using receiver = startReceiver()
    const send = createWebhookSender({ resolve: async () => addresses })
    const sending = send(post(receiver.port))
    await expect(sending).rejects.toMatchObject({ id: 'upstream.address_refused' })
    expect(receiver.requests).toEqual([])
  })

  test.each([['127.0.0.1'], ['[::1]'], ['0x7f000001'], ['2130706433']])(
    'the address %s is refused',
    async (host) => {
      await using receiver = startReceiver()
      const send = createWebhookSender({ resolve: here })
      await expect(send(post(receiver.port, host))).rejects.toBeInstanceOf(GatewayError)
      expect(receiver.requests).toEqual([])
    },
  )

  test('a certificate for another name, or of nobody, is not trusted', async () => {
    await using receiver = startReceiver()
    await expect(sendHere(post(receiver.port, 'other.example'))).rejects.toThrow()
    expect(receiver.requests).toEqual([])
  })

  test('nothing is sent in the clear', async () => {
    const plain = { ...post(80), url: 'http://hooks.example/' }
    await expect(sendHere(plain)).rejects.toThrow('https only')
  })
})
