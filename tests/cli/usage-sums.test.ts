/** Usage, sessions and finance in the terminal are those of the calls that were charged. */
import { expect, test } from 'bun:test'
import { ask, MODEL, PATH_OF, PRICES, RECORDED_CHARGE, recorded } from '../relay/black-box'
import { startGateway } from '../support/gateway'
import { json, startUpstream } from '../support/upstream'

test('sums by client, sessions and margins', async () => {
  await using upstream = await startUpstream(json(JSON.parse(recorded('openai').json)))
  await using gateway = await startGateway({
    options: PRICES,
    users: [{ username: 'ann' }],
    channels: [{ upstream, name: 'main', models: MODEL }],
  })
  const headers = { 'user-agent': 'codex_cli_rs/0.66.0', session_id: 's-1' }
  await gateway.post(PATH_OF.openai, ask('openai'), { headers })
  await gateway.post(PATH_OF.openai, ask('openai'))
  await gateway.idle()

  const rows = async (...args: readonly string[]) =>
    JSON.parse((await gateway.cli([...args, '--json'])).stdout)
  const sums = await rows('stats', 'explore', '--by', 'client', '--within', 'model')
  expect(sums).toHaveLength(2)
  expect(sums[0]).toMatchObject({ quota: RECORDED_CHARGE, cost: RECORDED_CHARGE, calls: 1 })
  expect(await rows('stats', 'explore', '--only', 'client=codex', '--metric', 'requests')).toEqual([
    expect.objectContaining({ name: MODEL, calls: 1, value: 1 }),
  ])
  expect(await rows('stats', 'sessions', '--user', 'ann')).toEqual([
    expect.objectContaining({ session: 's-1', client: 'codex', calls: 1, models: [MODEL] }),
  ])
  expect(await rows('stats', 'session', 's-1', '--user', 'ann')).toEqual([
    expect.objectContaining({ model: MODEL, quota: RECORDED_CHARGE, changed: [] }),
  ])
  expect(await rows('log', 'list', '--filter', 'client=codex')).toEqual([
    expect.objectContaining({ session: 's-1', model_name: MODEL }),
  ])
  expect(await rows('finance', 'show')).toEqual([
    expect.objectContaining({ name: 'main', quota: 2 * RECORDED_CHARGE, margin: 0 }),
  ])
  const wrong = await gateway.cli(['stats', 'explore', '--only', 'moon=1'])
  expect(wrong.stderr).toContain('GROUP=VALUE')
  const told = await gateway.cli(['finance', 'show'])
  expect(told.stderr).toContain('owed now')
})
