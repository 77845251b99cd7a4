import { afterEach, describe, expect, test } from 'bun:test'
import { CallFiles } from '../../server/relay/call/bodies/call-files'
import { wantedFiles, withMedia } from '../../server/relay/call/bodies/inline-files'
import { createMediaFetcher, type FetchMedia, sniffMediaType } from '../../server/relay/net/media'
import type { ChatRequest, Part } from '../../server/relay/wire/chat'
import { MemoryBudget } from '../../server/relay/wire/memory-budget'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB', 'base64')
const UNREADABLE = { id: 'media.unreadable' }

function requestWith(parts: readonly Part[]): ChatRequest {
  const messages = [{ role: 'user', parts }] as const
  return {
    model: 'm',
    stream: false,
    includeUsage: false,
    system: [],
    messages,
    tools: [],
    stop: [],
    unmapped: {},
  }
}

/** As an attempt does it: finds the addresses, fetches them, puts in what came. */
async function inlineMedia(request: ChatRequest, fetchMedia: FetchMedia): Promise<ChatRequest> {
  const budget = new MemoryBudget({ totalMb: 512, maxBodyMb: 32 })
  const call = { userId: 1, hold: budget.open(1) }
  return withMedia(request, await new CallFiles(fetchMedia).collect(wantedFiles(request), call))
}

function imageAt(url: string) {
  return { type: 'image', source: { kind: 'url', url } } as const
}

describe('putting media into the request', () => {
  const fetchMedia: FetchMedia = async (url) => ({
    mediaType: 'image/png',
    bytes: Buffer.from(url),
  })
  const inlined = (url: string) => ({
    kind: 'base64' as const,
    mediaType: 'image/png',
    base64: btoa(url),
  })

  test('pictures, files and pictures of tool results are replaced', async () => {
    const request = requestWith([
      { type: 'text', text: 'look' },
      imageAt('https://a/1'),
      { type: 'file', name: 'f', source: { kind: 'url', url: 'https://a/2' } },
      { type: 'tool_result', toolCallId: 'c', parts: [imageAt('https://a/3')] },
    ])
    const { messages } = await inlineMedia(request, fetchMedia)
    expect(messages[0]?.parts).toEqual([
      { type: 'text', text: 'look' },
      { type: 'image', source: inlined('https://a/1') },
      { type: 'file', name: 'f', source: inlined('https://a/2') },
      {
        type: 'tool_result',
        toolCallId: 'c',
        parts: [{ type: 'image', source: inlined('https://a/3') }],
      },
    ])
  })

  test('a request without addresses is returned as it is', async () => {
    const source = { kind: 'base64', mediaType: 'image/png', base64: 'AA' } as const
    const request = requestWith([{ type: 'image', source }])
    expect(await inlineMedia(request, () => Promise.reject(new Error('unused')))).toBe(request)
  })

  test('one address is fetched once, however often it is used', async () => {
    const asked: string[] = []
    const counting: FetchMedia = (url) => {
      asked.push(url)
      return fetchMedia(url)
    }
    await inlineMedia(requestWith([imageAt('https://a/1'), imageAt('https://a/1')]), counting)
    expect(asked).toEqual(['https://a/1'])
  })

  test('data URLs are read in place, their bytes telling the type', async () => {
    const url = `data:image/jpeg;charset=x;base64,${PNG.toString('base64')}`
    const request = await inlineMedia(requestWith([imageAt(url)]), fetchMedia)
    expect(request.messages[0]?.parts).toMatchObject([
      { source: { mediaType: 'image/png', base64: PNG.toString('base64') } },
    ])
  })

  test('a data URL that is not base64 is refused without repeating it whole', async () => {
    const url = `data:text/plain,${'x'.repeat(5000)}`
    const error = await inlineMedia(requestWith([imageAt(url)]), fetchMedia).catch((e) => e)
    expect(error).toMatchObject(UNREADABLE)
    expect(error.params.url).toHaveLength(200)
  })

  test('a seventeenth address is refused before anything is fetched', async () => {
    const images = Array.from({ length: 17 }, (_, index) => imageAt(`https://a/${index}`))
    const refusing: FetchMedia = () => Promise.reject(new Error('must not be asked'))
    expect(inlineMedia(requestWith(images), refusing)).rejects.toMatchObject({
      id: 'request.invalid',
    })
  })
})

