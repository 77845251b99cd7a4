/** The manual's commands for calls work on a fresh gateway: everything they name has a price. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CALL_REPLIES } from '../support/call-replies'
import { runCli } from '../support/cli'
import { type Gateway, startGateway } from '../support/gateway'
import { type TempDir, tempDir } from '../support/temp-dir'
import { json, startUpstream, type Upstream } from '../support/upstream'

const PAGE = readFileSync(join(import.meta.dir, '../../web/docs/clients.md'), 'utf8')
const TERMINAL = /## From the terminal\n+```sh run\n([\s\S]*?)```/.exec(PAGE)?.[1] ?? ''

/** Words of a shell, which may be quoted; what follows `#` is for people. */
function wordsOf(line: string): readonly string[] {
  return [...line.replace(/\s#.*$/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain = '']) => quoted ?? plain,
  )
}

interface Example {
  readonly args: readonly string[]
  readonly model: string
  /** File that is read as the input. */
  readonly input: string | undefined
}

function exampleOf(line: string): Example {
  const [, ...words] = wordsOf(line)
  const at = words.indexOf('<')
  return {
    args: at === -1 ? words : words.slice(0, at),
    model: words[words.indexOf('--model') + 1] ?? '',
    input: at === -1 ? undefined : words[at + 1],
  }
}

const EXAMPLES = TERMINAL.split('\n')
  .filter((line) => line.startsWith('gw '))
  .map(exampleOf)

/** Credits, by hand from the pages of the vendors; $1 is 500,000. */
const OWED: Readonly<Record<string, number>> = {
  // 12 characters at $15 a million.
  'tts-1': 90,
  // 90 seconds, which the family counts as 1,500 tokens at $30 a million.
  'whisper-1': 22_500,
  // 20 tokens of text at $5 a million, 1,000 of the picture at $32.
  'gpt-image-1.5': 16_050,
  // 100 tokens at $0.02 a million.
  'text-embedding-3-small': 1,
  // One search at $2 a thousand.
  'rerank-v3.5': 1_000,
}

let upstream: Upstream
let gateway: Gateway
let folder: TempDir

beforeAll(async () => {
  upstream = await startUpstream(
    ({ path }) => CALL_REPLIES[path] ?? json({ error: path }, { status: 404 }),
  )
  const models = EXAMPLES.map(({ model }) => model)
  gateway = await startGateway({ channels: [{ upstream, models }] })
  folder = tempDir('manual')
  writeFileSync(join(folder.path, 'meeting.mp3'), 'ID3....')
  writeFileSync(join(folder.path, 'titles.txt'), 'Ships of the line\nA lighthouse\n')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
  folder.remove()
})

describe('the manual’s commands for calls', () => {
  test('are found', () => {
    expect(EXAMPLES.map(({ model }) => model)).toEqual(Object.keys(OWED))
  })

  for (const { args, model, input } of EXAMPLES) {
    test(`gw ${args.join(' ')} is answered, and charged as its vendor charges`, async () => {
      const env = { PORT: String(gateway.port), GW_TOKEN_KEY: gateway.keys[0] ?? '' }
      const stdin = input && readFileSync(join(folder.path, input), 'utf8')
      const { code, stderr } = await runCli(args, {
        env,
        cwd: folder.path,
        ...(stdin && { input: stdin }),
      })
      expect({ code, stderr }).toMatchObject({ code: 0 })
      await gateway.idle()
      const { items } = await gateway.services.logs.list({ model })
      expect(items.map(({ quota }) => quota)).toEqual([OWED[model] ?? -1])
    })
  }
})
