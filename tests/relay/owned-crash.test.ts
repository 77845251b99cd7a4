/** A gateway or a database that fails while upstreams work: nobody pays twice, or for nothing. */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { type GatewayClient, startGateway } from '../support/gateway'
import { startGatewayProcess } from '../support/gateway-process'
import { PLENTY } from '../support/seed'
import { gate, json, sse, startUpstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import { MODEL, PRICES, RECORDED_CHARGE } from './black-box'
import { KeepingVendor, streamOf, USAGE } from './keeping-vendor'

const ASKED = { model: MODEL, input: 'hi', background: true }

/** The state of the first user's account in the gateway that follows a killed one. */
async function afterwards(
  killed: GatewayClient,
  check: (spent: () => Promise<number>) => Promise<void>,
) {
  await using gateway = await startGateway({ restartOf: killed })
  await check(async () => {
    await gateway.idle()
    expect(await gateway.services.ledger.verify()).toEqual([])
    return PLENTY - (await gateway.services.users.show(gateway.userIds[0] ?? 0)).quota
  })
}

test('a database that cannot be written costs the client nothing but a moment', async () => {
  const vendor = new KeepingVendor('a')
  const held = gate()
  await using upstream = await startUpstream(vendor.answer)
  await using gateway = await startGateway({
    channels: [{ upstream, models: MODEL }],
    options: PRICES,
    // One attempt at the lock instead of ten seconds of them.
    env: { GW_DATABASE_WAIT_MS: '40' },
  })
  const whole = { id: 'resp_held', object: 'response', output: [], usage: USAGE }
  const [first = '', ...rest] = streamOf(whole).split(/(?<=\n\n)/)
  vendor.objects.set(whole.id, whole)
  const other = new Database(join(gateway.dataDir, 'gw.db'))
  const ask = { model: MODEL, input: 'hi' }
  vendor.next.push(sse([held, first, ...rest]))
  const stream = gateway.post('/v1/responses', { ...ask, stream: true })
  await upstream.waitForRequests(1)
  other.exec('begin immediate')
  held.open()
  expect(await (await stream).text()).toContain('response.completed')
  // Found although nothing could be written.
  expect(await gateway.openai().responses.retrieve(whole.id)).toMatchObject({ id: whole.id })
  other.close(true)
  const isWritten = () => {
    using reader = new Database(join(gateway.dataDir, 'gw.db'), { readonly: true })
    return reader.query("select 1 from owned where id = 'resp_held'").get() !== null
  }
  await waitUntil('the row is written', isWritten)
})

test('killed before the upstream has answered, it gives the hold back', async () => {
  await using upstream = await startUpstream(json({}, { before: gate() }))
  await using first = await startGatewayProcess({
    channels: [{ upstream, models: MODEL }],
    options: PRICES,
  })
  const asked = first.post('/v1/responses', ASKED).catch(() => undefined)
  await upstream.waitForRequests(1)
  await first.kill9()
  await asked
  await afterwards(first, async (spent) => expect(await spent()).toBe(0))
})

test('killed when the client knows the id, the next one bills the end once', async () => {
  const vendor = new KeepingVendor('a')
  vendor.response = { status: 'queued', output: [], usage: null }
  await using upstream = await startUpstream(vendor.answer)
  await using first = await startGatewayProcess({
    channels: [{ upstream, models: MODEL }],
    options: PRICES,
  })
  const answers = await Promise.all([1, 2, 3].map(() => first.post('/v1/responses', ASKED)))
  const ids = await Promise.all(answers.map(async (answer) => (await answer.json()).id))
  await first.kill9()
  for (const id of ids)
    Object.assign(vendor.objects.get(id) ?? {}, { status: 'completed', usage: USAGE })
  await afterwards(first, async (spent) => {
    await waitUntil('all are billed', async () => (await spent()) === 3 * RECORDED_CHARGE)
  })
  // A third start finds nothing that is still owed.
  const questions = upstream.requests.length
  await afterwards(first, async (spent) => expect(await spent()).toBe(3 * RECORDED_CHARGE))
  expect(upstream.requests).toHaveLength(questions)
})
