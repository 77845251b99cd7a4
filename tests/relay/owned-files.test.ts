/** Files, uploads, batches and training: whose they are, where they are, and what they cost. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { owed } from '../contracts/formula'
import { expectReceipts } from '../contracts/receipts'
import { type Gateway, startGateway } from '../support/gateway'
import { failureOf } from '../support/sdk'
import { PLENTY } from '../support/seed'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import { KeepingVendor } from './keeping-vendor'

let vendors: readonly [KeepingVendor, KeepingVendor, KeepingVendor]
let upstreams: readonly [Upstream, Upstream, Upstream]
let gateway: Gateway

const MAPPED = { model_mapping: '{"mapped":"other"}' }

/** Two accounts of OpenAI, the first one preferred, and one of Anthropic. */
beforeAll(async () => {
  vendors = [new KeepingVendor('a'), new KeepingVendor('b'), new KeepingVendor('c')]
  upstreams = [
    await startUpstream(vendors[0].answer),
    await startUpstream(vendors[1].answer),
    await startUpstream(vendors[2].answer),
  ]
  const ratios = { m: 1, b: 1, c: 1, mapped: 1, 'training/m': 3 }
  gateway = await startGateway({
    users: [
      { username: 'ann' },
      { username: 'bob' },
      { username: 'poor', quota: 10 },
      { username: 'root', role: 10 },
    ],
    tokens: [
      { username: 'ann' },
      { username: 'bob' },
      { username: 'poor' },
      { username: 'root' },
      { username: 'ann', model_limits_enabled: true, model_limits: 'b' },
    ],
    channels: [
      { upstream: upstreams[0], models: 'm,mapped', key: 'key-of-a', priority: 5, ...MAPPED },
      { upstream: upstreams[1], models: 'm,b,x', key: 'key-of-b' },
      { upstream: upstreams[2], models: 'c', type: 14, key: 'key-of-c' },
    ],
    options: {
      ModelRatio: ratios,
      CompletionRatio: { m: 2, b: 2, c: 2 },
      PriceTiers: { m: { batch: 0.5 }, c: { batch: 0.5 } },
    },
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await Promise.all(upstreams.map((upstream) => upstream.stop()))
})

const [ANN, BOB, POOR, ROOT, LIMITED] = [0, 1, 2, 3, 4] as const
const openai = (who: number = ANN) => gateway.openai(gateway.keys[who])
const claude = (who: number = ANN) => gateway.anthropic(gateway.keys[who])
const file = (text: string, name = 'f.jsonl') => new File([text], name)
const upload = (text: string, who: number = ANN) =>
  openai(who).files.create({ file: file(text), purpose: 'batch' })

async function spent(who: number = ANN) {
  await gateway.idle()
  const user = await gateway.services.users.show(gateway.userIds[who] ?? 0)
  expect(await gateway.services.ledger.verify()).toEqual([])
  return { used: user.used_quota, held: PLENTY - user.quota - user.used_quota }
}

function line(model: string, body: object = {}): string {
  const messages = [{ role: 'user', content: 'hi' }]
  const asked = { model, messages, max_tokens: 50, ...body }
  const url = '/v1/chat/completions'
  return `${JSON.stringify({ custom_id: 'x', method: 'POST', url, body: asked })}\n`
}

const batchOf = (input_file_id: string) => ({
  input_file_id,
  endpoint: '/v1/chat/completions' as const,
  completion_window: '24h' as const,
})

describe('a file', () => {
  test('travels as it is to one account, and only its owner finds it again', async () => {
    const text = 'line one\nline two\n'
    const made = [await upload(text), await upload(text)]
    for (const { id } of made) expect(id).toStartWith('file_a_')
    expect(upstreams[0].last().headers.authorization).toBe('Bearer key-of-a')
    const [{ id = '' } = {}] = made
    expect(vendors[0].contents.get(id)).toBe(text)
    expect(await (await openai().files.content(id)).text()).toBe(text)
    expect(await openai().files.retrieve(id)).toMatchObject({ id, bytes: text.length })
    const before = upstreams[0].requests.length
    for (const call of [
      () => openai(BOB).files.retrieve(id),
      () => openai(BOB).files.content(id),
      () => openai(BOB).files.delete(id),
    ]) {
      expect(await failureOf(call())).toMatchObject({ status: 404, code: 'not_found' })
    }
    expect(upstreams[0].requests).toHaveLength(before)
  })

  test('of 3 MB passes whole', async () => {
    const text = 'x'.repeat(3_000_000)
    const { id } = await upload(text)
    expect(vendors[0].contents.get(id)).toHaveLength(text.length)
  })

  test('goes to the channel that an administrator names, by header or key', async () => {
    const named = String(gateway.channelIds[1])
    const headers = { 'x-gw-channel': named }
    const body = { file: file('x'), purpose: 'batch' } as const
    expect((await openai(ROOT).files.create(body, { headers })).id).toStartWith('file_b_')
    const pinned = gateway.openai(`${gateway.keys[ROOT]}-${named}`)
    expect((await pinned.files.create(body)).id).toStartWith('file_b_')
    expect(await failureOf(openai().files.create(body, { headers }))).toMatchObject({ status: 403 })
  })

  test('is listed among the own ones alone, page by page, by purpose', async () => {
    const purposes = ['batch', 'user_data', 'batch', 'user_data', 'batch'] as const
    const made: string[] = []
    for (const purpose of purposes) {
      made.push((await openai(BOB).files.create({ file: file('x'), purpose })).id)
    }
    const all = []
    for await (const { id } of openai(BOB).files.list({ limit: 2, order: 'asc' })) all.push(id)
    expect(all.sort()).toEqual(made.sort())
    const some = await openai(BOB).files.list({ purpose: 'user_data', limit: 2 })
    expect(some.data.map(({ purpose }) => purpose)).toEqual(['user_data', 'user_data'])
    await openai(BOB).files.delete(made[0] ?? '')
    vendors[0].objects.delete(made[1] ?? '')
    const left = await openai(BOB).files.list()
    expect(left.data.map(({ id }) => id).sort()).toEqual(made.slice(2).sort())
  })

  test('in a request leads to its account, and another user cannot name it', async () => {
    const { id } = await openai(ROOT).files.create(
      { file: file('x'), purpose: 'user_data' },
      { headers: { 'x-gw-channel': String(gateway.channelIds[1]) } },
    )
    const input = [
      { role: 'user' as const, content: [{ type: 'input_file' as const, file_id: id }] },
    ]
    for (let turn = 0; turn < 4; turn += 1) {
      const answer = await openai(ROOT).responses.create({ model: 'm', input })
      expect(answer.id).toStartWith('resp_b_')
    }
    const stolen = openai().responses.create({ model: 'm', input })
    expect(await failureOf(stolen)).toMatchObject({ status: 404, param: 'file_id' })
    const escaped = JSON.stringify({ model: 'm', input }).replace('"file_id"', '"file\\u005fid"')
    expect((await gateway.post('/v1/responses', escaped)).status).toBe(404)
    const messages = [{ role: 'user', content: [{ type: 'file', file: { file_id: id } }] }]
    expect((await gateway.post('/v1/chat/completions', { model: 'm', messages })).status).toBe(404)
    const source = { type: 'file', file_id: id }
    const document = [{ role: 'user', content: [{ type: 'document', source }] }]
    const asked = { model: 'c', max_tokens: 9, messages: document }
    expect((await gateway.post('/v1/messages', asked)).status).toBe(404)
  })

  test('of a Claude client is kept at Anthropic, in its own words', async () => {
    const betas = ['files-api-2025-04-14']
    const { id } = await claude().beta.files.upload({ file: file('x'), betas })
    expect(id).toStartWith('file_c_')
    expect(upstreams[2].last().headers).toMatchObject({ 'x-api-key': 'key-of-c' })
    expect(upstreams[2].last().headers['anthropic-beta']).toContain('files-api')
    expect(await claude().beta.files.retrieveMetadata(id)).toMatchObject({ id })
    const listed = await claude().beta.files.list()
    expect(listed.data.map((one) => one.id)).toEqual([id])
    const error = await failureOf(claude(BOB).beta.files.retrieveMetadata(id))
    expect(error).toMatchObject({ status: 404, error: { error: { type: 'not_found_error' } } })
    // The same path is of OpenAI, too, whose clients do not see it.
    expect(await failureOf(openai().files.retrieve(id))).toMatchObject({ status: 404 })
  })
})

test('an upload in parts ends as a file of its owner', async () => {
  const begun = await openai().uploads.create({
    bytes: 4,
    filename: 'f',
    mime_type: 'text/plain',
    purpose: 'user_data',
  })
  const before = upstreams[0].requests.length
  expect(await failureOf(openai(BOB).uploads.cancel(begun.id))).toMatchObject({ status: 404 })
  expect(upstreams[0].requests).toHaveLength(before)
  await openai().uploads.parts.create(begun.id, { data: file('data') })
  expect(upstreams[0].last().bodyText).toContain('data')
  vendors[0].objects.set('file_a_joined', { id: 'file_a_joined', object: 'file' })
  vendors[0].next.push(json({ id: begun.id, object: 'upload', file: { id: 'file_a_joined' } }))
  await openai().uploads.complete(begun.id, { part_ids: ['part_1'] })
  expect(await openai().files.retrieve('file_a_joined')).toMatchObject({ id: 'file_a_joined' })
})

describe('a batch', () => {
  const USED = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }
  const answerLine = (usage: object) => {
    const response = { status_code: 200, body: { usage } }
    return `${JSON.stringify({ response })}\n`
  }

  test('goes where its file is, is held for, and billed once by its answers', async () => {
    const before = await spent()
    const input = await upload(line('m') + line('m'))
    const batch = await openai().batches.create(batchOf(input.id))
    expect(batch.id).toStartWith('batch_a_')
    const during = await spent()
    expect(during.used).toBe(before.used)
    expect(during.held).toBeGreaterThan(0)
    expect(await failureOf(openai(BOB).batches.retrieve(batch.id))).toMatchObject({ status: 404 })
    expect((await openai(BOB).batches.list()).data).toEqual([])
    vendors[0].objects.set('file_a_out', { id: 'file_a_out' })
    vendors[0].contents.set('file_a_out', answerLine(USED) + answerLine(USED) + answerLine({}))
    const end = { status: 'completed', output_file_id: 'file_a_out' }
    Object.assign(vendors[0].objects.get(batch.id) ?? {}, end)
    await Promise.all([1, 2, 3].map(() => openai().batches.retrieve(batch.id)))
    await waitUntil('it is billed', async () => (await spent()).held === 0)
    const bill = owed({ prompt: 200, completion: 20 }, { model: '0.5', completion: '2' })
    expect(await spent()).toEqual({ used: before.used + bill, held: 0 })
    expect((await openai().batches.list()).data.map(({ id }) => id)).toEqual([batch.id])
    expect(await (await openai().files.content('file_a_out')).text()).toContain('usage')
    const { items } = await gateway.services.logs.list({})
    expect(items[0]).toMatchObject({ quota: bill, model_name: 'm', prompt_tokens: 200 })
    expect(JSON.parse(items[0]?.other ?? '')).toMatchObject({ tier: 'batch', tier_factor: 0.5 })
  })

  test('whose answers are gone is billed by its own sum', async () => {
    const before = await spent()
    const input = await upload(line('m'))
    const { id } = await openai().batches.create(batchOf(input.id))
    const usage = { input_tokens: 1000, output_tokens: 0, total_tokens: 1000 }
    const end = { status: 'completed', output_file_id: 'file_a_gone', usage }
    Object.assign(vendors[0].objects.get(id) ?? {}, end)
    await openai().batches.retrieve(id)
    await waitUntil('it is billed', async () => (await spent()).held === 0)
    expect((await spent()).used).toBe(before.used + 500)
  })

  test('that is cancelled in time costs nothing', async () => {
    const before = await spent()
    const input = await upload(line('m'))
    const { id } = await openai().batches.create(batchOf(input.id))
    await openai().batches.cancel(id)
    await waitUntil('nothing is held', async () => (await spent()).held === 0)
    expect((await spent()).used).toBe(before.used)
  })

  test('that the upstream refuses holds nothing', async () => {
    const before = await spent()
    const input = await upload(line('m'))
    // The input is read first.
    vendors[0].next.push({ body: line('m') }, json({ error: { message: 'no' } }, { status: 400 }))
    expect(await failureOf(openai().batches.create(batchOf(input.id)))).toMatchObject({
      status: 400,
    })
    expect(await spent()).toEqual(before)
  })

  type Refused = readonly [what: string, text: () => string, who: number, status: number]
  const refused: readonly Refused[] = [
    ['of two models', () => line('m') + line('b'), ANN, 400],
    ['of a model that the channel renames', () => line('mapped'), ANN, 400],
    ['of a model that the account does not serve', () => line('b'), ANN, 404],
    ['of a model that its token may not use', () => line('m'), LIMITED, 403],
    ['without a request', () => '\n', ANN, 400],
    ['of something else', () => 'hello\n', ANN, 400],
    [
      "that names another user's file",
      () => line('m', { messages: [{ file_id: 'file_x' }] }),
      ANN,
      404,
    ],
    ['that its user cannot pay', () => line('m', { messages: 'x'.repeat(400) }), POOR, 403],
  ]
  test.each([...refused])('%s is refused before it is begun', async (_, text, who, status) => {
    const input = await upload(text(), who)
    const made = () => upstreams[0].requests.filter(({ path }) => path === '/v1/batches').length
    const before = made()
    const failure = await failureOf(openai(who).batches.create(batchOf(input.id)))
    expect(failure).toMatchObject({ status })
    expect(made()).toBe(before)
  })

  test("of another user's file is refused", async () => {
    const input = await upload(line('m'))
    const failure = await failureOf(openai(BOB).batches.create(batchOf(input.id)))
    expect(failure).toMatchObject({ status: 404, param: 'input_file_id' })
  })
})

describe('a batch of messages', () => {
  const params = {
    model: 'c',
    max_tokens: 20,
    messages: [{ role: 'user' as const, content: 'hi' }],
  }
  const requests = [
    { custom_id: '1', params },
    { custom_id: '2', params },
  ]

  test('is billed once by its results, and read by its owner alone', async () => {
    const before = await spent()
    const { id } = await claude().messages.batches.create({ requests })
    expect((await spent()).held).toBeGreaterThan(0)
    expect(await failureOf(claude().messages.batches.delete(id))).toMatchObject({ status: 409 })
    const usage = { input_tokens: 50, output_tokens: 5 }
    const result = { type: 'succeeded', message: { type: 'message', content: [], usage } }
    const failed = { custom_id: '2', result: { type: 'errored' } }
    const lines = [{ custom_id: '1', result }, failed].map((each) => `${JSON.stringify(each)}\n`)
    vendors[2].contents.set(id, lines.join(''))
    const results_url = `${gateway.url}/v1/messages/batches/${id}/results`
    Object.assign(vendors[2].objects.get(id) ?? {}, { processing_status: 'ended', results_url })
    await claude().messages.batches.retrieve(id)
    await waitUntil('it is billed', async () => (await spent()).held === 0)
    const bill = owed({ prompt: 50, completion: 5 }, { model: '0.5', completion: '2' })
    expect((await spent()).used).toBe(before.used + bill)
    const seen = []
    for await (const each of await claude().messages.batches.results(id)) seen.push(each.custom_id)
    expect(seen).toEqual(['1', '2'])
    expect(await failureOf(claude(BOB).messages.batches.results(id))).toMatchObject({ status: 404 })
    const listed = await claude().messages.batches.list()
    expect(listed.data.map((one) => one.id)).toEqual([id])
    await claude().messages.batches.delete(id)
    expect((await spent()).used).toBe(before.used + bill)
  })

  test('of two models is refused, also when only a thread reads it', async () => {
    const other = { ...params, model: 'm' }
    const long = { ...params, messages: [{ role: 'user' as const, content: 'x'.repeat(300_000) }] }
    for (const first of [params, long]) {
      const both = [
        { custom_id: '1', params: first },
        { custom_id: '2', params: other },
      ]
      const failure = await failureOf(claude().messages.batches.create({ requests: both }))
      expect(failure).toMatchObject({ status: 400 })
    }
  })
})

test('words that are not allowed are found in batches and conversations, too', async () => {
  const vendor = new KeepingVendor('w')
  await using upstream = await startUpstream(vendor.answer)
  await using strict = await startGateway({
    channels: [
      { upstream, models: 'm' },
      { upstream, models: 'c', type: 14 },
    ],
    options: {
      ModelRatio: { m: 1, c: 1 },
      CheckSensitiveEnabled: 'true',
      CheckSensitiveOnPromptEnabled: 'true',
      SensitiveWords: 'forbidden',
    },
  })
  const messages = [{ role: 'user' as const, content: 'a forbidden word' }]
  const input = await strict
    .openai()
    .files.create({ file: file(line('m', { messages })), purpose: 'batch' })
  const items = [{ type: 'message' as const, role: 'user' as const, content: 'forbidden' }]
  const requests = [{ custom_id: '1', params: { model: 'c', max_tokens: 9, messages } }]
  for (const call of [
    () => strict.openai().batches.create(batchOf(input.id)),
    () => strict.openai().conversations.create({ items }),
    () => strict.anthropic().messages.batches.create({ requests }),
  ]) {
    const failure = await failureOf(call())
    expect(failure).toMatchObject({ status: 400 })
    expect(failure.message).toContain('blocked words')
  }
})

describe('a training', () => {
  test('is sold under a name of its own, and billed by what was trained', async () => {
    const before = await spent()
    const { id: training_file } = await upload('x'.repeat(4_000))
    const { id } = await openai().fineTuning.jobs.create({ model: 'm', training_file })
    expect((await spent()).held).toBe(3 * 3 * 1_000)
    expect(await failureOf(openai(BOB).fineTuning.jobs.cancel(id))).toMatchObject({ status: 404 })
    await openai().fineTuning.jobs.listEvents(id)
    Object.assign(vendors[0].objects.get(id) ?? {}, { status: 'succeeded', trained_tokens: 2_500 })
    await openai().fineTuning.jobs.retrieve(id)
    expect(await spent()).toEqual({ used: before.used + 7_500, held: 0 })
  })

  test('without a price is refused', async () => {
    const named = { headers: { 'x-gw-channel': String(gateway.channelIds[1]) } }
    const made = await openai(ROOT).files.create({ file: file('x'), purpose: 'fine-tune' }, named)
    const training = openai(ROOT).fineTuning.jobs.create({ model: 'b', training_file: made.id })
    expect(await failureOf(training)).toMatchObject({ status: 400, code: 'model_price_error' })
  })
})

test('the receipt of each of them adds up', () => expectReceipts(gateway))
