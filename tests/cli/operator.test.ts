/** What an operator does for somebody else: credentials, invitations, copies, jobs. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { CHANNEL_FIELDS } from '../../cli/commands/channel/view'
import { MODEL_FIELDS } from '../../cli/commands/model/list'
import { INVITE_FIELDS } from '../../cli/commands/user/invite'
import { apiClient, NO_LIMITS } from '../support/api'
import { startGateway } from '../support/gateway'
import { fixture, json, startUpstream } from '../support/upstream'
import { openShell, PASSWORD, type Shell } from './cli-fixture'

let shell: Shell

beforeEach(() => {
  shell = openShell()
})
afterEach(() => shell.remove())

const createAnn = () => shell.text(['user', 'create', 'ann', '--password', PASSWORD])

/** Exit code and stable error code. */
async function refusal(args: readonly string[]): Promise<[number, string]> {
  const { code, stderr } = await shell.gw([...args, '--json'])
  return [code, JSON.parse(stderr).error.code]
}

describe('access tokens', () => {
  test('of a user are renewed and ended; each works until the next', async () => {
    await using gateway = await startGateway({ env: NO_LIMITS, users: [{ username: 'ann' }] })
    const id = String(gateway.userIds[0])
    const works = async (token: string) => {
      const headers = { authorization: token, 'new-api-user': id }
      const answer = await fetch(`${gateway.url}/api/user/self`, { headers })
      return Object(await answer.json()).success
    }
    const reset = async () =>
      (await gateway.cli(['access-token', 'reset', 'ann', '--quiet'])).stdout.trim()
    const first = await reset()
    expect(await works(first)).toBe(true)
    const second = await reset()
    expect([await works(first), await works(second)]).toEqual([false, true])
    const revoked = await gateway.cli(['access-token', 'revoke', 'ann', '--yes', '--json'])
    expect(revoked.json()).toEqual({ user_id: gateway.userIds[0] })
    expect(await works(second)).toBe(false)
    const { stdout } = await gateway.cli(['audit', 'list', '--json'])
    expect(stdout).toContain('access_token.reset')
    expect(stdout).not.toContain(second)
  })

  test('of nobody, or that are not there, are exit 3', async () => {
    expect(await refusal(['access-token', 'reset', 'nobody'])).toEqual([3, 'user.not_found'])
    await createAnn()
    expect(await refusal(['access-token', 'revoke', 'ann', '--yes'])).toEqual([
      3,
      'access_token.not_found',
    ])
  })
})

test('one sign-in of several is ended by its id, and no id twice', async () => {
  await using gateway = await startGateway({
    env: NO_LIMITS,
    users: [{ username: 'ann', password: PASSWORD }, { username: 'bob' }],
  })
  const api = apiClient(gateway)
  const callers = [await api.login('ann', PASSWORD), await api.login('ann', PASSWORD)]
  const ids = (await gateway.cli(['session', 'list', 'ann', '--quiet'])).stdout.trim().split('\n')
  const revoke = (user: string) =>
    gateway.cli(['session', 'revoke', user, '--session', ids[0] ?? '', '--json'])
  expect((await revoke('bob')).code).toBe(3)
  expect((await revoke('ann')).json()).toEqual({ id: gateway.userIds[0], ended: 1 })
  const statuses = []
  for (const caller of callers) statuses.push((await caller.get('/api/user/self')).status)
  expect(statuses.toSorted()).toEqual([200, 401])
  expect((await revoke('ann')).code).toBe(3)
})

describe('invitations', () => {
  test('have one code per user, which stays', async () => {
    await createAnn()
    const invite = Object(await shell.json(['user', 'invite', 'ann']))
    expect(Object.keys(invite)).toEqual([...INVITE_FIELDS, 'paying', 'rewards'])
    expect(invite).toMatchObject({ username: 'ann', aff_count: 0, aff_quota: 0 })
    expect(await shell.text(['user', 'invite', 'ann', '--quiet'])).toBe(invite.aff_code)
    expect(invite.aff_code).toMatch(/^\w{4,}$/)
  })

  test('of users that came without a code get one when they are asked for', async () => {
    await shell.gw(['import', '-'], { input: '{"users":[{"username":"10086"}]}' })
    const code = await shell.text(['user', 'invite', '10086', '--quiet'])
    expect(code).toMatch(/^\w{4,}$/)
    expect(await shell.text(['user', 'invite', '1', '--quiet'])).toBe(code)
    expect(await refusal(['user', 'invite', '10087'])).toEqual([3, 'user.not_found'])
  })
})

