/** Two gateways on one PostgreSQL database. Needs GW_TEST_DATABASE_URL. */
import { expect, test } from 'bun:test'
import { SQL } from 'bun'
import { startGatewayProcess } from '../support/gateway-process'
import { gate, json, startUpstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'

const url = process.env.GW_TEST_DATABASE_URL
const HELD = gate()
const SECRET = 'a'.repeat(64)
const ASKED = { model: 'm', messages: [{ role: 'user', content: 'hello' }], max_tokens: 100 }
const ANSWER = {
  id: '1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
}

if (url) {
  test('calls of a killed gateway come free; those of a living one are paid', async () => {
    await using sql = new SQL(url, { max: 1 })
    await sql.unsafe('drop schema public cascade')
    await sql.unsafe('create schema public')
    await using upstream = await startUpstream(json(JSON.stringify(ANSWER), { before: HELD }))
    const env = { GW_DATABASE_URL: url, GW_SECRET_KEY: SECRET }
    await using killed = await startGatewayProcess({
      env,
      channels: [{ upstream, models: 'm' }],
      options: { ModelRatio: { m: 15 } },
    })
    await using living = await startGatewayProcess({ env, restartOf: killed })
    const lost = killed.post('/v1/chat/completions', ASKED).catch(() => undefined)
    const paid = living.post('/v1/chat/completions', ASKED)
    await upstream.waitForRequests(2)
    const holders = () => sql`select holder from reservations`
    expect(new Set((await holders()).map(({ holder }: { holder: string }) => holder)).size).toBe(2)

    await killed.kill9()
    await lost
    const beats = () => sql`select id, beat_at from nodes order by beat_at`
    const [{ id: dead }] = await beats()
    // As if a minute had passed for the one that is silent.
    await sql`update nodes set beat_at = beat_at - 60000
      where beat_at = (select min(beat_at) from nodes)`
    await waitUntil(
      'the dead call is given back',
      async () => (await holders()).length === 1,
      30_000,
    )
    const [left] = await holders()
    expect(left.holder).not.toBe(dead)

    HELD.open()
    expect((await paid).status).toBe(200)
    await waitUntil('the living call is paid', async () => (await holders()).length === 0)
    const logs = await sql`select type, quota from logs order by type`
    expect(logs.map(({ type }: { type: number }) => type)).toEqual([2, 5])
    expect((await living.cli(['ledger', 'verify'], { env })).code).toBe(0)
    expect(await living.stop()).toBe(0)
    expect((await beats()).length).toBeLessThanOrEqual(1)
  }, 60_000)
}
