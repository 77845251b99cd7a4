/** Whatever the management API can do, a command can, or it belongs to a browser. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { COMMANDS } from '../../cli/commands'
import { openDatabase } from '../../db/open'
import { ENDPOINTS } from '../../server/domain/endpoints'
import { json, startUpstream } from '../support/upstream'
import { CAPABILITIES } from './capability-table'
import { openShell, PASSWORD, type Shell } from './cli-fixture'

test('every call of the API has its command or a reason to have none', () => {
  const commands = new Set(COMMANDS.map(({ path }) => path.join(' ')))
  const missing = ENDPOINTS.map(({ id }) => id).filter((id) => {
    const answer = CAPABILITIES[id] ?? ''
    return !commands.has(answer) && !answer.startsWith('(')
  })
  expect(missing).toEqual([])
  const known = new Set<string>(ENDPOINTS.map(({ id }) => id))
  expect(Object.keys(CAPABILITIES).filter((id) => !known.has(id))).toEqual([])
})

let shell: Shell

beforeAll(async () => {
  shell = openShell()
  await shell.text(['user', 'create', 'ann', '--password', PASSWORD, '--quota', '900000'])
  await shell.text(['token', 'create', 'app', '--user', 'ann', '--quota', '500'])
})
afterAll(() => shell.remove())

/** Exit code and stable error code. */
async function refusal(args: readonly string[]): Promise<[number, string]> {
  const { code, stderr } = await shell.gw([...args, '--json'])
  return [code, JSON.parse(stderr).error.code]
}

describe('a token', () => {
  test('is changed in part, switched off and on, and found by its key', async () => {
    const set = ['token', 'set', 'app', '--models', 'a,b', '--ips', '192.0.2.0/24', '--quota', '9']
    expect(await shell.json(set)).toMatchObject({
      name: 'app',
      remain_quota: 9,
      model_limits: 'a,b',
      model_limits_enabled: 1,
    })
    const freed = await shell.json([
      'token',
      'set',
      'app',
      '--models',
      '',
      '--unlimited-quota',
      'true',
    ])
    expect(freed).toMatchObject({ model_limits_enabled: 0, unlimited_quota: 1 })
    expect(await shell.json(['token', 'disable', 'app'])).toMatchObject({ status: 2 })
    expect(await shell.json(['token', 'enable', 'app'])).toMatchObject({ status: 1 })
    const key = await shell.text(['token', 'show', 'app', '--reveal', '--quiet'])
    const found = await shell.json(['token', 'list', '--key', '-'], { input: key })
    expect(found).toMatchObject([{ name: 'app', key: null }])
    expect(await shell.json(['token', 'list', '--key', `${key}x`])).toEqual([])
  })

  test.each([
    [['token', 'set', 'app'], 2, 'usage'],
    [['token', 'set', 'app', '--unlimited-quota', 'maybe'], 2, 'usage'],
    [['token', 'set', 'app', '--quota', '5', '--expect-quota', '8'], 2, 'value.invalid'],
    [['token', 'set', 'nope', '--quota', '5'], 3, 'token.not_found'],
    [['token', 'enable', '99'], 3, 'token.not_found'],
  ] as const)('gw %j exits %d with %s', async (args, code, id) => {
    expect(await refusal(args)).toEqual([code, id])
  })
})

