/** Google's files through the gateway: whose they are, where they are, and how they are sent. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createPartFromUri } from '@google/genai'
import { type Gateway, startGateway } from '../support/gateway'
import { failureOf, geminiClient } from '../support/sdk'
import { TEST_ACTOR } from '../support/seed'
import { startUpstream, type Upstream } from '../support/upstream'
import { told } from './black-box'
import { GoogleVendor } from './google-vendor'

const MODEL = 'gemini-2.5-flash'
const UPLOAD = '/upload/v1beta/files'

let vendors: readonly [GoogleVendor, GoogleVendor]
let upstreams: readonly [Upstream, Upstream]
let gateway: Gateway

/** Two accounts of Google, the first one preferred. */
beforeAll(async () => {
  vendors = [new GoogleVendor('a'), new GoogleVendor('b')]
  upstreams = [await startUpstream(vendors[0].answer), await startUpstream(vendors[1].answer)]
  gateway = await startGateway({
    users: [{ username: 'ann' }, { username: 'bob' }, { username: 'root', role: 10 }],
    tokens: [{ username: 'ann' }, { username: 'bob' }, { username: 'root' }],
    channels: [
      { upstream: upstreams[0], models: MODEL, type: 24, key: 'key-of-a', priority: 5 },
      { upstream: upstreams[1], models: MODEL, type: 24, key: 'key-of-b' },
    ],
    options: { RetryTimes: 0, ModelRatio: { [MODEL]: 1 } },
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await Promise.all(upstreams.map((upstream) => upstream.stop()))
})

const [ANN, BOB, ROOT] = [0, 1, 2] as const
const google = (who: number = ANN, version?: string) =>
  geminiClient(gateway.url, gateway.keys[who] ?? '', version)

async function upload(text: string, who: number = ANN, version = 'v1beta'): Promise<string> {
  const file = new Blob([text], { type: 'text/plain' })
  const config = { displayName: 'notes' }
  const { name = '' } = await google(who, version).files.upload({ file, config })
  return name
}

/** As programs without an SDK do it. */
function send(path: string, headers: Record<string, string>, body: string, who?: number) {
  const key = who === undefined ? undefined : gateway.keys[who]
  const url = path.startsWith('http') ? path : gateway.url + path
  const all = key === undefined ? headers : { ...headers, 'x-goog-api-key': key }
  return fetch(url, { method: 'POST', headers: all, body })
}

async function begin(who: number = ANN): Promise<string> {
  const started = await send(
    UPLOAD,
    {
      'content-type': 'application/json',
      'x-goog-upload-protocol': 'resumable',
      'x-goog-upload-command': 'start',
      'x-goog-upload-header-content-length': '6',
      'x-goog-upload-header-content-type': 'text/plain',
    },
    JSON.stringify({ file: { displayName: 'notes' } }),
    who,
  )
  expect(started.status).toBe(200)
  return started.headers.get('x-goog-upload-url') ?? ''
}

const asking = (uri: string) => ({
  model: MODEL,
  contents: [{ role: 'user', parts: [createPartFromUri(uri, 'text/plain'), { text: 'hi' }] }],
})

describe.each(['v1', 'v1beta'])('a file of the SDK in %s', (version) => {
  const client = (who: number = ANN) => google(who, version)

  test('travels as it is to one account, and only its owner finds it again', async () => {
    const name = await upload('line one\nline two\n', ANN, version)
    expect(name).toStartWith('files/a')
    expect(vendors[0].contents.get(name)).toBe('line one\nline two\n')
    expect(upstreams[0].last().headers['x-goog-api-key']).toBe('key-of-a')
    expect(await client().files.get({ name })).toMatchObject({ name, displayName: 'notes' })
    const path = `/${version}/${name}`
    const content = await fetch(`${gateway.url}${path}:download?alt=media`, {
      headers: { 'x-goog-api-key': gateway.keys[ANN] ?? '' },
    })
    expect(await content.text()).toBe('line one\nline two\n')
    const before = upstreams[0].requests.length
    for (const call of [
      () => client(BOB).files.get({ name }),
      () => client(BOB).files.delete({ name }),
      () => client(BOB).files.download({ file: name, downloadPath: '/dev/null' }),
    ]) {
      expect(await failureOf(call())).toMatchObject({ status: 404 })
    }
    expect(upstreams[0].requests).toHaveLength(before)
  })

  test('of more than one part arrives whole', async () => {
    const text = 'x'.repeat(9 * 1024 * 1024)
    const name = await upload(text, ANN, version)
    expect(vendors[0].contents.get(name)).toHaveLength(text.length)
  })

  test('is listed among the own ones alone, page by page, until it is deleted', async () => {
    const made = [
      await upload('1', BOB, version),
      await upload('2', BOB, version),
      await upload('3', BOB, version),
    ]
    const all: string[] = []
    for await (const { name = '' } of await client(BOB).files.list({ config: { pageSize: 2 } })) {
      all.push(name)
    }
    expect(all.sort()).toEqual(made.sort())
    const [first = '', ...rest] = made
    await client(BOB).files.delete({ name: first })
    expect(vendors[0].objects.has(first)).toBe(false)
    const left = await client(BOB).files.list()
    expect(left.page.map(({ name }) => name).sort()).toEqual(rest.sort())
    for (const name of rest) await client(BOB).files.delete({ name })
  })
})

describe('an upload', () => {
  const PART = { 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '0' }

  test("has an address of the gateway, without the operator's key or the vendor's id", async () => {
    const address = await begin()
    expect(address).toStartWith(`${gateway.url}${UPLOAD}?upload_id=`)
    expect(address).not.toContain('key-of-a')
    expect(address).not.toContain('upload-of-a')
  })

  test('goes on without a key, and the file is whose upload it was', async () => {
    const address = await begin(BOB)
    const part = { 'x-goog-upload-command': 'upload', 'x-goog-upload-offset': '0' }
    const first = await send(address, part, 'one')
    expect(first.headers.get('x-goog-upload-status')).toBe('active')
    const asked = await send(address, { 'x-goog-upload-command': 'query' }, '')
    expect(asked.headers.get('x-goog-upload-size-received')).toBe('3')
    const last = await send(address, { ...PART, 'x-goog-upload-offset': '3' }, 'two', ANN)
    expect(last.headers.get('x-goog-upload-status')).toBe('final')
    const { file } = await last.json()
    expect(vendors[0].contents.get(file.name)).toBe('onetwo')
    expect(await google(BOB).files.get({ name: file.name })).toMatchObject({ name: file.name })
    expect(await failureOf(google().files.get({ name: file.name }))).toMatchObject({ status: 404 })
  })

  test('can come whole, with what it is called before it', async () => {
    const metadata = JSON.stringify({ file: { displayName: 'both' } })
    const json = 'Content-Type: application/json; charset=utf-8'
    const body = `--b\r\n${json}\r\n\r\n${metadata}\r\n--b\r\n\r\ncontent\r\n--b--`
    const headers = {
      'content-type': 'multipart/related; boundary=b',
      'x-goog-upload-protocol': 'multipart',
    }
    const { file } = await (await send(UPLOAD, headers, body, ANN)).json()
    expect(vendors[0].contents.get(file.name)).toBe('content')
    expect(await google().files.get({ name: file.name })).toMatchObject({ displayName: 'both' })
  })

  test('needs an address that was made here', async () => {
    const before = upstreams[0].requests.length
    for (const id of ['upload-of-a1', 'v1:x:y', '']) {
      const path = `${UPLOAD}?upload_id=${encodeURIComponent(id)}`
      expect((await send(path, PART, 'x', ANN)).status).toBe(404)
    }
    expect(upstreams[0].requests).toHaveLength(before)
  })

  test('is refused without a key, and when its owner is', async () => {
    expect((await send(UPLOAD, {}, '{}')).status).toBe(401)
    const address = await begin(ROOT)
    const token = gateway.tokenIds[ROOT]
    const before = upstreams[0].requests.length
    await gateway.services.tokens.revoke(TEST_ACTOR, token ?? 0)
    expect((await send(address, PART, 'x')).status).toBe(401)
    expect(upstreams[0].requests).toHaveLength(before)
  })
})

describe('a file that a request names', () => {
  const MENTIONS: readonly [what: string, uri: (name: string) => string][] = [
    ['its address', (name) => `https://generativelanguage.googleapis.com/v1beta/${name}`],
    ['its address in capitals', (name) => `HTTPS://GenerativeLanguage.googleapis.com/v1/${name}`],
    ['its bare name', (name) => name],
  ]

  test.each([...MENTIONS])('by %s leads to its account, and is its owner alone', async (_, uri) => {
    const name = await upload('x')
    const before = upstreams[0].requests.length
    await google().models.generateContent(asking(uri(name)))
    expect(upstreams[0].requests).toHaveLength(before + 1)
    const stolen = google(BOB).models.generateContent(asking(uri(name)))
    expect(await failureOf(stolen)).toMatchObject({ status: 404 })
    const counted = google(BOB).models.countTokens(asking(uri(name)))
    expect(await failureOf(counted)).toMatchObject({ status: 404 })
    expect(upstreams[0].requests).toHaveLength(before + 1)
  })

  test('cannot hide behind escapes, or the other spelling of its field', async () => {
    const name = await upload('x')
    const file_data = { file_uri: name, mime_type: 'text/plain' }
    const body = JSON.stringify({ contents: [{ role: 'user', parts: [{ file_data }] }] })
    const before = upstreams[0].requests.length
    for (const text of [body, body.replace('"file_uri"', '"file\\u005furi"')]) {
      const path = `/v1beta/models/${MODEL}:generateContent`
      const headers = { 'content-type': 'application/json' }
      expect((await send(path, headers, text, BOB)).status).toBe(404)
    }
    expect(upstreams[0].requests).toHaveLength(before)
  })

  test("of anybody's address is none of ours", async () => {
    const uri = 'https://example.com/v1beta/files/abc'
    const answer = await google().models.generateContent(asking(uri))
    expect(answer.candidates).toHaveLength(1)
  })
})

test('a group without such a channel is told so', async () => {
  await using upstream = await startUpstream([])
  await using other = await startGateway({ channels: [{ upstream, models: 'm' }] })
  const { status, text } = await told(
    fetch(`${other.url}/v1beta/files`, {
      headers: { 'x-goog-api-key': other.keys[0] ?? '' },
    }),
  )
  expect({ status, files: JSON.parse(text) }).toEqual({ status: 200, files: { files: [] } })
  const client = geminiClient(other.url, other.keys[0] ?? '')
  const file = new Blob(['x'], { type: 'text/plain' })
  expect(await failureOf(client.files.upload({ file }))).toMatchObject({ status: 404 })
})
