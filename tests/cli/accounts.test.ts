import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { TOKEN_VIEW } from '../../cli/commands/token/view'
import { USER_VIEW } from '../../cli/commands/user/view'
import { openShell, PASSWORD, type Shell } from './cli-fixture'

let shell: Shell

beforeEach(() => {
  shell = openShell()
})
afterEach(() => shell.remove())

const createAnn = () =>
  shell.json(['user', 'create', 'ann', '--password', '-', '--quota', '1000'], { input: PASSWORD })

describe('users', () => {
  test('the first write makes schema and root, and says so', async () => {
    const { code, stderr } = await shell.gw(['option', 'set', 'RetryTimes', '1'])
    expect(code).toBe(0)
    expect(stderr).toContain('created a new database')
    expect((await shell.gw(['user', 'list'])).stderr).toBe('')
    expect(await shell.json(['user', 'show', 'root'])).toMatchObject({ id: 1, role: 100 })
  })

  test('a user is made, changed, banned and let in again', async () => {
    expect(await createAnn()).toMatchObject({ id: 2, username: 'ann', role: 1, quota: 1000 })
    expect(await shell.json(['user', 'set', 'ann', '--add-quota', '-400'])).toMatchObject({
      quota: 600,
    })
    expect(await shell.json(['user', 'set', '2', '--role', 'admin'])).toMatchObject({ role: 10 })
    expect(await shell.json(['user', 'disable', 'ann'])).toMatchObject({ status: 2 })
    expect(await shell.json(['user', 'enable', 'ann'])).toMatchObject({ status: 1 })
    expect(await shell.text(['ledger', 'verify'])).toContain('agrees')
  })

  test('the JSON form has exactly the documented fields', async () => {
    const user = await createAnn()
    expect(Object.keys(Object(user))).toEqual([...USER_VIEW.fields])
    const listed = await shell.json(['user', 'list', '--role', 'user'])
    expect(listed).toEqual([Object.assign({}, user, { spent_day: 0 })])
  })

  test('quiet output is the id alone', async () => {
    await createAnn()
    expect(await shell.text(['user', 'list', '--quiet'])).toBe('2\n1')
    expect(await shell.text(['user', 'show', 'ann', '--quiet'])).toBe('2')
  })

  test('columns line up under wide characters', async () => {
    for (const name of ['王小明', 'bob']) {
      await shell.text(['user', 'create', name, '--password', PASSWORD])
    }
    const lines = (await shell.text(['user', 'list', '--role', 'user'])).split('\n')
    const roleStarts = lines.map((line) => Bun.stringWidth(line.slice(0, line.search(/ROLE|user/))))
    expect(lines).toHaveLength(3)
    // The title row has USERNAME, which must not be taken for the role.
    expect(new Set(roleStarts).size).toBe(1)
  })

  test('the password never comes back, from no stream and no table', async () => {
    const made = await shell.gw(['user', 'create', 'ann', '--password', PASSWORD])
    const again = await shell.gw(['user', 'create', 'ann', '--password', PASSWORD])
    const changed = await shell.gw(['user', 'password', 'ann', '--password', PASSWORD])
    expect([made.code, again.code, changed.code]).toEqual([0, 1, 0])
    for (const { stdout, stderr } of [made, again, changed]) {
      expect(stdout + stderr).not.toContain(PASSWORD)
      expect(stdout + stderr).not.toContain('argon2')
    }
  })

  test('a password may come from the environment', async () => {
    const env = { GW_USER_PASSWORD: PASSWORD }
    expect(await shell.text(['user', 'create', 'ann', '--quiet'], { env })).toBe('2')
  })

  test('an empty stdin is no password', async () => {
    const { code, stderr } = await shell.gw(['user', 'create', 'ann', '--password', '-'])
    expect(code).toBe(2)
    expect(stderr).toContain('nothing came on stdin')
  })

  test.each([
    [['user', 'create', 'ann', '--password', PASSWORD], 1, 'user.name_taken'],
    [['user', 'create', 'bob', '--password', 'short'], 2, 'user.password_too_short'],
    [['user', 'create', 'b b', '--password', PASSWORD], 2, 'user.name_invalid'],
    [['user', 'create', 'bob', '--password', PASSWORD, '--quota', '-1'], 2, 'user.quota_invalid'],
    [['user', 'create', 'bob', '--password', PASSWORD, '--group', 'x'], 3, 'group.not_found'],
    [['user', 'show', 'nobody'], 3, 'user.not_found'],
    [['user', 'show', '99'], 3, 'user.not_found'],
    [['user', 'set', 'ann', '--quota', '5', '--expect-quota', '7'], 2, 'value.invalid'],
    [['user', 'set', 'ann', '--add-quota', '-1001'], 2, 'user.quota_invalid'],
  ] as const)('gw %p exits %d with %s', async (args, exit, errorCode) => {
    await createAnn()
    const { code, stdout, stderr } = await shell.gw([...args, '--json'])
    expect({ code, stdout }).toEqual({ code: exit, stdout: '' })
    expect(JSON.parse(stderr).error.code).toBe(errorCode)
  })

  test('messages come in the language asked for', async () => {
    await createAnn()
    const zh = await shell.gw(['--lang', 'zh', 'user', 'show', 'nobody'])
    const byLocale = await shell.gw(['user', 'show', 'nobody'], { env: { LC_ALL: 'zh_CN.UTF-8' } })
    expect(zh.stderr).toMatch(/\p{Script=Han}/u)
    expect(byLocale.stderr).toBe(zh.stderr)
  })

  test('eight shells at once each make their user, and the ledger agrees', async () => {
    await createAnn()
    const args = (name: string) => ['user', 'create', name, '--password', PASSWORD, '--quota', '10']
    const names = Array.from({ length: 8 }, (_, index) => `user-${index}`)
    const results = await Promise.all(names.map((name) => shell.gw(args(name))))
    expect(results.map((result) => result.code)).toEqual(names.map(() => 0))
    expect(await shell.json(['ledger', 'verify'])).toEqual([])
  })

  test('two shells that race for one name: one wins, the other is told', async () => {
    await createAnn()
    const race = () => shell.gw(['user', 'create', 'same', '--password', PASSWORD])
    const codes = (await Promise.all([race(), race()])).map((result) => result.code)
    expect(codes.toSorted()).toEqual([0, 1])
  })
})