describe('what users set for themselves', () => {
  test('is set for them: notices, earnings, bound accounts', async () => {
    const notify = ['user', 'notify', 'ann', '--by', 'email', '--threshold', '1000']
    expect(await shell.json(notify)).toMatchObject({ notify_type: 'email' })
    const webhook = ['user', 'notify', 'ann', '--by', 'webhook', '--threshold', '1']
    expect(await refusal([...webhook, '--webhook-url', 'http://x.example'])).toEqual([
      2,
      'user.webhook_invalid',
    ])
    const db = await openDatabase(join(shell.dataDir, 'gw.db'))
    const change = { aff_quota: 600_000, github_id: '77' }
    await db.kysely.updateTable('users').set(change).where('username', '=', 'ann').execute()
    await db.close()
    const transfer = (amount: string) => ['user', 'transfer', 'ann', '--amount', amount]
    expect(await refusal(transfer('1'))).toEqual([2, 'transfer.too_small'])
    expect(await shell.json(transfer('500000'))).toMatchObject({ aff_quota: 100_000 })
    const { quota } = Object(await shell.json(['user', 'show', 'ann']))
    expect(quota).toBe(1_400_000)
    expect(await shell.json(['ledger', 'verify'])).toEqual([])
    await shell.text(['user', 'unbind', 'ann', 'github', '--yes'])
    expect(await refusal(['user', 'unbind', 'ann', 'github', '--yes'])).toEqual([
      2,
      'binding.missing',
    ])
    expect(await refusal(['user', 'unbind', 'ann', 'myspace', '--yes'])).toEqual([
      2,
      'binding.missing',
    ])
  })
})

