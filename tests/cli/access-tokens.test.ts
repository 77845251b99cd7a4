/** Named access tokens and custom roles at the command line. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { openShell, PASSWORD, type Shell } from './cli-fixture'

let shell: Shell

beforeEach(async () => {
  shell = openShell()
  await shell.json(['user', 'create', 'ann', '--password', '-'], { input: PASSWORD })
})
afterEach(() => shell.remove())

test('a token is made with its limits, listed without its text, replaced and ended', async () => {
  const create = ['access-token', 'create', 'ann', 'deploy', '--preset', 'ci', '--expires', '90d']
  const made = Object(await shell.json([...create, '--network', '203.0.113.0/24']))
  expect(made.access_token).toMatch(/^gwat_[0-9A-Za-z]{36}$/)
  expect(made.scopes).toContain('channel:write')
  const listed = await shell.json(['access-token', 'list', 'ann'])
  expect(listed).toMatchObject([{ name: 'deploy', networks: '203.0.113.0/24', kind: 'named' }])
  expect(JSON.stringify(listed)).not.toContain(made.access_token)
  expect((await shell.gw(create)).code).not.toBe(0)
  const next = Object(await shell.json([...create, '--replace']))
  expect(next.id).not.toBe(made.id)
  await shell.text(['access-token', 'revoke', 'ann', '--token', 'deploy', '--yes'])
  expect(await shell.json(['access-token', 'list', 'ann'])).toEqual([])
})

test('scopes are a preset or a list, and there must be such', async () => {
  const create = ['access-token', 'create', 'ann', 'x']
  const both = await shell.gw([...create, '--preset', 'ci', '--scope', 'log:read'])
  expect(both.code).toBe(2)
  const unknown = await shell.gw([...create, '--scope', 'log:all'])
  expect(unknown.stderr).toContain('log:all')
  const made = await shell.json([...create, '--scope', 'log:read', '--scope', 'channel:read'])
  expect(made).toMatchObject({ scopes: ['log:read', 'channel:read'], expires_at: null })
})

test('a role is made, given, changed, taken away and removed', async () => {
  const role = await shell.json(['role', 'create', 'Auditor', '--preset', 'read-only'])
  expect(role).toMatchObject({ name: 'Auditor', base: 10, users: 0 })
  await shell.text(['role', 'assign', 'ann', 'Auditor'])
  expect(await shell.json(['user', 'show', 'ann'])).toMatchObject({ role: 10, role_id: 1 })
  expect(await shell.json(['role', 'list'])).toMatchObject([{ name: 'Auditor', users: 1 }])
  const inUse = await shell.gw(['role', 'delete', 'Auditor', '--yes'])
  expect(inUse.stderr).toContain('ann')
  const set = await shell.json(['role', 'set', 'Auditor', '--name', 'Logs', '--scope', 'log:read'])
  expect(set).toMatchObject({ name: 'Logs', scopes: ['log:read'] })
  await shell.text(['role', 'assign', 'ann', 'none'])
  await shell.text(['role', 'delete', 'Logs', '--yes'])
  expect(await shell.json(['role', 'list'])).toEqual([])
})
