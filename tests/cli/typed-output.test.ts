/** Results for programs: which fields there are, what they hold, and what becomes of them. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { parse } from 'yaml'
import { COMMANDS } from '../../cli/commands'
import { YAML_PRINTER } from '../../cli/output/yaml'
import { openShell, type Shell } from './cli-fixture'

let shell: Shell

const CHANNEL = {
  name: 'main',
  key: 'key-main',
  models: 'm1,m2',
  model_mapping: '{"m1":"m2"}',
  tag: 'eu',
}

beforeAll(async () => {
  shell = openShell()
  await shell.text(['import', '-', '--quiet'], { input: JSON.stringify({ channels: [CHANNEL] }) })
  await shell.text(['user', 'create', 'bob', '--password', 'password123'])
  await shell.text(['user', 'create', 'ann', '--password', 'password123', '--quota', '750000'])
  const token = ['token', 'create', 'app', '--user', 'ann', '--quota', '250000']
  await shell.text([...token, '--models', 'm1,m2', '--quiet'])
})
afterAll(() => shell.remove())

/** Where nobody listens. */
function deadAddress(): string {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } })
  listener.stop(true)
  return `http://127.0.0.1:${listener.port}`
}

const text = (...args: string[]) => shell.text(args)
const json = async (...args: string[]): Promise<unknown> => JSON.parse(await shell.text(args))

describe('--json', () => {
  test('alone has every field, with names only those, in their order', async () => {
    expect(await json('token', 'list', '--json', 'name,id')).toEqual([{ name: 'app', id: 1 }])
    expect(await json('--json', 'token', 'list', '--fields', 'name')).toEqual([{ name: 'app' }])
    expect(await json('token', 'show', '--json', '1')).toMatchObject({ id: 1, status: 1 })
    expect(await json('token', 'show', '1', '--json', 'name')).toEqual({ name: 'app' })
    expect(await json('token', 'show', '1', '--json=name')).toEqual({ name: 'app' })
  })

  test('with a field that is not there names those that are', async () => {
    const { code, stderr } = await shell.gw(['token', 'list', '--json', 'nmae'])
    expect(code).toBe(2)
    expect(stderr).toContain('--json: there is no field')
    expect(stderr).toContain('remain_quota')
  })

  test.each([
    [['user', 'list', '--fields']],
    [['user', 'ls', '--json', '']],
    [['user', 'show', '--fields']],
  ])('%p says which fields there are, their kinds and units', async (args) => {
    const said = await text(...args)
    expect(said).toMatch(/quota +number +credits, of which 500000 are \$1 +number, and dollars/)
    expect(said).toMatch(/created_at +number +epoch milliseconds +ISO 8601/)
  })
})

describe('--typed', () => {
  test('has times, dollars, words, arrays, booleans and null', async () => {
    const [token] = Object(await json('token', 'list', '--typed'))
    expect(token).toMatchObject({
      status: 'enabled',
      remain_quota: 250_000,
      remain_quota_usd: 0.5,
      unlimited_quota: false,
      model_limits_enabled: true,
      model_limits: ['m1', 'm2'],
      allow_ips: [],
      created_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
      expired_time: null,
      group: null,
    })
    expect(await json('channel', 'show', 'main', '--typed')).toMatchObject({
      status: 'enabled',
      auto_ban: true,
      group: ['default'],
      models: ['m1', 'm2'],
      model_mapping: { m1: 'm2' },
      test_time: null,
    })
    const [user] = Object(await json('user', 'list', '--typed', '--filter', 'username=ann'))
    expect(user).toMatchObject({ role: 'user', quota_usd: 1.5, deleted_at: null })
  })

  test('can be narrowed to its own fields, and goes with every form but tables', async () => {
    const args = ['token', 'list', '--typed', '--fields', 'name,remain_quota_usd']
    expect(await json(...args)).toEqual([{ name: 'app', remain_quota_usd: 0.5 }])
    expect(await text(...args, '-o', 'csv')).toBe('name,remain_quota_usd\r\napp,0.5')
    expect((await shell.gw([...args, '-o', 'table'])).code).toBe(2)
  })

  test('says of plain results what their command says of them', async () => {
    const args = ['user', 'notify', 'ann', '--by', 'email', '--threshold', '500000', '--typed']
    expect(await json(...args)).toMatchObject({ quota_warning_threshold_usd: 1 })
  })
})

