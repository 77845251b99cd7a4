/** What calls were charged, cost, saved by a cache, and would have cost at other prices. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ApiBody, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { fixture, json, startUpstream, type Upstream } from '../support/upstream'

const ASK = { messages: [{ role: 'user', content: 'hi' }] }

let upstream: Upstream
let gateway: Gateway
beforeAll(async () => {
  upstream = await startUpstream(
    json({
      choices: [{ index: 0, message: { role: 'assistant', content: 'y' }, finish_reason: 'stop' }],
      usage: {
        prompt_tokens: 1000,
        completion_tokens: 100,
        total_tokens: 1100,
        prompt_tokens_details: { cached_tokens: 600 },
      },
    }),
  )
  const channel = (name: string, models: string, cost_ratio: number) => ({
    ...{ name, upstream, models },
    setting: JSON.stringify({ cost_ratio }),
  })
  gateway = await startGateway({
    env: NO_LIMITS,
    users: [{ username: 'ann' }, { username: 'ben' }],
    tokens: [{ username: 'ann' }, { username: 'ben' }],
    options: {
      ModelRatio: { a: 1, b: 2 },
      CompletionRatio: { a: 2, b: 2 },
      CacheRatio: { a: 0.5, b: 0.5 },
      GroupRatio: { default: 2 },
    },
    channels: [channel('first', 'a', 0.5), channel('second', 'b', 1)],
  })
  const send = async (model: string, key: string | undefined) => {
    const answer = await gateway.post('/v1/chat/completions', { ...ASK, model }, { key: key ?? '' })
    expect(answer.status).toBe(200)
  }
  const [ann, ben] = gateway.keys
  await send('a', ann)
  await send('a', ben)
  await send('b', ben)
  await gateway.idle()
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

/** 400 fresh and 600 cached prompt tokens and 100 of completion, at ratio 1. */
const AT_ONE = 400 + 300 + 200

describe('sums of bills', () => {
  test('by channel tell charge, cost, margin and what the cache saved', async () => {
    const [second, first] = await gateway.services.bills.sums()
    expect(first).toEqual({
      ...{ id: gateway.channelIds[0] ?? 0, name: 'first', calls: 2 },
      ...{ prompt_tokens: 2000, cached_tokens: 1200, cache_share: 60, completion_tokens: 200 },
      ...{ charged: AT_ONE * 4, cost: AT_ONE, margin: AT_ONE * 3 },
      ...{ repriced: AT_ONE * 4, difference: 0 },
    })
    expect(second).toMatchObject({ name: 'second', charged: AT_ONE * 4, cost: AT_ONE * 2 })
  })

  test('by model and by user add up to the same', async () => {
    const models = await gateway.services.bills.sums({ by: 'model' })
    expect(models.map(({ name, calls }) => [name, calls]).toSorted()).toEqual([
      ['a', 2],
      ['b', 1],
    ])
    const users = await gateway.services.bills.sums({ by: 'user' })
    expect(users.map(({ name, charged }) => [name, charged])).toEqual([
      ['ben', AT_ONE * 6],
      ['ann', AT_ONE * 2],
    ])
  })

  test('of a time leave out what lies beside it', async () => {
    expect(await gateway.services.bills.sums({ from: 1, to: 2 })).toEqual([])
  })

  test('are told by the API to operators', async () => {
    const admin = await apiClient(gateway).as('admin')
    const { body } = await admin.get('/api/bill/sums?by=user')
    expect(body.data.map(({ name }: ApiBody) => name)).toEqual(['ben', 'ann'])
    const nobody = await apiClient(gateway).as('user')
    expect((await nobody.get('/api/bill/sums')).body.success).toBe(false)
  })

  test('tell what other prices would have made of it', async () => {
    const file = join(gateway.dataDir, 'new.json')
    writeFileSync(file, JSON.stringify({ ModelRatio: { a: 3 } }))
    const args = ['reprice', '--prices', file, '--by', 'model', '--from', '1d', '--json']
    const { stdout, code } = await gateway.cli(args)
    expect(code).toBe(0)
    const byName = Object.fromEntries(
      JSON.parse(stdout).map((row: ApiBody) => [row.name, [row.charged, row.repriced]]),
    )
    expect(byName).toEqual({
      a: [AT_ONE * 4, AT_ONE * 12],
      b: [AT_ONE * 4, AT_ONE * 4],
    })
    const missing = await gateway.cli(['reprice', '--prices', join(gateway.dataDir, 'none.json')])
    expect(missing.code).not.toBe(0)
  })
})

describe('a file of the provider', () => {
  const reconcile = (csv: string, channel = 'first') =>
    gateway.cli(['reconcile', '-', '--channel', channel, '--json'], { input: csv })
  const day = new Date().toISOString().slice(0, 10)
  const rows = (completion: number) =>
    `date,model,class,count\n${day},a,prompt,800\n${day},a,cache_read,1200\n` +
    `${day},a,completion,${completion}\n`

  test('that says the same as our bills leaves nothing open', async () => {
    const { code, stdout } = await reconcile(rows(200))
    expect(code).toBe(0)
    expect(new Set(JSON.parse(stdout).map((row: ApiBody) => row.verdict))).toEqual(
      new Set(['equal']),
    )
  })

  test('that says something else names the cell, and exits 1', async () => {
    const { code, stdout } = await reconcile(rows(900))
    expect(code).toBe(1)
    const [open] = JSON.parse(stdout).filter((row: ApiBody) => row.verdict !== 'equal')
    expect(open).toMatchObject({ class: 'completion', ours: 200, theirs: 900, difference: -700 })
  })

  test('of no known kind is refused', async () => {
    const { code, stderr } = await reconcile('x,y\n1,2\n')
    expect(code).not.toBe(0)
    expect(stderr).toContain('reconcile.unreadable')
    const costs = await reconcile(fixture('provider-usage/openai-costs.json'))
    expect(costs.stderr).toContain('reconcile.money_only')
    expect((await reconcile(rows(1), 'nobody')).code).toBe(3)
  })
})
