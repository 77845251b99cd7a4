/** The database file is deleted, moved or replaced under a running gateway. */
import { expect, test } from 'bun:test'
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type GatewayClient, startGateway } from '../support/gateway'
import { frames, gate, json, sse, startUpstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import {
  ask,
  expectRefusal,
  PATH_OF,
  PRICES,
  RECORDED_CHARGE,
  recorded,
  TERMINATOR_OF,
  told,
} from './black-box'

const [FIRST = '', ...REST] = frames(recorded('openai').sse)

async function health({ url }: GatewayClient) {
  const answer = await fetch(`${url}/healthz`)
  return [answer.status, Object(await answer.json()).database]
}

test('moved away: new calls are refused, running ones billed, and it may come back', async () => {
  const held = gate()
  await using upstream = await startUpstream(() => sse([FIRST, held, ...REST]))
  await using gateway = await startGateway({
    channels: [{ upstream, models: 'm' }],
    options: PRICES,
  })
  const file = join(gateway.dataDir, 'gw.db')
  const running = gateway.post(PATH_OF.openai, ask('openai', { stream: true }))
  const response = await running
  renameSync(file, `${file}.away`)
  expect(await health(gateway)).toEqual([503, 'gone'])

  const refused = await told(gateway.post(PATH_OF.openai, ask('openai')))
  expect(expectRefusal(refused, 'openai', 503).code).toBe('db_unavailable')
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(upstream.requests).toHaveLength(1)
  held.open()
  expect((await told(response)).text).toContain(TERMINATOR_OF.openai)
  expect(await health(gateway)).toEqual([503, 'gone'])

  renameSync(`${file}.away`, file)
  expect(await health(gateway)).toEqual([200, 'ok'])
  const { items } = await gateway.services.logs.list()
  expect(items.map(({ quota }) => quota)).toEqual([RECORDED_CHARGE])
  const loud = gateway.logged.filter(({ msg }) => String(msg).includes('DATABASE'))
  expect(loud).toHaveLength(1)
})

test('deleted or replaced: nobody has to ask before calls and payments are refused', async () => {
  await using upstream = await startUpstream(() => json(recorded('openai').json))
  for (const leave of ['nothing', 'another file']) {
    await using gateway = await startGateway({
      channels: [{ upstream, models: 'm' }],
      options: PRICES,
    })
    const file = join(gateway.dataDir, 'gw.db')
    if (leave === 'another file') copyFileSync(file, `${file}.copy`)
    rmSync(file)
    if (leave === 'another file') renameSync(`${file}.copy`, file)
    const said = leave === 'nothing' ? 'IS GONE' : 'ANOTHER FILE'
    await waitUntil('it is noticed', () =>
      gateway.logged.some(({ msg }) => String(msg).includes(said)),
    )
    expectRefusal(await told(gateway.post(PATH_OF.openai, ask('openai'))), 'openai', 503)
    const actor = { kind: 'system', id: 0, name: '', ip: '', requestId: '', role: 101 } as const
    const grant = gateway.services.users.set(actor, {
      id: gateway.userIds[0] ?? 0,
      quota: { add: 1 },
    })
    await expect(grant).rejects.toMatchObject({ id: 'db.unavailable' })
    expect(existsSync(file)).toBe(leave === 'another file')
  }
})
