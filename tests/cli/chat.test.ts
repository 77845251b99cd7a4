import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type CliOptions, runCli } from '../support/cli'
import { type Gateway, startGateway } from '../support/gateway'
import { fixture, sse, startUpstream, type Upstream } from '../support/upstream'

const SAID = 'Grüße, 世界! Two plus two is four.'

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(sse([fixture('openai/chat-text.sse')]))
  gateway = await startGateway({ channels: [{ upstream, models: 'gpt-4o' }] })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

function chat(args: readonly string[], options: CliOptions = {}) {
  const env = { PORT: String(gateway.port), GW_KEY: gateway.keys[0] ?? '', ...options.env }
  return runCli(['chat', '--model', 'gpt-4o', ...args], { ...options, env })
}

function lastQuestion(): unknown {
  return Object(upstream.last().json).messages.at(-1)
}

describe('gw chat', () => {
  test('prints the answer on stdout and the count of tokens on stderr', async () => {
    const { code, stdout, stderr } = await chat(['hello', '--system', 'Be brief.'])
    expect([code, stdout.trim()]).toEqual([0, SAID])
    expect(stderr).toContain('12 prompt + 9 completion')
    expect(Object(upstream.last().json).messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'hello' },
    ])
  })

  test('answers with one object under --json', async () => {
    const told = (await chat(['hello', '--json'])).json()
    expect(told).toMatchObject({ text: SAID, prompt_tokens: 12, completion_tokens: 9 })
  })

  for (const args of [['-'], []]) {
    test(`takes what is piped in as the message with ${args.length} arguments`, async () => {
      const { code } = await chat(args, { input: 'from a pipe\n' })
      expect(code).toBe(0)
      expect(lastQuestion()).toEqual({ role: 'user', content: 'from a pipe' })
    })
  }

  test.each([
    ['an empty pipe', ['-'], '', 'give a message'],
    ['no message and no pipe', [], '', 'give a message'],
    ['a pipe for key and message', ['-', '--key', '-'], 'sk-x\n', 'stdin is the key'],
  ])('%s is wrong usage and asks nobody', async (_, args, input, why) => {
    const before = upstream.requests.length
    const { code, stderr } = await chat(args, { input })
    expect(code).toBe(2)
    expect(stderr).toContain(why)
    expect(upstream.requests).toHaveLength(before)
  })

  test('a wrong key fails in the language of the terminal', async () => {
    const english = await chat(['hello'], { env: { GW_KEY: 'sk-wrong' } })
    const chinese = await chat(['hello', '--lang', 'zh'], { env: { GW_KEY: 'sk-wrong' } })
    expect([english.code, chinese.code]).toEqual([1, 1])
    expect(english.stderr).toContain('401 Invalid token')
    expect(chinese.stderr).toContain('401 无效的令牌')
  })

  test('a gateway that is not there is named', async () => {
    const { code, stderr } = await chat(['hello', '--url', 'http://127.0.0.1:1'])
    expect(code).toBe(5)
    expect(stderr).toContain('http://127.0.0.1:1')
  })
})
