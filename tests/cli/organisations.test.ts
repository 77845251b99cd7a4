/** Organisations at the command line: made, filled with people, projects and tokens, and ended. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { openShell, PASSWORD, type Shell } from './cli-fixture'

let shell: Shell

beforeEach(() => {
  shell = openShell()
})
afterEach(() => shell.remove())

test('from nothing to what each member has spent, and back', async () => {
  const gw = async (...args: string[]) => {
    const { code, stdout } = await shell.gw([...args, '--json'])
    return { code, json: () => JSON.parse(stdout) }
  }
  for (const user of ['ann', 'bob']) {
    await shell.json(['user', 'create', user, '--password', '-'], { input: PASSWORD })
  }
  const created = await gw('organisation', 'create', 'acme', '--owner', 'ann')
  expect(created.json()).toMatchObject({ name: 'acme', quota: 0, group: 'default' })
  expect((await gw('organisation', 'create', 'acme')).code).toBe(1)
  await gw('user', 'set', 'acme', '--quota', '5000')
  expect((await gw('organisation', 'list')).json()).toMatchObject([{ name: 'acme', quota: 5000 }])
  const set = await gw('organisation', 'set', 'acme', '--display-name', 'Acme Ltd.')
  expect(set.json()).toMatchObject({ display_name: 'Acme Ltd.' })
  const added = await gw('member', 'add', 'acme', 'bob', '--role', 'billing')
  expect(added.json()).toMatchObject({ username: 'bob', role: 'billing' })
  expect((await gw('member', 'set', 'acme', 'bob', '--role', 'member')).json().role).toBe('member')
  expect((await gw('project', 'create', 'acme', 'Search')).json()).toMatchObject({ name: 'Search' })
  const place = ['--org', 'acme', '--project', 'Search', '--member', 'bob']
  const token = (await gw('token', 'create', 'app', ...place, '--unlimited')).json()
  expect(token).toMatchObject({ user_id: created.json().id })
  expect((await gw('token', 'create', 'app', '--project', 'Search')).code).toBe(2)
  expect((await gw('project', 'close', 'acme', 'Search', '--yes')).code).toBe(2)
  const own = (await gw('token', 'create', 'own', '--user', 'ann')).json()
  const moved = (await gw('token', 'move', String(own.id), '--org', 'acme')).json()
  expect(moved.user_id).toBe(created.json().id)
  expect((await gw('token', 'move', String(own.id))).json().user_id).toBe(own.user_id)
  expect((await gw('organisation', 'spend', 'acme')).json()).toEqual([])
  expect((await gw('member', 'remove', 'acme', 'bob', '--yes')).code).toBe(0)
  expect((await gw('token', 'list', '--org', 'acme')).json()).toEqual([])
  expect((await gw('token', 'list', '--org', 'ann')).code).toBe(3)
  expect((await gw('token', 'list', '--org', 'acme', '--user', 'ann')).code).toBe(2)
  expect((await gw('log', 'list', '--org', 'acme')).json()).toMatchObject([{ username: 'acme' }])
  expect((await gw('stats', 'sessions', '--org', 'acme')).code).toBe(0)
  expect((await gw('user', 'statement', 'acme')).code).toBe(0)
  expect((await gw('project', 'rename', 'acme', 'Search', 'Find')).json().name).toBe('Find')
  expect((await gw('project', 'close', 'acme', 'Find', '--yes')).code).toBe(0)
  expect((await gw('organisation', 'delete', 'acme', '--yes')).code).toBe(2)
  await gw('user', 'set', 'acme', '--quota', '0')
  expect((await gw('organisation', 'delete', 'acme', '--yes')).code).toBe(0)
  expect((await gw('organisation', 'show', 'acme')).code).toBe(3)
}, 60_000)
