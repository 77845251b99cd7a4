/** The commands that call the relay for sound, pictures, vectors and rankings. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CliOptions, cliCommand, cliEnv, runCli } from '../support/cli'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { type TempDir, tempDir } from '../support/temp-dir'
import { json, type Script, startUpstream, type Upstream } from '../support/upstream'

const SOUND = Uint8Array.of(255, 243, 0, 10, 13, 200)
const PIXEL = Buffer.from('89504e470d0a1a0a', 'hex')
const MODELS = [
  'tts-1',
  'gpt-image-1.5',
  'dall-e-3',
  'whisper-1',
  'text-embedding-3-small',
  'rerank-v3.5',
]

const provider: Script = ({ path, bodyText, json: asked }) => {
  const { model, n = 1, input = [] } = Object(asked)
  if (path === '/v1/audio/speech') {
    return { headers: { 'content-type': 'audio/mpeg' }, body: SOUND }
  }
  if (path === '/v1/images/generations') {
    if (model === 'dall-e-3') return json({ created: 1, data: [{ url: 'https://img.example/1' }] })
    const data = Array.from({ length: n }, () => ({ b64_json: PIXEL.toString('base64') }))
    return json({ created: 1, data })
  }
  if (path === '/v1/audio/transcriptions') {
    if (bodyText.includes('srt'))
      return { headers: { 'content-type': 'text/plain' }, body: '1\nHi' }
    return json({ text: 'Hello there.' })
  }
  if (path === '/v1/embeddings') {
    const data = Object(input).map((_: string, index: number) => ({
      index,
      embedding: [0.5, index],
    }))
    return json({ data, usage: { prompt_tokens: 3, total_tokens: 3 } })
  }
  const results = [
    { index: 1, relevance_score: 0.9 },
    { index: 0, relevance_score: 0.1 },
  ]
  return json({ results, usage: { total_tokens: 4 } })
}

let upstream: Upstream
let gateway: Gateway
let folder: TempDir
let recording: string

beforeAll(async () => {
  upstream = await startUpstream(provider)
  gateway = await startGateway({
    channels: [{ upstream, models: MODELS }],
    options: { SelfUseModeEnabled: true },
  })
  folder = tempDir('calls')
  recording = join(folder.path, 'talk.wav')
  writeFileSync(recording, 'RIFF....WAVE')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
  folder.remove()
})

function call(args: readonly string[], options: CliOptions = {}) {
  const env = { PORT: String(gateway.port), GW_TOKEN_KEY: gateway.keys[0] ?? '', ...options.env }
  return runCli(args, { ...options, env })
}

let count = 0
function fresh(end: string): string {
  count += 1
  return join(folder.path, `${count}${end}`)
}

const SPEAK = ['speak', '--model', 'tts-1']
const IMAGE = ['image', '--model', 'gpt-image-1.5']
const TRANSCRIBE = ['transcribe', '--model', 'whisper-1']
const EMBED = ['embed', '--model', 'text-embedding-3-small']
const RERANK = ['rerank', '--model', 'rerank-v3.5']

describe('gw speak', () => {
  test('writes the sound into a file, or down a pipe', async () => {
    const file = fresh('.mp3')
    const saved = await call([...SPEAK, 'good morning', '--voice', 'nova', '-o', file])
    expect([saved.code, saved.stdout]).toEqual([0, ''])
    expect(saved.stderr).toContain('6 bytes, audio/mpeg')
    expect(new Uint8Array(readFileSync(file))).toEqual(SOUND)
    expect(upstream.last().json).toMatchObject({ input: 'good morning', voice: 'nova' })
    const env = { PORT: String(gateway.port), GW_TOKEN_KEY: gateway.keys[0] ?? '' }
    const stdin = Buffer.from('from a pipe')
    const child = Bun.spawn(cliCommand(SPEAK), { env: cliEnv(env), stdin, stdout: 'pipe' })
    expect(await new Response(child.stdout).bytes()).toEqual(SOUND)
    expect(await child.exited).toBe(0)
    expect(upstream.last().json).toMatchObject({ input: 'from a pipe', voice: 'alloy' })
  })

  test('tells programs what it wrote', async () => {
    const file = fresh('.mp3')
    const told = (await call([...SPEAK, 'hi', '-o', file, '--json'])).json()
    expect(told).toMatchObject({
      file,
      bytes: 6,
      type: 'audio/mpeg',
      request_id: expect.any(String),
    })
  })

  test('overwrites nothing', async () => {
    const file = fresh('.mp3')
    writeFileSync(file, 'mine')
    const { code, stderr } = await call([...SPEAK, 'hi', '-o', file])
    expect(code).not.toBe(0)
    expect(stderr).toContain(file)
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })
})

describe('gw image', () => {
  test('writes one file a picture', async () => {
    const file = fresh('.png')
    const second = file.replace('.png', '-2.png')
    const told = (await call([...IMAGE, 'cats', '--count', '2', '-o', file, '--json'])).json()
    expect(told).toMatchObject({ files: [file, second], urls: [] })
    expect([readFileSync(file), readFileSync(second)]).toEqual([PIXEL, PIXEL])
    expect(upstream.last().json).toMatchObject({ prompt: 'cats', n: 2 })
  })

  test('prints the addresses of pictures that an upstream keeps', async () => {
    const { code, stdout } = await call(['image', '--model', 'dall-e-3', 'a cat'])
    expect([code, stdout]).toEqual([0, 'https://img.example/1\n'])
  })
})

describe('gw transcribe', () => {
  test('prints what is spoken in a file, or in a pipe', async () => {
    const { code, stdout } = await call([...TRANSCRIBE, recording, '--spoken-language', 'en'])
    expect([code, stdout]).toEqual([0, 'Hello there.\n'])
    const form = upstream.last().bodyText
    expect(form).toContain('talk.wav')
    expect(form).toMatch(/name="language"\r\n\r\nen/)
    expect((await call(TRANSCRIBE, { input: 'RIFF' })).stdout).toBe('Hello there.\n')
  })

  test('writes subtitles into a file', async () => {
    const file = fresh('.srt')
    await call([...TRANSCRIBE, recording, '--format', 'srt', '-o', file])
    expect(readFileSync(file, 'utf8')).toBe('1\nHi')
  })
})

describe('gw embed', () => {
  test('prints a vector a text', async () => {
    const { code, stdout, stderr } = await call([...EMBED, '--each-line'], {
      input: 'one\n\ntwo\n',
    })
    expect([code, stdout]).toEqual([0, '[0.5,0]\n[0.5,1]\n'])
    expect(stderr).toContain('3 prompt tokens')
    expect(upstream.last().json).toMatchObject({ input: ['one', 'two'] })
    const told = (await call([...EMBED, 'one', '--dimensions', '2', '--json'])).json()
    expect(told).toMatchObject({ embeddings: [[0.5, 0]], prompt_tokens: 3 })
    expect(upstream.last().json).toMatchObject({ dimensions: 2 })
  })
})

describe('gw rerank', () => {
  test('prints the best first', async () => {
    const documents = ['--document', 'a cat', '--document', 'a lighthouse']
    const ranked = (await call([...RERANK, 'ships', ...documents, '--json'])).json()
    expect(ranked).toEqual([
      { index: 1, score: 0.9, document: 'a lighthouse' },
      { index: 0, score: 0.1, document: 'a cat' },
    ])
    const quiet = await call([...RERANK, 'ships', '--top', '2', '--quiet'], { input: 'x\ny\n' })
    expect(quiet.stdout).toBe('y\nx\n')
    expect(upstream.last().json).toMatchObject({ query: 'ships', documents: ['x', 'y'], top_n: 2 })
  })
})

/** What is typed, and what is said of it. */
const WRONG: readonly (readonly [string, readonly string[], string])[] = [
  ['an empty pipe to speak', SPEAK, 'give a message'],
  ['a pipe for key and text', [...SPEAK, '-', '--key', '-', '-o', 'x'], 'stdin is the key'],
  ['JSON and sound on stdout', [...SPEAK, 'hi', '--json'], '--json goes with -o FILE'],
  ['an empty pipe to transcribe', TRANSCRIBE, 'name a recording'],
  ['a format that nobody has', [...TRANSCRIBE, 'x', '--format', 'doc'], 'must be one of'],
  ['nothing to rank', [...RERANK, 'q'], 'give --document'],
  ['several pictures and no file', [...IMAGE, 'cats', '--count', '2'], 'give -o FILE'],
  ['no key at all', [...EMBED, 'x'], 'give --key'],
]