describe('what a command says of its fields', () => {
  test.each([
    ['token list'],
    ['channel list'],
    ['user list'],
    ['option list'],
    ['audit list'],
    ['channel types'],
  ])('%s prints such values', async (name) => {
    const path = name.split(' ')
    const row = COMMANDS.find(({ path: words }) => words.join(' ') === name)
    const kinds = new Map(Object.entries(row?.kinds ?? {}))
    const rows = [await json(...path, '--json')].flat()
    expect(rows.length).toBeGreaterThan(0)
    const wrong = rows.flatMap((printed) =>
      Object.entries(Object(printed)).filter(([field, value]) => {
        const kind = kinds.get(field)
        if (value === null || kind === 'json' || kind === 'word') return false
        if (kind === 'flag') return typeof value === 'string'
        if (kind === 'list') return typeof value !== 'string' && !Array.isArray(value)
        return typeof value !== (kind === 'text' ? 'string' : 'number')
      }),
    )
    expect(wrong).toEqual([])
  })

  test('is explained of nouns without a form, too', async () => {
    const rows = await json('explain', 'log', 'list', '--json')
    expect(rows).toContainEqual({
      command: 'log list',
      field: 'duration_ms',
      type: 'number',
      unit: 'milliseconds',
      typed: '',
    })
    expect(await text('explain', 'log.is_stream', '--quiet')).toContain('is_stream')
    expect((await shell.gw(['explain', 'log.nope'])).code).toBe(3)
  })
})

describe('the form', () => {
  test('yaml reads back as the same', async () => {
    expect(parse(await text('channel', 'list', '-o', 'yaml'))).toEqual(
      await json('channel', 'list', '--json'),
    )
    expect(parse(await text('option', 'get', 'RetryTimes', '-o', 'yaml'))).toMatchObject({
      value: '2',
    })
    expect(await text('redemption', 'list', '-o', 'yaml')).toBe('[]')
  })

  test('yaml has nothing that steers a terminal', () => {
    const row = { tag: 'a\u001b[31m\u202eb\nc', name: 'plain' }
    const said = YAML_PRINTER.some([row], ['tag', 'name'], 0)
    expect(said).not.toContain('\u001b')
    expect(said).not.toContain('\u202e')
    expect(parse(said)).toEqual([row])
  })

  test('wide has the details as columns', async () => {
    const [head] = (await text('channel', 'list', '-o', 'wide')).split('\n')
    expect(head).toContain('BASE URL')
    expect((await text('channel', 'list')).split('\n')[0]).not.toContain('BASE URL')
  })

  test('-o of a command that has its own is the file', async () => {
    const asked = ['speak', 'hi', '--model', 'm', '--key', 'sk-x', '--url', deadAddress()]
    expect((await shell.gw([...asked, '-o', '/dev/null'])).code).toBe(5)
    expect((await shell.gw([...asked, '--output', '/dev/null'])).code).toBe(2)
  })
})

describe('--jq', () => {
  test('works on the whole, and line by line with ndjson', async () => {
    expect(await text('user', 'list', '--jq', 'map(.username) | sort | join(" ")')).toBe('ann bob')
    const names = await text('user', 'list', '--sort', 'id', '-o', 'ndjson', '--jq', '.username')
    expect(names).toBe('bob\nann')
    expect(await text('redemption', 'list', '--jq', 'length')).toBe('0')
    expect(await text('token', 'show', '1', '--typed', '--jq', '.remain_quota_usd')).toBe('0.5')
  })

  test('refuses what is no program as wrong usage, and fails where it fails', async () => {
    const broken = await shell.gw(['user', 'list', '--jq', '.['])
    expect([broken.code, broken.stdout]).toEqual([2, ''])
    expect(JSON.parse(broken.stderr)).toMatchObject({ error: { code: 'usage' } })
    const failed = await shell.gw(['user', 'list', '--jq', 'error("no")'])
    expect(failed.code).toBe(1)
    expect(failed.stderr).toContain('no')
    const both = ['user', 'list', '--jq', '.', '--template', 'x']
    expect((await shell.gw(both)).code).toBe(2)
  })
})

describe('--template', () => {
  test('is filled in for each row', async () => {
    const template = '{{ username | pad: 6 }}{{ quota | usd | pad_left: 8 }}'
    const args = ['user', 'list', '--filter', 'username=ann', '--template', template]
    expect((await shell.gw(args)).stdout).toBe('ann      $1.50\n')
    const time = ['token', 'list', '--template', '{{ created_time | time }}']
    expect(await text(...time)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/)
    const models = '{% for model in models %}<{{ model }}>{% endfor %}'
    expect(await text('channel', 'list', '--typed', '--template', models)).toBe('<m1><m2>')
  })

  test('reads no files and no more than the fields', async () => {
    const file = ['user', 'list', '--template', "{% render '/etc/passwd' %}"]
    const { code, stdout } = await shell.gw(file)
    expect([code, stdout]).toEqual([2, ''])
    const inner = ['user', 'list', '--limit', '1', '--template', '[{{ username.constructor }}]']
    expect(await text(...inner)).toBe('[]')
  })
})

test('nobody who answers is exit code 5', async () => {
  const url = deadAddress()
  const elsewhere = { GW_URL: url, GW_ACCESS_TOKEN: 'x' }
  const codes = await Promise.all([
    shell.gw(['chat', 'hi', '--model', 'm', '--key', 'sk-x', '--url', url]),
    shell.gw(['login', url, '--access-token', 'x']),
    shell.gw(['login', 'http://no-such-host.invalid', '--access-token', 'x']),
    shell.gw(['api', 'GET', '/api/user/self'], { dataDir: undefined, env: elsewhere }),
  ])
  expect(codes.map(({ code }) => code)).toEqual([5, 5, 5, 5])
})