describe('channels', () => {
  test('are copied with their keys, which nobody sees', async () => {
    await using upstream = await startUpstream(json(fixture('openai/chat-text.json')))
    const add = ['channel', 'add', 'main', '--key', 'sk-secret', '--models', 'm', '--tag', 't']
    await shell.text([...add, '--base-url', upstream.url, '--priority', '4', '--weight', '2'])
    const { code, stdout } = await shell.gw(['channel', 'copy', 'main', '--json'])
    expect(code).toBe(0)
    expect(stdout).not.toContain('sk-secret')
    const copy = JSON.parse(stdout)
    expect(Object.keys(copy)).toEqual([...CHANNEL_FIELDS])
    expect(copy).toMatchObject({ id: 2, name: 'main_copy', tag: 't', priority: 4, weight: 2 })
    await shell.text(['channel', 'test', 'main_copy'])
    expect(upstream.last().headers.authorization).toBe('Bearer sk-secret')
    expect(await shell.json(['channel', 'copy', '1', '--name', 'b'])).toMatchObject({ name: 'b' })
    expect(await refusal(['channel', 'copy', 'nope'])).toEqual([3, 'channel.not_found'])
  })
})

describe('models', () => {
  test('of a group are listed with what they cost there', async () => {
    const add = (name: string, ...more: string[]) =>
      shell.text(['channel', 'add', name, '--key', 'k', ...more])
    await shell.text(['option', 'set', 'GroupRatio', '{"default":1,"half":0.5}'])
    await shell.text(['option', 'set', 'ModelRatio', '{"a":1.25}'])
    await shell.text(['option', 'set', 'CompletionRatio', '{"a":4}'])
    await shell.text(['option', 'set', 'ModelPrice', '{"b":0.1}'])
    await add('one', '--models', 'a,b,c', '--group', 'default,half')
    await add('two', '--models', 'a', '--group', 'half')
    await add('three', '--models', 'off', '--group', 'half')
    await shell.text(['channel', 'disable', 'three'])
    const listed = Object(await shell.json(['model', 'list', '--group', 'half']))
    expect(Object.keys(listed[0])).toEqual([...MODEL_FIELDS])
    const free = { prompt_usd: 0, completion_usd: 0, call_usd: 0 }
    expect(listed).toEqual([
      { ...free, model: 'a', channels: 2, priced: true, prompt_usd: 1.25, completion_usd: 5 },
      { ...free, model: 'b', channels: 1, priced: true, call_usd: 0.05 },
      { ...free, model: 'c', channels: 1, priced: false },
    ])
    expect(await shell.text(['model', 'list', '--quiet'])).toBe('a\nb\nc')
    expect(await shell.text(['model', 'list'])).toContain('calls are refused')
    expect(await refusal(['model', 'list', '--group', 'gold'])).toEqual([3, 'group.not_found'])
  })
})

describe('jobs', () => {
  test('are done at once, beside a server too', async () => {
    await using gateway = await startGateway({ env: NO_LIMITS })
    const jobs = ['session-purge', 'code-purge', 'order-expiry', 'log-retention', 'abandoned-calls']
    for (const job of jobs) {
      const { code, stdout } = await gateway.cli(['job', 'run', job, '--json'])
      expect([code, JSON.parse(stdout)]).toEqual([0, { job }])
    }
  })

  test('that another process is at are left to it', async () => {
    await using gateway = await startGateway({ env: NO_LIMITS })
    const lease = await gateway.services.leases.acquire({ name: 'job code purge', everyMs: 0 })
    const { code, stderr } = await gateway.cli(['job', 'run', 'code-purge', '--json'])
    await lease?.release()
    expect([code, JSON.parse(stderr).error.code]).toEqual([1, 'job.running'])
    expect((await gateway.cli(['job', 'run', 'code-purge'])).code).toBe(0)
  })

  test('of other names are wrong usage, and the names are told', async () => {
    const { code, stderr } = await shell.gw(['job', 'run', 'everything'])
    expect(code).toBe(2)
    expect(stderr).toContain('log-retention')
  })
})
