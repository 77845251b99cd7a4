import { afterEach, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import {
  fixture,
  frames,
  gate,
  html,
  json,
  type Script,
  sse,
  startUpstream,
  type Upstream,
} from '../support/upstream'

const started: Upstream[] = []

async function upstreamWith(script: Script): Promise<Upstream> {
  const upstream = await startUpstream(script)
  started.push(upstream)
  return upstream
}

/** Everything a bare client receives until the connection ends. */
function exchange(port: number, request: string): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
  })
}

const GET = 'GET /v1/models HTTP/1.1\r\nhost: a\r\n\r\n'

afterEach(async () => {
  await Promise.all(started.splice(0).map((upstream) => upstream.stop()))
})

describe('the mock upstream as a server', () => {
  test('answers JSON and remembers what it was asked', async () => {
    const upstream = await upstreamWith(json({ id: 'chatcmpl-1' }))
    const response = await fetch(`${upstream.url}/v1/chat?x=1`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-up' },
      body: '{"model":"m"}',
    })
    expect(await response.json()).toEqual({ id: 'chatcmpl-1' })
    const request = upstream.last()
    expect(request.method).toBe('POST')
    expect(request.path).toBe('/v1/chat?x=1')
    expect(request.headers.authorization).toBe('Bearer sk-up')
    expect(request.json).toEqual({ model: 'm' })
  })

  test('keeps a body that is not JSON as text', async () => {
    const upstream = await upstreamWith(json({}))
    await fetch(upstream.url, { method: 'POST', body: '{broken' })
    expect(upstream.last().bodyText).toBe('{broken')
    expect(upstream.last().json).toBeUndefined()
  })

  test('reads a chunked request that arrives in small pieces', async () => {
    const upstream = await upstreamWith(json({}, { close: true }))
    const head = 'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n'
    await exchange(upstream.port, `${head}3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`)
    expect(upstream.last().bodyText).toBe('abcde')
  })

  test('answers several requests on one connection in their order', async () => {
    const upstream = await upstreamWith([json({ n: 1 }), json({ n: 2 }, { close: true })])
    const received = await exchange(upstream.port, GET + GET)
    expect(received).toMatch(/\{"n":1\}[\s\S]*\{"n":2\}$/)
  })

  test('goes through a list of replies and repeats the last one', async () => {
    const upstream = await upstreamWith([json({}, { status: 429 }), json({})])
    const statuses = []
    for (let call = 0; call < 3; call += 1) statuses.push((await fetch(upstream.url)).status)
    expect(statuses).toEqual([429, 200, 200])
  })

  test('lets the request decide the reply', async () => {
    const upstream = await upstreamWith((request, index) => json({ path: request.path, index }))
    await fetch(`${upstream.url}/a`)
    expect(await (await fetch(`${upstream.url}/b`)).json()).toEqual({ path: '/b', index: 1 })
  })

  test('follows a new script from the next request on', async () => {
    const upstream = await upstreamWith(json({}))
    await fetch(upstream.url)
    upstream.script([html(502), json({})])
    expect((await fetch(upstream.url)).status).toBe(502)
    expect((await fetch(upstream.url)).status).toBe(200)
  })

  test('fails clearly when it was never asked', async () => {
    const upstream = await upstreamWith(json({}))
    expect(() => upstream.last()).toThrow('not asked')
  })
})