describe('wrong usage', () => {
  for (const [name, args, why] of WRONG) {
    test(`${name} is told so`, async () => {
      const isBare = why.startsWith('give --key')
      const env: Record<string, string> = isBare ? { GW_TOKEN_KEY: '', HOME: folder.path } : {}
      const { code, stderr } = await call(args, { env, input: args.includes('-') ? 'k' : '' })
      expect([code, stderr.includes(why) ? why : stderr]).toEqual([2, why])
    })
  }

  test('a recording that is not there, a wrong key, a model that is not there', async () => {
    const lost = await call([...TRANSCRIBE, '/not/there.wav'])
    expect([lost.code === 0, lost.stderr.includes('/not/there.wav')]).toEqual([false, true])
    const wrong = await call([...EMBED, 'x'], { env: { GW_TOKEN_KEY: 'sk-wrong' } })
    expect([wrong.code, wrong.stderr.includes('401')]).toEqual([1, true])
    const none = await call(['embed', '--model', 'none', 'x'])
    expect([none.code, none.stderr.includes('404')]).toEqual([1, true])
  })
})

test('without a key they call with the first token of whoever is logged in', async () => {
  const { services, userIds, keys } = gateway
  const access_token = await services.accessTokens.resetOf(TEST_ACTOR, userIds[0] ?? 0)
  const home = join(folder.path, 'home', '.config', 'gw')
  mkdirSync(home, { recursive: true })
  const login = { url: `${gateway.url}/`, user_id: userIds[0], username: 'anna', access_token }
  writeFileSync(join(home, 'login.json'), JSON.stringify(login))
  const env = { GW_TOKEN_KEY: '', HOME: join(folder.path, 'home'), PORT: '1' }
  const { code, stdout, stderr } = await call([...EMBED, 'x'], { env })
  expect([code, stdout]).toEqual([0, '[0.5,0]\n'])
  expect(stderr).toContain('as anna, with the token')
  expect(stderr).not.toContain(keys[0]?.slice(4, 20) ?? '-')
  const other = await call([...EMBED, 'x', '--url', 'http://127.0.0.1:1'], { env })
  expect([other.code, other.stderr.includes('give --key')]).toEqual([2, true])
  expect(existsSync(join(home, 'login.json'))).toBe(true)
})
