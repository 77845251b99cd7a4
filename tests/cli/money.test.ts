import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { REDEMPTION_VIEW } from '../../cli/commands/redemption/view'
import { startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { fixture, json, startUpstream } from '../support/upstream'
import { openShell, type Shell } from './cli-fixture'

let shell: Shell

beforeEach(() => {
  shell = openShell()
})
afterEach(() => shell.remove())

/** Exit code and stable error code. */
async function refusal(args: readonly string[]): Promise<[number, string]> {
  const { code, stderr } = await shell.gw([...args, '--json'])
  return [code, JSON.parse(stderr).error.code]
}

describe('redemption codes', () => {
  test('are made, listed, changed and deleted', async () => {
    const create = ['redemption', 'create', 'spring', '--quota', '500', '--count', '3']
    const made = Object(await shell.json(create))
    expect(made).toHaveLength(3)
    expect(Object.keys(made[0])).toEqual([...REDEMPTION_VIEW.fields])
    for (const { key } of made) expect(key).toMatch(/^[0-9a-f]{32}$/)
    const codes = (await shell.text([...create, '--quiet'])).split('\n')
    expect(new Set([...codes, ...made.map(({ key }: { key: string }) => key)]).size).toBe(6)
    const set = ['redemption', 'set', '2', '--quota', '700', '--enabled', 'false']
    expect(await shell.json(set)).toMatchObject({ id: 2, quota: 700, status: 2, name: 'spring' })
    expect(await shell.json(['redemption', 'set', '2', '--enabled', 'true'])).toMatchObject({
      status: 1,
    })
    await shell.text(['redemption', 'delete', '1', '--yes'])
    const left = Object(await shell.json(['redemption', 'list', '--search', 'spr']))
    expect(left.map(({ id }: { id: number }) => id)).toEqual([6, 5, 4, 3, 2])
  })

  test.each([
    [['redemption', 'create', 'x'.repeat(21), '--quota', '5'], 2, 'redemption.name_invalid'],
    [['redemption', 'create', 'x', '--quota', '0'], 2, 'redemption.quota_invalid'],
    [
      ['redemption', 'create', 'x', '--quota', '5', '--count', '101'],
      2,
      'redemption.count_invalid',
    ],
    [['redemption', 'create', 'x'], 2, 'usage'],
    [['redemption', 'set', '1'], 2, 'usage'],
    [['redemption', 'set', '1', '--quota', '5'], 3, 'redemption.not_found'],
    [['redemption', 'redeem', 'x'], 2, 'usage'],
    [['redemption', 'redeem', 'x', '--user', 'nobody'], 3, 'user.not_found'],
    [['redemption', 'delete', 'spring'], 3, 'redemption.not_found'],
  ] as const)('%j is refused', async (args, exitCode, code) => {
    expect(await refusal(args)).toEqual([exitCode, code])
  })

  test('are redeemed for a user once, from stdin as well', async () => {
    await using gateway = await startGateway({ users: [{ username: 'ann', quota: 10 }] })
    const { redemptions, users } = gateway.services
    const codes = await redemptions.create(TEST_ACTOR, { name: 'gift', quota: 5, count: 3 })
    const [first = '', second = '', third = ''] = codes.map(({ key }) => key)
    const redeem = (code: string, input?: string, user = 'ann') =>
      gateway.cli(['redemption', 'redeem', code, '--user', user, '--json'], { input })
    const id = gateway.userIds[0] ?? 0
    expect((await redeem(first.toUpperCase())).json()).toMatchObject({ user_id: id, quota: 5 })
    expect((await redeem('-', `${second}\n`)).json()).toMatchObject({ user_id: id, quota: 5 })
    expect((await users.show(id)).quota).toBe(20)
    const again = await redeem(first)
    expect([again.code, JSON.parse(again.stderr).error.code]).toEqual([1, 'redemption.used'])
    await users.remove(TEST_ACTOR, id)
    const gone = await redeem(third)
    expect([gone.code, JSON.parse(gone.stderr).error.code]).toEqual([3, 'user.not_found'])
    expect(await redemptions.show(codes[2]?.id ?? 0)).toMatchObject({ status: 1 })
    expect((await gateway.cli(['audit', 'list', '--json'])).stdout).toContain('redemption.redeem')
    expect((await gateway.cli(['ledger', 'verify'])).code).toBe(0)
  })

  test('that somebody redeemed are final', async () => {
    await using gateway = await startGateway()
    const { redemptions } = gateway.services
    const [code] = await redemptions.create(TEST_ACTOR, { name: 'gift', quota: 5 })
    const userId = gateway.userIds[0] ?? 0
    const actor = { ...TEST_ACTOR, kind: 'user', id: userId } as const
    await redemptions.redeem(actor, { userId, code: code?.key ?? '' })
    const set = ['redemption', 'set', String(code?.id), '--quota', '6', '--json']
    const { code: exitCode, stderr } = await gateway.cli(set)
    expect([exitCode, JSON.parse(stderr).error.code]).toEqual([1, 'redemption.used_is_final'])
    const [listed] = Object((await gateway.cli(['redemption', 'list', '--json'])).json())
    expect(listed).toMatchObject({ status: 3, used_user_id: userId })
  })
})

test('orders are listed by user; of nobody are exit 3', async () => {
  await shell.text(['db', 'migrate'])
  expect(await shell.json(['order', 'list'])).toEqual([])
  expect(await refusal(['order', 'list', '--user', 'nobody'])).toEqual([3, 'user.not_found'])
})

test('prices are those of models that a group can reach', async () => {
  await shell.text(['channel', 'add', 'a', '--key', 'k', '--models', 'm1,m2', '--group', 'vip'])
  await shell.text(['option', 'set', 'ModelRatio', '{"m1":2.5}'])
  await shell.text(['option', 'set', 'ModelPrice', '{"m2":0.02}'])
  expect(await shell.json(['pricing', 'list', '--group', 'vip'])).toMatchObject([
    { model_name: 'm1', quota_type: 0, model_ratio: 2.5, enable_groups: ['vip'] },
    { model_name: 'm2', quota_type: 1, model_price: 0.02, enable_groups: ['vip'] },
  ])
  expect(await shell.json(['pricing', 'list', '--group', 'svip'])).toMatchObject([{}, {}])
  await shell.text(['option', 'set', 'UserUsableGroups', '{}'])
  expect(await shell.json(['pricing', 'list', '--group', 'svip'])).toEqual([])
})

describe('after two calls', () => {
  test('statistics add them up, and old log rows can be deleted', async () => {
    await using upstream = await startUpstream(json(fixture('openai/chat-text.json')))
    await using gateway = await startGateway({
      channels: [{ upstream, models: 'm' }],
      users: [{ username: 'ann' }],
      options: { ModelRatio: { m: 1 }, CompletionRatio: { m: 2 } },
    })
    const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }
    for (let round = 0; round < 2; round += 1) {
      expect((await gateway.post('/v1/chat/completions', body)).status).toBe(200)
    }
    await gateway.idle()
    const read = async (...args: string[]) =>
      Object((await gateway.cli([...args, '--json'])).json())
    expect(await read('log', 'stat', '--from', '1h')).toEqual({ quota: 60, rpm: 2, tpm: 42 })
    expect(await read('log', 'stat', '--user', 'bob')).toMatchObject({ quota: 0, rpm: 0 })
    const hours = await read('stats', 'hours', '--user', 'ann')
    const sum = (field: string) =>
      hours.reduce((total: number, row: Record<string, number>) => total + (row[field] ?? 0), 0)
    expect(hours[0].model_name).toBe('m')
    expect([sum('count'), sum('token_used'), sum('quota')]).toEqual([2, 42, 60])
    expect(await read('log', 'delete', '--before', '1h', '--yes')).toEqual({ deleted: 0 })
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    const { deleted } = await read('log', 'delete', '--before', tomorrow, '--yes')
    expect(deleted).toBeGreaterThanOrEqual(2)
    expect(await read('log', 'list', '--type', 'consumption')).toEqual([])
    expect((await gateway.cli(['ledger', 'verify'])).code).toBe(0)
  })

  test('a time that is none is wrong usage', async () => {
    for (const args of [
      ['log', 'delete'],
      ['log', 'delete', '--before', 'tomorrow', '--yes'],
      ['log', 'delete', '--before', '1h'],
      ['log', 'stat', '--from', '3 weeks'],
      ['stats', 'hours', '--to', 'soon'],
    ]) {
      expect(await refusal(args)).toEqual([2, 'usage'])
    }
  })
})