test('who leaves does not wait in line behind the files of other calls', async () => {
  const budget = new MemoryBudget({ totalMb: 512, maxBodyMb: 32 })
  const held = Promise.withResolvers<void>()
  const asked: string[] = []
  const files = new CallFiles(async (url) => {
    asked.push(url)
    await held.promise
    return { mediaType: 'image/png', bytes: PNG }
  })
  const wanted = (name: string) => [1, 2].map((at) => ({ url: `https://a/${name}${at}`, uses: 1 }))
  const leaving = new AbortController()
  const first = files.collect(wanted('first'), { userId: 1, hold: budget.open(1) })
  const hold = budget.open(1)
  const second = files.collect(wanted('second'), { userId: 1, hold, signal: leaving.signal })
  leaving.abort()
  expect(await second.catch((error) => error)).toMatchObject({ id: 'request.aborted' })
  held.resolve()
  expect((await first).size).toBe(2)
  expect(asked).toEqual(['https://a/first1', 'https://a/first2'])
})

describe('fetching', () => {
  const servers: { stop: (now: boolean) => unknown }[] = []

  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.stop(true)
    }
  })

  /** A site on loopback; `hosts` are the names that appear in its URLs. */
  function site(answer: (path: string, host: string) => Response | Promise<Response>) {
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request) => answer(new URL(request.url).pathname, request.headers.get('host') ?? ''),
    })
    servers.push(server)
    const resolve = async (host: string) => [host === 'inner.test' ? '10.0.0.1' : '127.0.0.1']
    const options = { resolve, timeoutMs: 5000, allowPrivate: true }
    const at = (path: string, host = 'site.test') => `http://${host}:${server.port}${path}`
    return { at, options, fetchMedia: createMediaFetcher(options) }
  }

  test('connects to the judged address under the name of the URL', async () => {
    const hosts: string[] = []
    const { at, fetchMedia } = site((_path, host) => {
      hosts.push(host)
      return new Response(PNG)
    })
    const url = at('/x.png')
    expect(await fetchMedia(url)).toEqual({
      mediaType: 'image/png',
      bytes: PNG,
    })
    expect(hosts).toEqual([new URL(url).host])
  })

  test('the bytes tell the type, else the header does', async () => {
    const { at, fetchMedia } = site((path) =>
      path === '/png'
        ? new Response(PNG, { headers: { 'content-type': 'text/plain' } })
        : new Response('a,b', { headers: { 'content-type': 'text/csv; charset=utf-8' } }),
    )
    expect((await fetchMedia(at('/png'))).mediaType).toBe('image/png')
    expect((await fetchMedia(at('/csv'))).mediaType).toBe('text/csv')
  })

  test('follows three redirects, also to another host, and not a fourth', async () => {
    const { at, fetchMedia } = site((path, host) => {
      const step = Number(path.slice(1))
      const port = host.split(':')[1]
      return step === 0
        ? new Response(PNG)
        : Response.redirect(`http://next.test:${port}/${step - 1}`, 302)
    })
    expect((await fetchMedia(at('/3'))).mediaType).toBe('image/png')
    expect(fetchMedia(at('/4'))).rejects.toMatchObject(UNREADABLE)
  })

  test('a redirect to a private address is refused before it is called', async () => {
    const asked: string[] = []
    const fetchMedia = createMediaFetcher({
      resolve: async (host) => [host === 'inner.test' ? '10.0.0.1' : '8.8.8.8'],
      timeoutMs: 5000,
      send: async (url) => {
        asked.push(url.hostname)
        return {
          status: 302,
          location: 'http://inner.test/secret',
          contentType: undefined,
          body: new Uint8Array(),
        }
      },
    })
    expect(await fetchMedia('http://outer.test/').catch((error) => error)).toMatchObject({
      ...UNREADABLE,
      params: { url: 'http://outer.test/' },
      cause: { id: 'upstream.address_refused' },
    })
    expect(asked).toEqual(['outer.test'])
  })

  test.each([22, 25, 1023])('port %d is not asked, whoever has it', async (port) => {
    const asked: string[] = []
    const fetchMedia = createMediaFetcher({
      resolve: async () => ['8.8.8.8'],
      timeoutMs: 5000,
      send: async (url) => {
        asked.push(url.href)
        throw new Error('must not be asked')
      },
    })
    const error = await fetchMedia(`http://site.test:${port}/x.png`).catch((cause) => cause)
    expect(error).toMatchObject({ ...UNREADABLE, cause: { id: 'upstream.address_refused' } })
    expect(asked).toEqual([])
  })

  test('loopback is refused unless it is allowed', async () => {
    const { at, options } = site(() => new Response(PNG))
    const guarded = createMediaFetcher({ ...options, allowPrivate: false })
    expect(guarded(at('/x.png'))).rejects.toMatchObject(UNREADABLE)
  })

  test.each([
    ['a missing file', 'unreadable', () => new Response('no', { status: 404 })],
    ['an empty file', 'unreadable', () => new Response('')],
    [
      'a page instead of a file',
      'unsupported',
      () => new Response('<p>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['bytes of an unknown type', 'unsupported', () => new Response(new Uint8Array([1, 2, 3]))],
    ['a redirect to nowhere', 'unreadable', () => new Response(null, { status: 302 })],
    [
      'a redirect to another scheme',
      'unreadable',
      () => Response.redirect('file:///etc/passwd', 302),
    ],
    [
      'a length that is too large',
      'too_large',
      () => new Response(new Uint8Array(21 * 1024 * 1024), { headers: { 'content-type': 'a/b' } }),
    ],
    [
      'a stream that grows too large',
      'too_large',
      () => {
        let sent = 0
        const pull = (controller: ReadableStreamDefaultController) => {
          sent += 1
          controller.enqueue(new Uint8Array(1024 * 1024))
          if (sent > 22) controller.close()
        }
        return new Response(new ReadableStream({ pull }), { headers: { 'content-type': 'a/b' } })
      },
    ],
  ])('%s is %s', async (_name, problem, answer) => {
    const { at, fetchMedia } = site(answer)
    const error = await fetchMedia(at('/x')).catch((cause) => cause)
    expect(error).toMatchObject({ id: `media.${problem}` })
  })

  test('a server that never answers is given up', async () => {
    const silent = Promise.withResolvers<Response>()
    const { at, options } = site(() => silent.promise)
    const impatient = createMediaFetcher({ ...options, timeoutMs: 50 })
    expect(await impatient(at('/x')).catch((error) => error)).toMatchObject(UNREADABLE)
    silent.resolve(new Response())
  })

  test('a host that refuses connections is told by its URL', async () => {
    const { options } = site(() => new Response(PNG))
    const fetchMedia = createMediaFetcher(options)
    expect(fetchMedia('http://site.test:1024/x')).rejects.toMatchObject({
      params: { url: 'http://site.test:1024/x' },
    })
  })
})

test.each([
  ['image/png', '\x89PNG\r\n\x1a\n....'],
  ['image/jpeg', '\xff\xd8\xff\xe0'],
  ['image/gif', 'GIF89a'],
  ['image/webp', 'RIFF\0\0\0\0WEBP'],
  ['audio/wav', 'RIFF\0\0\0\0WAVE'],
  ['application/pdf', '%PDF-1.7'],
  [undefined, '<svg/>'],
  [undefined, ''],
])('%s is known by its first bytes', (mediaType, head) => {
  expect(sniffMediaType(Buffer.from(head, 'latin1'))).toBe(mediaType)
})
