/** What another process changes is in force in a running gateway within a second. */
import { describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { gate, json, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import { ask, PATH_OF, PRICES, recorded, type Told, told } from './black-box'

/** From the end of the command to the change being in force. */
const LIMIT_MS = 1000

function call(gateway: Gateway, more: object = {}, key = gateway.keys[0]): Promise<Told> {
  return told(gateway.post(PATH_OF.openai, ask('openai', more), { key: key ?? '' }))
}

/** A separate process on the same database. */
async function gw(gateway: Gateway, ...args: readonly string[]): Promise<unknown> {
  const result = await gateway.cli([...args, '--json'])
  if (result.code !== 0) throw new Error(`gw ${args.join(' ')}: ${result.stderr}`)
  return result.json()
}

async function becomes(gateway: Gateway, status: number, more: object = {}): Promise<void> {
  await waitUntil(
    `calls end with ${status}`,
    async () => (await call(gateway, more)).status === status,
    LIMIT_MS,
  )
  // And stays so.
  expect((await call(gateway, more)).status).toBe(status)
}

async function withGateway(
  check: (gateway: Gateway, upstream: Upstream) => Promise<void>,
): Promise<void> {
  await using upstream = await startUpstream(json(recorded('openai').json))
  await using gateway = await startGateway({
    users: [{ username: 'ann' }],
    channels: [{ upstream, models: 'm,call' }],
    // A failing channel is asked first for as long as the test watches it.
    options: { ...PRICES, ChannelBreakerFailures: '0' },
  })
  // The caller, the channel and the price are remembered from here on.
  expect((await call(gateway)).status).toBe(200)
  await check(gateway, upstream)
  await gateway.idle()
  expect(await gateway.services.ledger.verify()).toEqual([])
}

const id = (ids: readonly number[]): string => String(ids[0])

describe('beside a running gateway', () => {
  test('gw channel disable and enable', async () => {
    await withGateway(async (gateway) => {
      await gw(gateway, 'channel', 'disable', id(gateway.channelIds))
      await becomes(gateway, 503)
      await gw(gateway, 'channel', 'enable', id(gateway.channelIds))
      await becomes(gateway, 200)
    })
  })

  test('gw channel add, set and delete', async () => {
    await withGateway(async (gateway, upstream) => {
      const more = { model: 'gpt-4o' }
      await gw(gateway, 'option', 'set', 'ModelRatio', '{"gpt-4o":1,"m":1}')
      const flags = ['--key', 'k-2', '--models', 'gpt-4o', '--base-url', upstream.url]
      const added = await gw(gateway, 'channel', 'add', '--name', 'second', '--type', '1', ...flags)
      expect(added).toMatchObject({ name: 'second' })
      await becomes(gateway, 200, more)
      expect(upstream.last().headers.authorization).toBe('Bearer k-2')
      await gw(gateway, 'channel', 'set', 'second', '--models', 'other')
      await becomes(gateway, 404, more)
      await gw(gateway, 'channel', 'set', 'second', '--models', 'gpt-4o')
      await becomes(gateway, 200, more)
      await gw(gateway, 'channel', 'delete', 'second', '--yes')
      await becomes(gateway, 404, more)
    })
  })

  test('gw token revoke, and a token that is created', async () => {
    await withGateway(async (gateway) => {
      const made = await gw(gateway, 'token', 'create', 'new', '--user', 'ann', '--unlimited')
      const { key } = made as { key: string }
      expect((await call(gateway, {}, key)).status).toBe(200)
      await gw(gateway, 'token', 'revoke', id(gateway.tokenIds), '--yes')
      await becomes(gateway, 401)
      expect((await call(gateway, {}, key)).status).toBe(200)
    })
  })

  test('gw user disable and enable', async () => {
    await withGateway(async (gateway) => {
      await gw(gateway, 'user', 'disable', 'ann')
      await becomes(gateway, 403)
      await gw(gateway, 'user', 'enable', 'ann')
      await becomes(gateway, 200)
    })
  })

  test('gw user set takes quota away and gives it back', async () => {
    await withGateway(async (gateway) => {
      await gw(gateway, 'user', 'set', 'ann', '--quota', '0')
      await becomes(gateway, 403)
      await gw(gateway, 'user', 'set', 'ann', '--add-quota', '5000')
      await becomes(gateway, 200)
    })
  })

  test('gw option set of a price', async () => {
    await withGateway(async (gateway) => {
      const quotaOf = async (): Promise<number> => {
        const { requestId } = await call(gateway, { model: 'call' })
        await gateway.idle()
        const { items } = await gateway.services.logs.list({ requestId })
        return items[0]?.quota ?? 0
      }
      expect(await quotaOf()).toBe(1000)
      await gw(gateway, 'option', 'set', 'ModelPrice', '{"call":0.01}')
      await waitUntil('the new price', async () => (await quotaOf()) === 5000, LIMIT_MS)
    })
  })

  test('gw option set of RetryTimes', async () => {
    await withGateway(async (gateway, upstream) => {
      const flags = ['--models', 'm', '--priority', '9', '--key', 'k', '--base-url', upstream.url]
      await gw(gateway, 'channel', 'add', '--name', 'failing', '--type', '1', ...flags)
      upstream.script(({ headers }) =>
        headers.authorization === 'Bearer k'
          ? json({}, { status: 500 })
          : json(recorded('openai').json),
      )
      await waitUntil(
        'the first channel is tried first',
        async () => {
          const asked = upstream.requests.length
          expect((await call(gateway)).status).toBe(200)
          return upstream.requests.length === asked + 2
        },
        LIMIT_MS,
      )
      await gw(gateway, 'option', 'set', 'RetryTimes', '0')
      await becomes(gateway, 500)
    })
  })
})

describe('a call under way', () => {
  test('keeps the price it began with, and its channel', async () => {
    await withGateway(async (gateway, upstream) => {
      const held = gate()
      upstream.script(json(recorded('openai').json, { before: held }))
      const asked = upstream.requests.length
      const pending = call(gateway, { model: 'call' })
      await upstream.waitForRequests(asked + 1)
      const actor = TEST_ACTOR
      await gateway.services.options.set(actor, { key: 'ModelPrice', value: '{"call":9}' })
      await gateway.services.channels.disable(actor, { id: gateway.channelIds[0] ?? 0 })
      held.open()
      const { status, requestId } = await pending
      expect(status).toBe(200)
      await gateway.idle()
      const { items } = await gateway.services.logs.list({ requestId })
      expect(items).toMatchObject([{ type: 2, quota: 1000 }])
    })
  })

  test('is settled right when another process grants quota meanwhile', async () => {
    await withGateway(async (gateway, upstream) => {
      const held = gate()
      upstream.script(json(recorded('openai').json, { before: held }))
      const before = (await gateway.services.users.show('ann')).quota
      const asked = upstream.requests.length
      const pending = call(gateway, { model: 'call' })
      await upstream.waitForRequests(asked + 1)
      await gw(gateway, 'user', 'set', 'ann', '--add-quota', '777')
      held.open()
      expect((await pending).status).toBe(200)
      await gateway.idle()
      expect((await gateway.services.users.show('ann')).quota).toBe(before + 777 - 1000)
    })
  })

  test('of a token that is revoked meanwhile is cut, and still charged', async () => {
    await withGateway(async (gateway, upstream) => {
      const held = gate()
      upstream.script(json(recorded('openai').json, { before: held }))
      const before = (await gateway.services.users.show('ann')).quota
      const asked = upstream.requests.length
      const pending = call(gateway, { model: 'call' })
      await upstream.waitForRequests(asked + 1)
      await gw(gateway, 'token', 'revoke', id(gateway.tokenIds), '--yes')
      expect((await pending).status).toBe(401)
      await gateway.idle()
      expect((await gateway.services.users.show('ann')).quota).toBe(before - 1000)
    })
  })
})
