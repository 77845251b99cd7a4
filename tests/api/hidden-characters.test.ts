/** Characters that nobody sees are refused in names, and never printed raw when stored already. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { csvText } from '../../server/domain/text/csv'
import { hasHidden, withoutHidden } from '../../server/domain/text/visible-text'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

/** Controls of C0 and C1, DEL, ends of lines, overrides, isolates, zero widths, half a pair. */
const HIDDEN = [
  '\u001b[31m',
  '\u0000',
  '\n',
  '\u007f',
  '\u009b',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
  '\u200b',
  '\u200d',
  '\u200f',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\ud800',
]

let gateway: Gateway
let root: ApiCaller
let user: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  const api = apiClient(gateway)
  root = await api.as('root')
  user = await api.as('user')
})
afterAll(() => gateway[Symbol.asyncDispose]())

const CHANNEL = { name: 'main', key: 'sk-up', models: 'gpt-4o' }

describe.each(HIDDEN.map((text) => [JSON.stringify(text), `a${text}b`] as const))(
  'a name with %s',
  (_, name) => {
    test('is refused wherever a name is saved', async () => {
      const refused = await Promise.all([
        user.post('/api/token/', { name, unlimited_quota: true, expired_time: -1 }),
        user.put('/api/user/self', { display_name: name }),
        user.put('/api/user/self', { username: `u${name}` }),
        root.post('/api/channel/', { ...CHANNEL, name }),
        root.post('/api/channel/', { ...CHANNEL, tag: name }),
        root.post('/api/channel/', { ...CHANNEL, test_model: name }),
        root.post('/api/channel/', { ...CHANNEL, model_mapping: JSON.stringify({ a: name }) }),
        root.post('/api/redemption/', { name, quota: 1, count: 1 }),
        root.put('/api/option/', { key: 'SystemName', value: name }),
        root.put('/api/option/', {
          key: 'GroupRatio',
          value: JSON.stringify({ default: 1, [name]: 2 }),
        }),
        root.put('/api/option/', { key: 'ModelRatio', value: JSON.stringify({ [name]: 2 }) }),
      ])
      for (const [at, { body }] of refused.entries()) {
        expect([at, body.success, body.code]).toEqual([
          at,
          false,
          expect.stringMatching(/^(value|option|channel|user)\.\w*invalid$/),
        ])
        expect(body.message).toMatch(/cannot be seen|spaces or control characters/)
      }
    })
  },
)

test('what people really write passes: emoji, hanzi, accents, right-to-left letters', async () => {
  for (const name of ['👩‍💻 laptop', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '测试 令牌', 'Zoë', 'שלום', '❤️‍🔥']) {
    expect([name, hasHidden(name)]).toEqual([name, false])
    const { body } = await user.post('/api/token/', { name, expired_time: -1 })
    expect([name, body.success]).toEqual([name, true])
  }
  expect(withoutHidden('a\u202eb\u200bc')).toBe('abc')
})

test('the reason is told in both languages', async () => {
  const body = { name: 'a\u202eb', expired_time: -1 }
  const zh = await user.post('/api/token/', body, { headers: { 'accept-language': 'zh' } })
  expect(zh.body.message).toContain('不可见字符')
})

describe('a name that was stored before', () => {
  const NAME = 'x\u001b[2J\u009b31m\u202ey\u2028z'
  const RAW = /[^\n\P{Cc}]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

  beforeAll(async () => {
    await user.post('/api/token/', { name: 'older', expired_time: -1 })
    await root.post('/api/channel/', { ...CHANNEL, name: 'older' })
    const file = new Database(join(gateway.dataDir, 'gw.db'))
    for (const table of ['tokens', 'channels']) {
      file.run(`UPDATE ${table} SET name = ? WHERE name = 'older'`, [NAME])
    }
    file.close()
  })

  test.each([[], ['--json'], ['--output', 'ndjson'], ['--output', 'csv'], ['--quiet']])(
    'is printed without what steers a terminal %p %p',
    async (...format) => {
      for (const noun of ['token', 'channel']) {
        const args = [noun, 'list', ...format.filter((word) => word !== undefined)]
        const { code, stdout } = await gateway.cli(args)
        expect(code).toBe(0)
        expect(stdout.replaceAll('\r\n', '\n')).not.toMatch(RAW)
      }
    },
  )

  test('is the same name once JSON is read', async () => {
    const { stdout } = await gateway.cli(['channel', 'list', '--json'])
    expect(JSON.parse(stdout)[0].name).toBe(NAME)
    expect(stdout).toContain('\\u202e')
    expect(stdout).toContain('\\u009b')
    const { stdout: file } = await gateway.cli(['export'])
    expect(file).not.toMatch(RAW)
    expect(JSON.parse(file).channels[0].name).toBe(NAME)
  })

  test('does not keep a channel or a token from being changed otherwise', async () => {
    const [channel] = (await root.get('/api/channel/?p=0')).body.data
    const changed = await root.put('/api/channel/', { ...channel, priority: 7 })
    expect(changed.body).toMatchObject({ success: true, data: { name: NAME, priority: 7 } })
    const tokens = (await user.get('/api/token/?p=0&size=100')).body.data
    const token = (tokens.items ?? tokens).find((row: { name: string }) => row.name === NAME)
    const answer = await user.put('/api/token/', { ...token, unlimited_quota: true })
    expect(answer.body.success).toBe(true)
  })
})

test('cells of a CSV file keep their lines and tabs, and nothing else that steers', () => {
  const text = csvText(['a'], [{ a: 'one\r\ntwo\tthree\u001b\u009b\u202e' }])
  expect(text).toBe('a\r\n"one\ntwo\tthree\\u001b\\u009b\\u202e"\r\n')
})
