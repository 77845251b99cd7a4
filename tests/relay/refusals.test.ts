/** Calls that are refused before an upstream is asked leave a trace that operators can read. */
import { describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { ask, MODEL, PATH_OF, PRICES, told } from './black-box'

const NOON = Date.UTC(2026, 0, 1, 12, 0, 10)

interface Row {
  readonly model_name: string
  readonly details: Readonly<Record<string, unknown>>
  readonly row: object
}

async function refusalsOf(gateway: Gateway): Promise<readonly Row[]> {
  await gateway.idle()
  const { items } = await gateway.services.logs.list({ type: 5, page_size: 100 })
  return items
    .map((row) => ({ row, model_name: row.model_name, details: JSON.parse(row.other) }))
    .toReversed()
}

function standing(atMs = NOON) {
  const clock = { ms: atMs, nowMs: () => clock.ms }
  return clock
}

async function refuse(gateway: Gateway, more: object = {}, times = 1): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const { status } = await told(gateway.post(PATH_OF.openai, ask('openai', more)))
    expect(status).toBeGreaterThanOrEqual(400)
  }
}

/** Has a channel of the model, and nobody listens there: it must not be asked. */
const DEAD = { base_url: 'http://127.0.0.1:9', models: `${MODEL},unpriced` }

describe('a call is logged that is refused because', () => {
  test('every channel of its model is off', async () => {
    await using gateway = await startGateway({
      channels: [DEAD],
      users: [{ username: 'ann' }],
      options: PRICES,
    })
    const [id = 0] = gateway.channelIds
    await gateway.services.channels.set(TEST_ACTOR, { id, status: 2 })
    const { requestId } = await told(gateway.post(PATH_OF.openai, ask('openai')))
    const [found] = await refusalsOf(gateway)
    expect(found?.row).toMatchObject({
      user_id: gateway.userIds[0],
      username: 'ann',
      token_id: gateway.tokenIds[0],
      token_name: 'token1',
      model_name: MODEL,
      group: 'default',
      channel_id: 0,
      quota: 0,
      content: '',
      ip: '127.0.0.1',
      request_id: requestId,
    })
    expect(found?.details).toMatchObject({
      error: expect.stringMatching(/^(?:channel|model)\./),
      error_params: { model: MODEL, group: 'default' },
      count: 1,
    })
  })

  test('its model has no price', async () => {
    await using gateway = await startGateway({ channels: [DEAD], options: PRICES })
    await refuse(gateway, { model: 'unpriced' })
    const rows = await refusalsOf(gateway)
    expect(rows).toMatchObject([
      { model_name: 'unpriced', details: { error: 'price.missing', count: 1 } },
    ])
  })

  test('the account is short of quota', async () => {
    const users = [{ quota: 1 }]
    await using gateway = await startGateway({ channels: [DEAD], users, options: PRICES })
    await refuse(gateway)
    expect(await refusalsOf(gateway)).toMatchObject([
      {
        model_name: MODEL,
        details: { error: 'quota.user_short', error_params: { balance: '$0.000002' } },
      },
    ])
    expect(await gateway.services.ledger.verify()).toEqual([])
  })
})

describe('a flood of refusals', () => {
  test('is one row for each user, token, model, reason and minute', async () => {
    const clock = standing()
    const seed = { channels: [DEAD], tokens: [{}, {}], options: PRICES }
    await using gateway = await startGateway({ ...seed, clock })
    await refuse(gateway, { model: 'unpriced' }, 5)
    expect(await refusalsOf(gateway)).toMatchObject([{ details: { count: 5 } }])
    await refuse(gateway, { model: 'unpriced' }, 3)
    await refuse(gateway, { model: 'no-such-model' }, 2)
    const other = gateway.keys[1] ?? ''
    const second = { model: 'unpriced' }
    await told(gateway.post(PATH_OF.openai, ask('openai', second), { key: other }))
    clock.ms += 60_000
    await refuse(gateway, { model: 'unpriced' })
    const rows = await refusalsOf(gateway)
    expect(rows.map(({ model_name, details }) => [model_name, details.count])).toEqual([
      ['unpriced', 8],
      ['no-such-model', 2],
      ['unpriced', 1],
      ['unpriced', 1],
    ])
  })

  test('tells the number on every surface', async () => {
    await using gateway = await startGateway({ channels: [DEAD], options: PRICES })
    await refuse(gateway, { model: 'unpriced' }, 4)
    await gateway.idle()
    const { stdout } = await gateway.cli(['--lang', 'en', 'log', 'list', '--type', 'error'])
    expect(stdout).toContain('(4 times)')
  })

  test('of names that were made up fills neither memory nor log', async () => {
    await using gateway = await startGateway({ clock: standing(), options: PRICES })
    for (let index = 0; index < 40; index += 1) await refuse(gateway, { model: `made-up-${index}` })
    const rows = await refusalsOf(gateway)
    expect(rows).toHaveLength(21)
    const shared = rows.find(({ model_name }) => model_name === '')
    expect(shared?.details).toMatchObject({ count: 20, error_params: { model: '*' } })
  })
})

describe('nothing is logged', () => {
  test('where the operator keeps no log of calls', async () => {
    const options = { ...PRICES, LogConsumeEnabled: false }
    await using gateway = await startGateway({ channels: [DEAD], options })
    await refuse(gateway, { model: 'unpriced' })
    expect(await refusalsOf(gateway)).toEqual([])
  })

  test('of what only the caller did wrong', async () => {
    await using gateway = await startGateway({ channels: [DEAD], options: PRICES })
    await refuse(gateway, { messages: [] })
    await refuse(gateway, { messages: 5 })
    expect(await refusalsOf(gateway)).toEqual([])
  })
})

test('what was refused in the last moment is logged before the server is gone', async () => {
  const gateway = await startGateway({ channels: [DEAD], options: PRICES })
  await refuse(gateway, { model: 'unpriced' }, 2)
  await gateway.stop()
  const { stdout } = await gateway.cli(['log', 'list', '--type', 'error', '--json'])
  await gateway[Symbol.asyncDispose]()
  const [row] = JSON.parse(stdout)
  expect(JSON.parse(row.other)).toMatchObject({ error: 'price.missing', count: 2 })
})