describe('the rest', () => {
  test('of what the console shows can be printed', async () => {
    expect(await shell.json(['status'])).toMatchObject({
      serving: false,
      database: 'sqlite',
      users: 2,
      channels: 0,
      tokens: 1,
      options: { setup: true },
    })
    await shell.text(['redemption', 'create', 'gift', '--quota', '5'])
    expect(await shell.json(['redemption', 'show', '1'])).toMatchObject({ name: 'gift' })
    expect(await refusal(['redemption', 'show', '9'])).toEqual([3, 'redemption.not_found'])
    const quote = ['order', 'quote', '--user', 'ann', '--amount', '10']
    expect(await shell.json(quote)).toEqual({ user_id: 2, amount: 10, money: '73.00' })
    expect(await shell.text(['model', 'known', '--filter', 'id=deepseek-v4-pro'])).toContain(
      'deepseek',
    )
  })

  test('who spent most and what failed is told, or that there was nothing', async () => {
    expect(await shell.json(['stats', 'top', '--of', 'tokens', '--from', '7d'])).toEqual([])
    expect(await shell.json(['stats', 'failures'])).toEqual([])
    expect((await shell.gw(['stats', 'top', '--of', 'cats'])).code).toBe(2)
  })

  test('drawings and tasks are listed and filtered', async () => {
    const db = await openDatabase(join(shell.dataDir, 'gw.db'))
    const job = {
      created_at: 1,
      updated_at: 1,
      platform: 'suno',
      user_id: 2,
      channel_id: 3,
      quota: 5,
      action: 'MUSIC',
      fail_reason: '',
      submit_time: 1_700_000_000,
      start_time: 0,
      finish_time: 0,
      progress: '100%',
      properties: '{"a":1}',
      data: '',
    }
    const tasks = [
      { ...job, task_id: 't1', status: 'SUCCESS' },
      { ...job, task_id: 't2', status: 'FAILURE' },
    ]
    await db.kysely.insertInto('tasks').values(tasks).execute()
    await db.close()
    expect(await shell.text(['task', 'list', '--quiet'])).toBe('t2\nt1')
    const failed = await shell.json(['task', 'list', '--status', 'FAILURE', '--user', 'ann'])
    expect(failed).toMatchObject([{ task_id: 't2', properties: { a: 1 } }])
    expect(await shell.text(['task', 'list', '--filter', 'task_id=t1', '--quiet'])).toBe('t1')
    expect(await shell.json(['drawing', 'list', '--from', '7d'])).toEqual([])
  })

  test('kinds of upstreams are listed with what their forms ask for', async () => {
    const [groq] = await shell.json(['channel', 'types', 'groq']).then((found) => [found].flat())
    expect(groq).toMatchObject({
      name: 'Groq',
      base_url: 'https://api.groq.com/openai',
      key: 'gsk_…',
      key_page: 'console.groq.com/keys',
      tells_balance: false,
    })
    expect(await shell.text(['channel', 'types', '58'])).toContain('routes')
    expect(await shell.text(['channel', 'types'])).toContain('NVIDIA NIM')
  })

  test('a vendor of several regions is named as people there know it', async () => {
    const add = ['channel', 'add', '--key', 'k', '--models', 'glm-5']
    expect(await shell.json([...add, 'world', '--type', 'z.ai'])).toMatchObject({
      type: 26,
      base_url: 'https://api.z.ai',
    })
    const own = ['--base-url', 'https://own.example']
    expect(await shell.json([...add, 'own', '--type', 'Z.ai', ...own])).toMatchObject({
      type: 26,
      base_url: 'https://own.example',
    })
    expect((await shell.gw([...add, 'x', '--type', 'z.aix'])).code).toBe(2)
  })

  test('a model that its vendor answers no more is named when a channel offers it', async () => {
    const old = ['channel', 'add', 'old', '--type', 'deepseek', '--key', 'k']
    const { code, stderr } = await shell.gw([...old, '--models', 'deepseek-chat'])
    expect(code).toBe(0)
    expect(stderr).toContain('deepseek-chat → deepseek-v4-flash')
  })

  test('what nobody can tell of a balance looks like no sum', async () => {
    await shell.text(['channel', 'add', 'groq', '--type', 'groq', '--key', 'k'])
    expect(await shell.text(['channel', 'show', 'groq'])).toContain('not reported')
  })

  test('the prices of another gateway are read, and imported', async () => {
    const data = [
      { model_name: 'their-model', quota_type: 0, model_ratio: 2.5, completion_ratio: 4 },
      { model_name: 'their-song', quota_type: 1, model_price: 0.1 },
    ]
    await using upstream = await startUpstream(json({ success: true, data, group_ratio: {} }))
    const at = ['--base-url', upstream.url, '--key', 'k', '--models', 'their-model']
    await shell.text(['channel', 'add', 'chained', '--type', '60', ...at])
    const prices = await shell.text(['channel', 'prices', 'chained'])
    expect(upstream.last().path).toBe('/api/pricing')
    await shell.gw(['price', 'import', '-'], { input: prices })
    expect(await shell.json(['price', 'show', 'their-model'])).toMatchObject({
      model: 'their-model',
    })
    expect(await refusal(['channel', 'prices', 'groq'])).toEqual([2, 'channel.prices_unsupported'])
  })

  test('an upstream is verified within a price; signs of dishonesty fail the command', async () => {
    const message = { role: 'assistant', content: 'Paris' }
    const choices = [{ index: 0, message, finish_reason: 'stop' }]
    await using upstream = await startUpstream(json({ id: 'x', model: 'tiny-1', choices }))
    const at = ['--base-url', upstream.url, '--key', 'k', '--models', 'gpt-4o']
    await shell.text(['channel', 'add', 'doubtful', ...at])
    const verify = ['channel', 'verify', 'doubtful']
    expect(await shell.json([...verify, '--dry-run'])).toMatchObject({ model: 'gpt-4o' })
    const capped = [...verify, '--max-cost', '0.001']
    expect(await refusal(capped)).toEqual([2, 'channel.verify_too_dear'])
    expect((await shell.gw([...verify, '--max-cost', 'much'])).code).toBe(2)
    expect(upstream.requests).toHaveLength(0)
    const { code, stdout } = await shell.gw([...verify, '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'suspect', model: 'gpt-4o' })
  })

  test('models of an upstream are read before there is a channel', async () => {
    await using upstream = await startUpstream(json({ data: [{ id: 'alpha' }, { id: 'beta' }] }))
    const ask = ['channel', 'models', '--base-url', upstream.url, '--key', '-', '--type', 'openai']
    expect(await shell.json(ask, { input: 'sk-draft' })).toEqual(['alpha', 'beta'])
    expect(await refusal(['channel', 'models'])).toEqual([2, 'usage'])
  })
})
