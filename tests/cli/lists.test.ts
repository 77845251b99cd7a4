/** Forms of output, and what every list can filter, sort and page. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { COMMANDS } from '../../cli/commands'
import { openShell, type Shell } from './cli-fixture'

let shell: Shell

const CHANNELS = ['alpha', 'beta', 'gamma', 'delta'].map((name, at) => ({
  name,
  models: 'm',
  key: `key-${name}`,
  priority: at,
  tag: at < 2 ? '=SUM(A1)' : 'eu, "west"',
}))

beforeAll(async () => {
  shell = openShell()
  await shell.text(['import', '-', '--quiet'], { input: JSON.stringify({ channels: CHANNELS }) })
})
afterAll(() => shell.remove())

const list = (...more: string[]) => shell.text(['channel', 'list', ...more])
const names = async (...more: string[]) =>
  (await list('--fields', 'name', '--output', 'csv', ...more)).split('\r\n').slice(1)

describe('--output', () => {
  test('csv has a header, quotes as RFC 4180 has it, and no formulas', async () => {
    const { stdout } = await shell.gw(['channel', 'list', '--output=csv', '--fields', 'name,tag'])
    expect(stdout).toBe(
      ['name,tag', 'delta,"eu, ""west"""', 'gamma,"eu, ""west"""', "beta,'=SUM(A1)"]
        .concat("alpha,'=SUM(A1)", '')
        .join('\r\n'),
    )
  })

  test('ndjson is one object per line, with the documented fields', async () => {
    const lines = (await list('--output', 'ndjson')).split('\n').map((line) => JSON.parse(line))
    expect(lines).toEqual(Object(await shell.json(['channel', 'list'])))
    expect(lines).toHaveLength(4)
  })

  test('of one row and of a plain value has every form', async () => {
    const show = ['channel', 'show', 'beta', '--fields', 'priority,name', '--output']
    expect(await shell.text([...show, 'ndjson'])).toBe('{"priority":1,"name":"beta"}')
    expect(await shell.text([...show, 'csv'])).toBe('priority,name\r\n1,beta')
    expect(await shell.text([...show, 'table'])).toMatch(/^PRIORITY +1\nNAME +beta$/)
    const get = ['option', 'get', 'RetryTimes', '--fields', 'value', '--output']
    expect(await shell.text([...get, 'csv'])).toBe('value\r\n2')
    expect(await shell.text([...get, 'ndjson'])).toBe('{"value":"2"}')
  })
})

describe('rows', () => {
  test.each([
    [['--filter', 'name=beta'], ['beta']],
    [['--filter', 'name!=beta', '--filter', 'tag~SUM'], ['alpha']],
    [
      ['--filter', 'tag!~sum', '--sort', 'name'],
      ['delta', 'gamma'],
    ],
    [
      ['--filter', 'priority>=2', '--sort', 'priority'],
      ['gamma', 'delta'],
    ],
    [['--filter', 'priority<1'], ['alpha']],
    [['--filter', 'created_time>2020-01-01', '--limit', '1'], ['delta']],
    [
      ['--filter', 'status=enabled', '--sort', 'name:desc', '--page', '2', '--limit', '3'],
      ['alpha'],
    ],
    [
      ['--filter', 'type=OpenAI', '--filter', 'status=1', '--offset', '2'],
      ['beta', 'alpha'],
    ],
    [
      ['--limit', '2'],
      ['delta', 'gamma'],
    ],
    [
      ['--limit', '2', '--page', '2'],
      ['beta', 'alpha'],
    ],
    [['--limit', '1', '--offset', '3'], ['alpha']],
    [['--offset', '9'], []],
  ] as const)('are chosen by %j', async (flags, wanted) => {
    expect(await names(...flags)).toEqual([...wanted])
  })

  test('that are left over are told of to people, not to programs', async () => {
    const shown = await shell.gw(['channel', 'list', '--limit', '3'])
    expect(shown.stderr).toContain('1 more rows')
    const parsed = await shell.gw(['channel', 'list', '--limit', '3', '--json'])
    expect(parsed.stderr).toBe('')
  })

  test('of more pages than one are all there', async () => {
    const users = Array.from({ length: 230 }, (_, at) => ({ username: `u${at}` }))
    await shell.text(['import', '-', '--quiet'], { input: JSON.stringify({ users }) })
    const every = await shell.text(['user', 'list', '--quiet', '--limit', '1000'])
    expect(new Set(every.split('\n')).size).toBe(230)
    const middle = ['user', 'list', '--fields', 'username', '--output', 'csv', '--offset', '95']
    const [, first, ...rest] = (await shell.text([...middle, '--limit', '10'])).split('\r\n')
    expect([first, rest.length]).toEqual(['u134', 9])
    const sifted = ['user', 'list', '--filter', 'username~u22', '--sort', 'id', '--quiet']
    expect((await shell.text(sifted)).split('\n')).toHaveLength(11)
    const audited = ['audit', 'list', '--limit', '1', '--page', '2', '--fields', 'id', '--json']
    expect(await shell.json(audited.slice(0, -1))).toEqual([{ id: expect.any(Number) }])
  })
})

describe('wrong wishes exit 2 and say what there is', () => {
  test.each([
    [['channel', 'list', '--fields', 'name,nope'], 'known are id, name, type'],
    [['channel', 'list', '--filter', 'nope=1'], 'known are id, name, type'],
    [['channel', 'list', '--filter', 'name'], 'FIELD'],
    [['channel', 'list', '--filter', 'priority>high'], 'needs a number'],
    [['channel', 'list', '--sort', 'nope'], 'known are id, name, type'],
    [['channel', 'list', '--sort', 'name:down'], 'FIELD:desc'],
    [['channel', 'list', '--limit', '0'], '--limit must be 1 or more'],
    [['channel', 'list', '--page', '2', '--offset', '2'], 'exclude each other'],
    [['channel', 'list', '--output', 'xml'], 'ndjson'],
    [['channel', 'list', '--json', '--output', 'csv'], 'exclude each other'],
    [['channel', 'delete', 'alpha', '--yes', '--fields', 'nope'], 'known are id, name, type'],
  ])('gw %p', async (args, why) => {
    const { code, stdout, stderr } = await shell.gw(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(why)
  })

  test('and have done nothing', async () => {
    expect(await names('--filter', 'name=alpha')).toEqual(['alpha'])
  })
})

test('every command that lists has the same flags and documented fields', () => {
  for (const { path, flags, json, indexed } of COMMANDS) {
    if (path.at(-1) !== 'list') continue
    expect({ path, indexed, json }).toMatchObject({ indexed: expect.any(Array), json: [...json] })
    for (const flag of ['filter', 'sort', 'limit', 'offset', 'page']) {
      expect(Object.keys(flags)).toContain(flag)
    }
    expect(json.length).toBeGreaterThan(1)
  }
})