describe('the mock upstream misbehaving on request', () => {
  test('tears every byte apart and loses none', async () => {
    const text = 'data: {"a":"héllo"}\n\ndata: [DONE]\n\n'
    const upstream = await upstreamWith(sse([text], { tear: 'every-byte' }))
    expect(await (await fetch(upstream.url)).text()).toBe(text)
  })

  test('tears at the offsets given', async () => {
    const upstream = await upstreamWith(sse(['abcd', 'efgh'], { tear: [1, 6], close: true }))
    const received = await exchange(upstream.port, GET)
    expect(received).toEndWith('1\r\na\r\n3\r\nbcd\r\n2\r\nef\r\n2\r\ngh\r\n0\r\n\r\n')
  })

  test('holds the rest back until the gate opens', async () => {
    const held = gate()
    const upstream = await upstreamWith(sse(['data: 1\n\n', held, 'data: 2\n\n']))
    const response = await fetch(upstream.url)
    const reader = response.body?.getReader()
    const first = await reader?.read()
    expect(new TextDecoder().decode(first?.value)).toBe('data: 1\n\n')
    expect(upstream.last().answered).toBe(false)
    held.open()
    const second = await reader?.read()
    expect(new TextDecoder().decode(second?.value)).toBe('data: 2\n\n')
  })

  test('waits before the status line while its gate is shut', async () => {
    const held = gate()
    const upstream = await upstreamWith(json({ ok: true }, { before: held }))
    const pending = fetch(upstream.url)
    await upstream.waitForRequests(1)
    expect(upstream.last().answered).toBe(false)
    held.open()
    expect((await pending).status).toBe(200)
  })

  test('cuts the connection after so many bytes', async () => {
    const upstream = await upstreamWith(json({ text: 'never whole' }, { cutAfterBytes: 5 }))
    const received = await exchange(upstream.port, GET)
    expect(received).toEndWith('\r\n\r\n{"tex')
    expect(upstream.last().abortedAt).toBeUndefined()
  })

  test('cuts a stream without its closing chunk', async () => {
    const upstream = await upstreamWith(sse(['data: 1\n\n'], { ending: 'cut' }))
    expect(await exchange(upstream.port, GET)).toEndWith('data: 1\n\n\r\n')
  })

  test('resets before the first byte', async () => {
    const upstream = await upstreamWith({ ending: 'reset' })
    await expect(fetch(upstream.url)).rejects.toThrow()
    expect(upstream.requests).toHaveLength(1)
  })

  test('never answers and notices when the client gives up', async () => {
    const upstream = await upstreamWith({ ending: 'never' })
    const giveUp = new AbortController()
    const pending = fetch(upstream.url, { signal: giveUp.signal })
    await upstream.waitForRequests(1)
    giveUp.abort()
    await expect(pending).rejects.toThrow()
    expect((await upstream.waitForAbort()).path).toBe('/')
  })

  test('falls silent in the middle and notices the hang-up', async () => {
    const upstream = await upstreamWith(sse(['data: 1\n\n'], { ending: 'hang' }))
    const giveUp = new AbortController()
    const response = await fetch(upstream.url, { signal: giveUp.signal })
    await response.body?.getReader().read()
    giveUp.abort()
    const request = await upstream.waitForAbort()
    expect(request.answered).toBe(false)
  })

  test('sends bytes that are no HTTP at all', async () => {
    const upstream = await upstreamWith({ raw: 'SSH-2.0-OpenSSH\r\n' })
    expect(await exchange(upstream.port, GET)).toBe('SSH-2.0-OpenSSH\r\n')
  })

  test('compresses and says so', async () => {
    const upstream = await upstreamWith(json({ a: 1 }, { gzip: true }))
    const response = await fetch(upstream.url, { decompress: false })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(await response.bytes()).toString()).toBe('{"a":1}')
  })

  test('shows the page of a broken proxy', async () => {
    const upstream = await upstreamWith(html(502))
    const response = await fetch(upstream.url)
    expect(response.status).toBe(502)
    expect(await response.text()).toStartWith('<!DOCTYPE html>')
  })

  test('reports a script that cannot be followed', async () => {
    const upstream = await startUpstream(sse(['a', gate()], { gzip: true }))
    await fetch(upstream.url).catch(() => {})
    await expect(upstream.stop()).rejects.toThrow('bad script')
  })
})

describe('recorded streams', () => {
  test('are split behind each blank line, whatever the line ends', () => {
    expect(frames('data: 1\n\ndata: 2\r\n\r\ntail')).toEqual([
      'data: 1\n\n',
      'data: 2\r\n\r\n',
      'tail',
    ])
  })

  test('that do not exist are an error', () => {
    expect(() => fixture('openai/no-such-recording.sse')).toThrow('ENOENT')
  })
})