describe('tokens', () => {
  test('the key is printed once, as one object', async () => {
    await createAnn()
    const args = ['token', 'create', 'app', '--user', 'ann', '--quota', '500', '--expires', '30d']
    const token = Object(await shell.json(args))
    expect(Object.keys(token)).toEqual([...TOKEN_VIEW.fields])
    expect(token.key).toMatch(/^sk-[0-9A-Za-z]{48}$/)
    expect(token).toMatchObject({ name: 'app', remain_quota: 500, status: 1, user_id: 2 })
    const shown = JSON.stringify([
      await shell.json(['token', 'list']),
      await shell.json(['token', 'show', 'app', '--user', 'ann']),
      await shell.text(['token', 'list']),
    ])
    expect(shown).not.toContain(token.key.slice(6, -3))
    expect(await shell.text(['token', 'show', '1', '--reveal', '--quiet'])).toBe(token.key)
  })

  test('quiet output of a creation is the key, for scripts', async () => {
    await createAnn()
    const key = await shell.text(['token', 'create', '--user', 'ann', '--unlimited', '--quiet'])
    expect(key).toMatch(/^sk-[0-9A-Za-z]{48}$/)
  })

  test('several tokens come as an array', async () => {
    await createAnn()
    const made = await shell.json(['token', 'create', 'x', '--user', 'ann', '--count', '3'])
    expect(made).toBeArrayOfSize(3)
  })

  test('a rotated token has another key, printed this once; the old one is gone', async () => {
    await createAnn()
    const old = await shell.text(['token', 'create', 'app', '--user', 'ann', '--quiet'])
    expect((await shell.gw(['token', 'rotate', 'app', '--user', 'ann'])).code).toBe(2)
    const args = ['token', 'rotate', 'app', '--user', 'ann', '--yes']
    const token = Object(await shell.json(args))
    expect(token).toMatchObject({ id: 1, name: 'app' })
    expect(token.key).toMatch(/^sk-\w{48}$/)
    expect(token.key).not.toBe(old)
    expect(await shell.text(['token', 'show', '1', '--reveal', '--quiet'])).toBe(token.key)
    expect(await shell.json(['token', 'list', '--key', '-'], { input: old })).toEqual([])
    expect((await shell.gw(['token', 'rotate', '7', '--yes'])).code).toBe(3)
  })

  test('a revoked token is gone and cannot be revoked twice', async () => {
    await createAnn()
    await shell.text(['token', 'create', 'app', '--user', 'ann'])
    expect(await shell.text(['token', 'revoke', 'app', '--user', 'ann', '--yes', '--quiet'])).toBe(
      '1',
    )
    expect((await shell.gw(['token', 'revoke', '1'])).code).toBe(3)
    expect(await shell.json(['token', 'list'])).toEqual([])
  })

  test.each([
    [['token', 'create', 'x', '--user', 'nobody'], 3, 'user.not_found'],
    [['token', 'create', 'x', '--user', 'ann', '--ips', '10.0.0.300'], 2, 'token.ip_list_invalid'],
    [['token', 'create', 'x', '--user', 'ann', '--group', 'svip'], 4, 'group.not_allowed'],
    [['token', 'create', 'x', '--user', 'ann', '--quota', '-5'], 2, 'token.quota_invalid'],
    [
      ['token', 'create', 'x', '--user', 'ann', '--expires', '2001-01-01'],
      2,
      'token.expiry_invalid',
    ],
    [['token', 'show', '7'], 3, 'token.not_found'],
    [['token', 'show', 'app'], 3, 'token.not_found'],
  ] as const)('gw %p exits %d with %s', async (args, exit, errorCode) => {
    await createAnn()
    const { code, stdout, stderr } = await shell.gw([...args, '--json'])
    expect({ code, stdout }).toEqual({ code: exit, stdout: '' })
    expect(JSON.parse(stderr).error.code).toBe(errorCode)
  })
})
