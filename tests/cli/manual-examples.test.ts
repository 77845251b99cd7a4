/**
 * Every block of README and the manual that is marked `run` is run, page by page in their order,
 * in a fresh folder beside a gateway whose channels all lead to a mock upstream.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CALL_REPLIES } from '../support/call-replies'
import { cliCommand, cliEnv } from '../support/cli'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { tempDir } from '../support/temp-dir'
import { fixture, json, type Script, startUpstream, type Upstream } from '../support/upstream'

const ROOT = join(import.meta.dir, '../..')
const FILES = [
  'README.md',
  ...readdirSync(join(ROOT, 'web/docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `web/docs/${name}`),
]

/** Languages that a block can be run in. */
const RUNNERS: Readonly<Record<string, (block: string, place: Place) => readonly string[]>> = {
  sh: (block) => ['/bin/sh', '-e', '-c', block],
  ts: (block, { folder, url }) => {
    const file = join(folder, 'example.ts')
    writeFileSync(file, block.replaceAll('http://127.0.0.1:3000', url))
    return [process.execPath, file]
  },
}

interface Block {
  /** Its first line. */
  readonly title: string
  readonly language: string
  readonly text: string
}

interface Place {
  readonly folder: string
  readonly url: string
  readonly env: Readonly<Record<string, string>>
}

function blocksOf(path: string): readonly Block[] {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const found = text.matchAll(/^```(\w+) run\n([\s\S]*?)^```$/gm)
  return [...found].map(([, language = '', block = '']) => ({
    language,
    text: block,
    title: block.split('\n')[0] ?? '',
  }))
}

const UPSTREAM: Script = ({ path, bodyText }) => {
  const call = CALL_REPLIES[path]
  if (call !== undefined) return call
  const isStream = bodyText.includes('"stream":true')
  return isStream
    ? { headers: { 'content-type': 'text/event-stream' }, body: fixture('openai/chat-text.sse') }
    : json(fixture('openai/chat-text.json'))
}

const MODELS = [
  'gpt-4o',
  'gpt-4o-mini',
  'tts-1',
  'whisper-1',
  'gpt-image-1.5',
  'text-embedding-3-small',
  'rerank-v3.5',
]

/** What examples name: three channels, users ann and bob, a group free, a token app, and files. */
async function startSite(upstream: Upstream): Promise<Gateway> {
  const gateway = await startGateway({
    users: [
      { username: 'maker' },
      { username: 'ann', password: 'password-of-ann' },
      { username: 'bob' },
    ],
    tokens: [{ name: 'app' }],
    channels: [1, 2, 3].map((at) => ({ name: `upstream ${at}`, upstream, models: MODELS })),
    options: { GroupRatio: { default: 1, free: 1 } },
  })
  await gateway.services.users.ensureRoot(TEST_ACTOR, { password: 'password-of-root' })
  return gateway
}

/** `gw` as a reader types it. Channels that examples add lead to the mock upstream as well. */
const GW = `#!/bin/sh
case "$1 $2" in "channel add") set -- "$@" --base-url "$UPSTREAM" ;; esac
exec ${cliCommand([]).join(' ')} "$@"
`

function prepare(folder: string, gateway: Gateway, upstream: Upstream): Place {
  writeFileSync(join(folder, 'gw'), GW)
  chmodSync(join(folder, 'gw'), 0o755)
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'meeting.mp3'), 'ID3....')
  writeFileSync(join(folder, 'titles.txt'), 'Ships of the line\nA lighthouse\n')
  writeFileSync(join(folder, 'prices.json'), '{"ModelRatio":{"gpt-4o-mini":1}}')
  const env = cliEnv({
    PATH: `${folder}:${process.env.PATH ?? ''}`,
    UPSTREAM: upstream.url,
    GW_DATA: gateway.dataDir,
    PORT: String(gateway.port),
  })
  return { folder, url: gateway.url, env }
}

async function outcomeOf(command: readonly string[], { folder, env }: Place) {
  const pipes = { stdin: null, stdout: 'pipe', stderr: 'pipe' } as const
  const child = Bun.spawn([...command], { cwd: folder, env, ...pipes })
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { stdout, stderr, code }
}

for (const path of FILES) {
  const blocks = blocksOf(path)
  if (blocks.length === 0) continue
  describe(path, () => {
    let upstream: Upstream
    let gateway: Gateway
    let place: Place
    const folder = tempDir('examples')
    beforeAll(async () => {
      upstream = await startUpstream(UPSTREAM)
      gateway = await startSite(upstream)
      place = prepare(folder.path, gateway, upstream)
    }, 60_000)
    afterAll(async () => {
      await gateway[Symbol.asyncDispose]()
      await upstream.stop()
      folder.remove()
    })

    test.each(blocks)('does what it shows: $title', async ({ language, text }) => {
      const block = text.replaceAll('sk-…', gateway.keys[0] ?? '')
      const command = RUNNERS[language]?.(block, place)
      if (command === undefined) throw new Error(`nothing runs ${language}`)
      expect({ block, ...(await outcomeOf(command, place)) }).toMatchObject({ code: 0 })
    })
  })
}

test('examples are found', () => {
  const pages = FILES.filter((path) => blocksOf(path).length > 0)
  expect(pages).toContain('README.md')
  expect(pages.length).toBeGreaterThan(6)
})
