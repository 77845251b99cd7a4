import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { SESSION_FIELDS } from '../../cli/commands/session/list'
import { apiClient, NO_LIMITS } from '../support/api'
import { startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { fixture, json, startUpstream } from '../support/upstream'
import { openShell, PASSWORD, type Shell } from './cli-fixture'

let shell: Shell

beforeEach(() => {
  shell = openShell()
})
afterEach(() => shell.remove())

const createAnn = () => shell.json(['user', 'create', 'ann', '--password', PASSWORD])
const addChannel = (name: string, ...more: string[]) =>
  shell.json(['channel', 'add', name, '--key', `key-${name}`, '--models', 'm', ...more])
/** Exit code and stable error code. */
async function refusal(args: readonly string[]): Promise<[number, string]> {
  const { code, stderr } = await shell.gw([...args, '--json'])
  return [code, JSON.parse(stderr).error.code]
}

describe('users', () => {
  test('are promoted, demoted and deregistered, each once', async () => {
    await createAnn()
    expect(await shell.json(['user', 'promote', 'ann'])).toMatchObject({ role: 10 })
    expect(await refusal(['user', 'promote', 'ann'])).toEqual([1, 'user.already_admin'])
    expect(await shell.json(['user', 'demote', 'ann'])).toMatchObject({ role: 1 })
    expect(await refusal(['user', 'demote', 'ann'])).toEqual([1, 'user.already_ordinary'])
    expect(await refusal(['user', 'delete', 'ann'])).toEqual([2, 'usage'])
    const deleted = Object(await shell.json(['user', 'delete', 'ann', '--yes']))
    expect(deleted.deleted_at).toBeGreaterThan(0)
    expect(await refusal(['user', 'delete', 'ann', '--yes'])).toEqual([3, 'user.not_found'])
  })

  test('cannot take root away', async () => {
    await using gateway = await startGateway()
    await gateway.services.users.ensureRoot(TEST_ACTOR, { password: PASSWORD })
    for (const [verb, ...flags] of [['demote'], ['delete', '--yes'], ['disable']] as const) {
      const { code, stderr } = await gateway.cli(['user', verb, 'root', ...flags, '--json'])
      expect([code, JSON.parse(stderr).error.code]).toEqual([4, 'user.root_protected'])
    }
  })
})

describe('sessions', () => {
  test('are listed and ended beside a running server', async () => {
    await using gateway = await startGateway({
      env: NO_LIMITS,
      users: [{ username: 'ann', password: PASSWORD }],
    })
    const api = apiClient(gateway)
    const [first, second] = [await api.login('ann', PASSWORD), await api.login('ann', PASSWORD)]
    const listed = (await gateway.cli(['session', 'list', 'ann', '--json'])).json() as object[]
    expect(listed).toHaveLength(2)
    expect(Object.keys(listed[0] ?? {})).toEqual([...SESSION_FIELDS])
    const revoked = await gateway.cli(['session', 'revoke', 'ann', '--json'])
    expect(revoked.json()).toEqual({ id: gateway.userIds[0], ended: 2 })
    for (const caller of [first, second])
      expect((await caller.get('/api/user/self')).status).toBe(401)
    expect((await gateway.cli(['session', 'revoke', 'ann'])).stdout).toBe('0\n')
  })

  test('of nobody are not found', async () => {
    await shell.text(['db', 'migrate'])
    expect(await refusal(['session', 'list', 'nobody'])).toEqual([3, 'user.not_found'])
    expect(await refusal(['session', 'revoke', '77'])).toEqual([3, 'user.not_found'])
  })
})

describe('tags', () => {
  test('are put on channels, counted, changed, switched and taken away', async () => {
    await addChannel('a')
    await addChannel('b')
    await addChannel('c')
    const put = ['channel', 'tag', 'put', 'eu', '--channel', 'a', '--channel', 'b']
    expect(await shell.json(put)).toEqual({ tag: 'eu', changed: 2 })
    const set = ['channel', 'tag', 'set', 'eu', '--priority', '7', '--models', 'm,n']
    expect(await shell.json([...set, '--rename', 'europe'])).toEqual({ tag: 'europe', changed: 2 })
    expect(await shell.json(['channel', 'show', 'b'])).toMatchObject({
      tag: 'europe',
      priority: 7,
      models: 'm,n',
    })
    await shell.text(['channel', 'tag', 'disable', 'europe'])
    const list = ['channel', 'tag', 'list']
    expect(await shell.json(list)).toEqual([{ tag: 'europe', channels: 2, enabled: 0 }])
    await shell.text(['channel', 'tag', 'enable', 'europe'])
    await shell.text(['channel', 'tag', 'drop', '--channel', 'a'])
    expect(await shell.json(list)).toEqual([{ tag: 'europe', channels: 1, enabled: 1 }])
  })

  test('that no channel has, or channels that do not exist, are exit 3', async () => {
    for (const verb of ['set', 'enable', 'disable']) {
      const args = ['channel', 'tag', verb, 'nope']
      expect(await refusal(args)).toEqual([3, 'channel.tag_not_found'])
    }
    const put = ['channel', 'tag', 'put', 'eu', '--channel', '9']
    expect(await refusal(put)).toEqual([3, 'channel.not_found'])
    expect((await shell.gw(['channel', 'tag', 'put', 'eu'])).code).toBe(2)
  })
})

describe('channels', () => {
  test('tell what their upstream offers, and are all tested in one go', async () => {
    await using upstream = await startUpstream(({ path }) =>
      json(path.includes('/models') ? MODELS : fixture('openai/chat-text.json')),
    )
    await addChannel('up', '--base-url', upstream.url)
    expect(await shell.text(['channel', 'models', 'up'])).toBe('alpha\nbeta')
    expect(await shell.json(['channel', 'models', 'up'])).toEqual(['alpha', 'beta'])
    expect(await shell.json(['channel', 'test-all'])).toMatchObject({ tested: 1, failed: 0 })
    await addChannel('down', '--base-url', 'http://127.0.0.1:1')
    const { code, stdout, stderr } = await shell.gw(['channel', 'test-all'])
    expect(code).toBe(1)
    expect(stdout).toStartWith('2 tested, 1 failed\nchannel 2 down, ')
    expect(stderr).toContain('1 channels failed')
  })

  test('are repaired, and the disabled ones deleted', async () => {
    await addChannel('a')
    await addChannel('b')
    expect(await shell.json(['channel', 'repair'])).toEqual({ repaired: 0 })
    await shell.text(['channel', 'disable', 'a'])
    expect(await refusal(['channel', 'delete-disabled'])).toEqual([2, 'usage'])
    expect(await shell.json(['channel', 'delete-disabled', '--yes'])).toEqual({ deleted: 1 })
    expect(await shell.text(['channel', 'list', '--quiet'])).toBe('2')
  })

  test('balance wants one channel or all of them', async () => {
    for (const args of [[], ['a', '--all']]) {
      expect((await shell.gw(['channel', 'balance', ...args])).code).toBe(2)
    }
    expect(await refusal(['channel', 'balance', 'a'])).toEqual([3, 'channel.not_found'])
    expect(await shell.json(['channel', 'balance', '--all'])).toEqual({
      refreshed: 0,
      failed: 0,
      failures: [],
    })
  })
})

const MODELS = { object: 'list', data: [{ id: 'alpha' }, { id: 'beta' }] }

test('groups are listed with their ratio and who may choose them', async () => {
  await shell.text(['option', 'set', 'GroupRatio', '{"default":1,"gold":0.5}'])
  await shell.text(['option', 'set', 'UserUsableGroups', '{"gold":"for friends"}'])
  expect(await shell.json(['group', 'list'])).toEqual([
    { name: 'default', ratio: 1, description: '' },
    { name: 'gold', ratio: 0.5, description: 'for friends' },
  ])
})

describe('the audit log', () => {
  test('says who changed what, newest first, with secrets masked', async () => {
    await shell.text(['option', 'set', 'RetryTimes', '4'])
    await shell.text(['option', 'set', 'SMTPToken', 'hush-hush'])
    const rows = Object(await shell.json(['audit', 'list', '--target', 'option:RetryTimes']))
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ action: 'option.set', target: 'option:RetryTimes' })
    expect(rows[0].after).toContain('4')
    const all = await shell.gw(['audit', 'list', '--json'])
    expect(all.stdout).not.toContain('hush-hush')
    const [newest] = Object(all.json())
    expect(newest.target).toBe('option:SMTPToken')
    const older = Object(
      await shell.json(['audit', 'list', '--before', String(newest.id), '--limit', '1']),
    )
    expect(older).toHaveLength(1)
    expect(older[0].id).toBeLessThan(newest.id)
  })
})
