/** An operator's first day, in the words of a shell, and what the first user sees of it. */
import { expect, test } from 'bun:test'
import { owed } from '../contracts/formula'
import { type Aimock, startAimock } from '../support/aimock'
import type { CliOptions } from '../support/cli'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process'
import { waitUntil } from '../support/wait-until'

const MODEL = 'claude-sonnet-4-6'
const HELLO = { model: MODEL, messages: [{ role: 'user' as const, content: 'hello' }] }

/** Runs a command that must succeed and returns the JSON it prints. */
async function gw(gateway: GatewayProcess, line: string, options: CliOptions = {}) {
  const result = await gateway.cli([...line.split(' '), '--json'], options)
  if (result.code !== 0) throw new Error(`gw ${line} ended with ${result.code}: ${result.stderr}`)
  return result.json()
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) throw new Error(`no object: ${value}`)
  return new Map(Object.entries(value)).get(name)
}

async function setUp(gateway: GatewayProcess, aimock: Aimock): Promise<string> {
  await gw(gateway, 'user create ann --quota 500000', { env: { GW_USER_PASSWORD: 'a long word' } })
  await gw(gateway, `channel add main --type 14 --models ${MODEL} --base-url ${aimock.url}`, {
    env: { GW_CHANNEL_KEY: 'sk-ant-1' },
  })
  const token = await gw(gateway, 'token create laptop --user ann --quota 100000')
  const key = field(token, 'key')
  expect(key).toMatch(/^sk-[0-9A-Za-z]{48}$/)
  return String(key)
}

test('from an empty folder to a billed call, and back to a closed channel', async () => {
  await using aimock = await startAimock()
  aimock.says('hello', 'Hi there!', { prompt: 1000, completion: 500 })
  await using gateway = await startGatewayProcess()
  const key = await setUp(gateway, aimock)
  const charge = owed({ prompt: 1000, completion: 500 }, { model: '1.5', completion: '5' })

  // The running server has seen none of these rows being written.
  const served = async () => (await gateway.openai(key).models.list()).data.length
  await waitUntil('the new channel is served', () => served().catch(() => 0))
  const stream = gateway.openai(key).chat.completions.stream({ ...HELLO, stream: true })
  const answer = await stream.finalChatCompletion()
  expect(answer.choices[0]?.message.content).toBe('Hi there!')

  const [log] = (await gw(gateway, 'log list')) as unknown[]
  expect(log).toMatchObject({
    username: 'ann',
    token_name: 'laptop',
    model_name: MODEL,
    prompt_tokens: 1000,
    completion_tokens: 500,
    quota: charge,
  })
  expect(await gw(gateway, 'user show ann')).toMatchObject({
    quota: 500_000 - charge,
    used_quota: charge,
    request_count: 1,
  })
  expect(await gw(gateway, 'token show laptop')).toMatchObject({
    remain_quota: 100_000 - charge,
    used_quota: charge,
  })
  expect((await gateway.cli(['ledger', 'verify'])).code).toBe(0)

  const chat = async () => (await gateway.post('/v1/chat/completions', HELLO, { key })).status
  await gw(gateway, 'channel disable main')
  await waitUntil('the channel is closed', async () => (await served()) === 0)
  expect(await chat()).toBe(503)
  await gw(gateway, 'token revoke laptop --yes')
  const isRevoked = () =>
    served().then(
      () => false,
      () => true,
    )
  await waitUntil('the token is revoked', isRevoked)
  expect(await chat()).toBe(401)
  expect(await gw(gateway, 'user show ann')).toMatchObject({ quota: 500_000 - charge })
  expect(await gateway.stop()).toBe(0)
}, 120_000)
