/** What lacks what every request needs is refused when written, and skipped when stored. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { canRelay } from '../../server/domain/calls/model-calls'
import { CHANNEL_TYPES } from '../../server/domain/channel-types'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { json, startUpstream, type Upstream } from '../support/upstream'

const ASK = { model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] }
const ANSWER = json({
  choices: [{ index: 0, message: { role: 'assistant', content: 'yes' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
})

const HOMELESS = CHANNEL_TYPES.filter((row) => row.baseUrl === '' && canRelay(row))

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream(ANSWER)
})
afterAll(() => upstream.stop())

describe('what lacks its address', () => {
  let gateway: Gateway
  let root: ApiCaller
  beforeAll(async () => {
    gateway = await startGateway({ env: NO_LIMITS, channels: [{ upstream, models: 'gpt-4o' }] })
    root = await apiClient(gateway).as('root')
  })
  afterAll(() => gateway[Symbol.asyncDispose]())

  const fields = { name: 'bare', key: 'k', models: 'gpt-4o', group: 'default' }

  test.each(HOMELESS.map(({ name, id }) => [name, id]))('%s is not made', async (_, type) => {
    const other = type === 58 ? '{"chat":"/v1/chat/completions"}' : ''
    const { body } = await root.post('/api/channel', { ...fields, type, other, base_url: ' ' })
    expect(body).toMatchObject({ success: false, code: 'channel.base_url_missing' })
  })

  test('a change cannot take the address away, nor turn to a type that needs one', async () => {
    const made = await root.post('/api/channel', {
      ...fields,
      type: 3,
      models: 'az',
      base_url: upstream.url,
    })
    expect(made.body.success).toBe(true)
    const { items } = await gateway.services.channels.list()
    const azure = items.find(({ type }) => type === 3)
    const emptied = await root.put('/api/channel', { id: azure?.id, base_url: '' })
    expect(emptied.body.code).toBe('channel.base_url_missing')
    const [openai] = gateway.channelIds
    await gateway.services.channels.set(TEST_ACTOR, { id: openai ?? 0, base_url: '' })
    const turned = await root.put('/api/channel', { id: openai, type: 8 })
    expect(turned.body.code).toBe('channel.base_url_missing')
    const keyed = await root.put('/api/channel', { id: openai, type: 33 })
    expect(keyed.body.code).toBe('channel.key_invalid')
    await gateway.services.channels.set(TEST_ACTOR, { id: openai ?? 0, base_url: upstream.url })
  })

  test('the command line refuses it, and an import keeps it switched off', async () => {
    const add = ['channel', 'add', 'az2', '--type', 'azure', '--models', 'm', '--key', 'k']
    const { code, stderr } = await gateway.cli(add)
    expect({ code, stderr }).toMatchObject({ stderr: expect.stringContaining('needs an address') })
    expect(code).not.toBe(0)
    const exported = await gateway.services.transfer.export(TEST_ACTOR, { withSecrets: true })
    const document = JSON.parse(JSON.stringify(exported))
    const [row] = document.channels
    document.channels = [{ ...row, name: 'came', type: 3, base_url: '', key: 'other-key' }]
    const text = JSON.stringify(document)
    const rows = await gateway.services.transfer.import(TEST_ACTOR, {
      text,
      update: false,
      dryRun: false,
    })
    expect(rows.find(({ name }) => name === 'came')?.note).toBe('incomplete')
    const { items } = await gateway.services.channels.list()
    expect(items.find(({ name }) => name === 'came')?.status).toBe(2)
    const id = items.find(({ name }) => name === 'came')?.id
    const enabled = await root.put('/api/channel', { id, status: 1 })
    expect(enabled.body.code).toBe('channel.base_url_missing')
  })
})

describe('a row from before the rule', () => {
  let gateway: Gateway
  let root: ApiCaller
  let old = 0
  beforeAll(async () => {
    const first = await startGateway({
      env: NO_LIMITS,
      channels: [
        { upstream, models: 'gpt-4o', name: 'good' },
        { upstream, models: 'gpt-4o,only-here', name: 'bare', type: 8, priority: 10 },
      ],
    })
    old = first.channelIds[1] ?? 0
    await first.stop()
    const db = new Database(join(first.dataDir, 'gw.db'))
    db.run(`update channels set base_url = '' where id = ${old}`)
    db.close()
    gateway = await startGateway({ env: NO_LIMITS, restartOf: first })
    root = await apiClient(gateway).as('root')
  })
  afterAll(() => gateway[Symbol.asyncDispose]())

  test('takes no calls while another channel can serve', async () => {
    for (let call = 0; call < 10; call += 1) {
      expect((await gateway.post('/v1/chat/completions', ASK)).status).toBe(200)
    }
  })

  test('is in no list of models, and alone it is no channel', async () => {
    const listed = await gateway.openai().models.list()
    expect(listed.data.map(({ id }) => id)).toEqual(['gpt-4o'])
    const { body } = await root.get('/api/user/models')
    expect(body.data).not.toContain('only-here')
    const alone = await gateway.post('/v1/chat/completions', { ...ASK, model: 'only-here' })
    expect(alone.status).toBe(503)
    expect(await alone.json()).toMatchObject({ error: { code: 'no_available_channel' } })
  })

  test('the route, the doctor and the test say what is missing', async () => {
    const { body } = await root.get('/api/route/explain?model=gpt-4o')
    const bare = body.data.candidates.find(({ name }: { name: string }) => name === 'bare')
    expect(bare).toMatchObject({ verdict: 'incomplete', odds: 0 })
    const doctor = await gateway.cli(['doctor', '--offline'])
    expect(doctor.stdout).toContain(`bare (${old})`)
    expect(doctor.stdout).toContain('no address, key or account')
    const tested = await root.get(`/api/channel/test/${old}`)
    expect(tested.body).toMatchObject({ success: false, message: 'This type needs an address' })
    const listed = await gateway.cli(['channel', 'list'])
    expect(listed.stdout).toContain('Custom (no address)')
  })

  test('a key that names it is told so', async () => {
    await gateway.services.users.set(TEST_ACTOR, { id: gateway.userIds[0] ?? 0, role: 10 })
    const [key = ''] = gateway.keys
    const answer = await gateway.post('/v1/chat/completions', ASK, { key: `${key}-${old}` })
    expect(answer.status).toBe(503)
  })

  test('a change of something else leaves it switched off', async () => {
    const changed = await root.put('/api/channel', { id: old, name: 'renamed' })
    expect(changed.body).toMatchObject({ success: true, data: { status: 2 } })
  })
})
