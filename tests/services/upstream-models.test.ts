/** Models that upstreams add, drop and rename: found by walks, applied by rules or by a person. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createChannelPorts } from '../../server/channel-clients'
import { ROLE } from '../../server/domain/accounts/roles'
import type { FindingKind } from '../../server/domain/channels/upstream-models/findings'
import { stemOf } from '../../server/domain/channels/upstream-models/stems'
import { secureRandom } from '../../server/random'
import { type Fixture, OPERATOR, openFixture, person, refusal } from './services-fixture'

const HOUR_MS = 3_600_000

/** What the upstream answers to each key; "*" is for every other. */
let answers: Record<string, readonly string[] | number>
let asked: string[]
let upstream: Bun.Server<undefined>
let fixture: Fixture

beforeEach(async () => {
  answers = { '*': [] }
  asked = []
  upstream = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const key = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
      asked.push(key)
      const answer = answers[key] ?? answers['*'] ?? []
      if (typeof answer === 'number') return new Response('{}', { status: answer })
      return Response.json({ data: answer.map((id) => ({ id })) })
    },
  })
  fixture = await openWithPorts()
})
afterEach(async () => {
  await fixture.close()
  await upstream.stop(true)
})

async function openWithPorts(): Promise<Fixture> {
  const ports = () => {
    const { db, sealer, clock } = fixture
    const time = { nowMs: () => clock.ms }
    const deps = { db, sealer, random: secureRandom, connectTimeoutMs: 5000, pauseMs: 0 }
    return createChannelPorts({ ...deps, clock: time })
  }
  return await openFixture(undefined, {
    channelPorts: {
      pauseMs: 0,
      readBalance: (id) => ports().readBalance(id),
      reportsBalance: (type) => ports().reportsBalance(type),
      readPrices: (id) => ports().readPrices(id),
      record: (id, order) => ports().record(id, order),
      verify: (id, order) => ports().verify(id, order),
      listModels: (source) => ports().listModels(source),
      listModelsByKey: (id) => ports().listModelsByKey(id),
      routeApi: (id, question) => ports().routeApi(id, question),
      checkHost: (name) => ports().checkHost(name),
    },
  })
}

async function channel(models: string, more: object = {}): Promise<number> {
  const base_url = `http://127.0.0.1:${upstream.port}`
  const [made] = await fixture.channels.create(OPERATOR, {
    ...{ type: 1, name: 'main', key: 'sk-1', base_url, models },
    ...more,
  })
  return made?.id ?? 0
}

async function walk(channels?: readonly number[]) {
  return await (await fixture.upstreamModels.walk(OPERATOR, { channels })).finished
}

async function walks(times: number): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) await walk()
}

async function set(options: Readonly<Record<string, string>>): Promise<void> {
  for (const [key, value] of Object.entries(options)) {
    await fixture.options.set(OPERATOR, { key, value })
  }
}

/** Names that wait, by kind; a renamed one with what it became. */
async function waiting(): Promise<Partial<Record<FindingKind, string[]>>> {
  const { items } = await fixture.upstreamModels.list({ page_size: 100 })
  const told = Map.groupBy(items, ({ kind }) => kind)
  return Object.fromEntries(
    [...told].map(([kind, rows]) => [
      kind,
      rows.map(({ model, other }) => (other === '' ? model : `${model}>${other}`)),
    ]),
  )
}

async function idOf(model: string): Promise<number> {
  const { items } = await fixture.upstreamModels.list({ page_size: 100 })
  return items.find((row) => row.model === model)?.id ?? 0
}

const modelsOf = async (id: number) => (await fixture.channels.show(id)).models

describe('a walk', () => {
  test('finds what is listed and not served, by the names of the upstream', async () => {
    await channel('mine,gpt-4o', { model_mapping: '{"mine":"gpt-4.1"}' })
    answers['*'] = ['gpt-4o', 'gpt-4.1', 'gpt-5']
    expect(await walk()).toMatchObject({ walked: 1, waiting: 1, fresh: 1, failures: [] })
    expect(await waiting()).toEqual({ new: ['gpt-5'] })
    expect((await walk()).fresh).toBe(0)
  })

  test('tells that a model is gone after some lists in a row, and forgets it', async () => {
    await channel('gpt-4o,o3')
    answers['*'] = ['gpt-4o', 'o3']
    await walk()
    answers['*'] = ['gpt-4o']
    await walks(2)
    expect(await waiting()).toEqual({})
    await walk()
    expect(await waiting()).toEqual({ gone: ['o3'] })
    answers['*'] = ['gpt-4o', 'o3']
    await walk()
    expect(await waiting()).toEqual({})
    answers['*'] = ['gpt-4o']
    await walks(2)
    expect(await waiting()).toEqual({})
  })

  test.each([
    ['fails', 500],
    ['is empty', []],
  ])('of a list that %s retires nothing, however often', async (_what, answer) => {
    const id = await channel('gpt-4o,o3')
    await set({ UpstreamModelsGone: 'retire', UpstreamModelsGoneAfter: '1' })
    answers['*'] = ['gpt-4o', 'o3']
    await walk()
    answers['*'] = answer
    const { walked, failures } = await walk()
    await walk()
    expect({ walked, failed: failures.map((one) => one.id) }).toEqual({ walked: 0, failed: [id] })
    expect(await modelsOf(id)).toBe('gpt-4o,o3')
    expect(await waiting()).toEqual({})
    const [state] = await fixture.upstreamModels.states()
    expect(state?.failure).toBeDefined()
    answers['*'] = ['gpt-4o', 'o3']
    await walk()
    expect((await fixture.upstreamModels.states())[0]?.failure).toBeUndefined()
  })

  test('asks every key: new is what all list, gone what none lists', async () => {
    await channel('gpt-4o,o3', { key: 'sk-1\nsk-2', key_mode: 'round_robin' })
    await set({ UpstreamModelsGoneAfter: '1' })
    answers = { 'sk-1': ['gpt-4o', 'gpt-5', 'o3'], 'sk-2': ['gpt-4o', 'gpt-5', 'o1'] }
    await walk()
    expect(asked.toSorted()).toEqual(['sk-1', 'sk-2'])
    expect(await waiting()).toEqual({ new: ['gpt-5'] })
    answers = { 'sk-1': ['gpt-4o'], 'sk-2': 500 }
    await walk()
    expect(await waiting()).toEqual({})
    answers['sk-2'] = ['gpt-4o']
    await walk()
    expect(await waiting()).toEqual({ gone: ['o3'] })
  })

  test('leaves names out that patterns exclude, or that no channel could serve', async () => {
    await channel('gpt-4o')
    await set({ UpstreamModelsInclude: 'gpt-*', UpstreamModelsExclude: '*-preview' })
    answers['*'] = ['gpt-4o', 'gpt-5', 'gpt-5-preview', 'o3', 'gpt-a,b', `gpt-${'x'.repeat(300)}`]
    await walk()
    expect(await waiting()).toEqual({ new: ['gpt-5'] })
  })

  test('is one at a time', async () => {
    await channel('gpt-4o')
    answers['*'] = ['gpt-4o']
    const first = await fixture.upstreamModels.walk(OPERATOR)
    expect(await refusal(fixture.upstreamModels.walk(OPERATOR))).toBe('channel.walk_running')
    await first.finished
  })

  test('of removed channels leaves nothing behind', async () => {
    const id = await channel('gpt-4o')
    answers['*'] = ['gpt-5']
    await walk()
    await fixture.channels.remove(OPERATOR, id)
    expect(await fixture.upstreamModels.states()).toEqual([])
  })
})

describe('a renamed model', () => {
  test.each([
    ['claude-3-5-sonnet-20240620', 'claude-3-5-sonnet'],
    ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet'],
    ['gpt-4o-2024-08-06', 'gpt-4o'],
    ['gpt-4-1106-preview', 'gpt-4'],
    ['gemini-2.5-pro-preview-05-06', 'gemini-2.5-pro'],
    ['gemini-1.5-pro-002', 'gemini-1.5-pro'],
    ['deepseek-v3-0324', 'deepseek-v3'],
    ['llama-3-8b', 'llama-3-8b'],
    ['gpt-4o-mini', 'gpt-4o-mini'],
  ])('%s is a version of %s', (model, stem) => {
    expect(stemOf(model)).toBe(stem)
  })

  test('is offered with the version that appeared, and mapped by a click', async () => {
    const id = await channel('gpt-4o-2024-05-13')
    answers['*'] = ['gpt-4o-2024-05-13', 'gpt-4o-2024-08-06']
    await walk()
    answers['*'] = ['gpt-4o-2024-08-06', 'gpt-4o-2024-11-20']
    await walks(3)
    expect((await waiting()).renamed).toEqual(['gpt-4o-2024-05-13>gpt-4o-2024-11-20'])
    await fixture.upstreamModels.apply(OPERATOR, { ids: [await idOf('gpt-4o-2024-05-13')] })
    const { models, model_mapping } = await fixture.channels.show(id)
    expect(models).toBe('gpt-4o-2024-05-13')
    expect(JSON.parse(model_mapping)).toEqual({ 'gpt-4o-2024-05-13': 'gpt-4o-2024-11-20' })
    await walk()
    expect((await waiting()).renamed).toBeUndefined()
  })

  test('is not mapped by the rule that retires, and mapped by its own', async () => {
    const id = await channel('gpt-4o-2024-05-13,o3')
    await set({ UpstreamModelsGone: 'retire', UpstreamModelsGoneAfter: '1' })
    answers['*'] = ['gpt-4o-2024-05-13', 'o3']
    await walk()
    answers['*'] = ['gpt-4o-2024-11-20', 'o3']
    await walk()
    expect(await fixture.channels.show(id)).toMatchObject({
      models: 'gpt-4o-2024-05-13,o3',
      model_mapping: '',
    })
    await set({ UpstreamModelsRenamed: 'map' })
    expect((await walk()).changed).toMatchObject({ map: 1, retire: 0 })
    const { model_mapping } = await fixture.channels.show(id)
    expect(JSON.parse(model_mapping)).toEqual({ 'gpt-4o-2024-05-13': 'gpt-4o-2024-11-20' })
  })
})

describe('rules', () => {
  test('add new models that have a price, and leave the others to a person', async () => {
    const id = await channel('gpt-4o')
    await set({ UpstreamModelsNew: 'add' })
    answers['*'] = ['gpt-4o', 'gpt-4o-mini', 'never-priced']
    expect((await walk()).changed.add).toBe(1)
    expect(await modelsOf(id)).toBe('gpt-4o,gpt-4o-mini')
    expect(await waiting()).toEqual({ new: ['never-priced'] })
    const [entry] = await fixture.audit.list({ target: `channel:${id}` })
    expect(entry).toMatchObject({ action: 'channel.set', actor: 'cli:tester' })
    expect(entry?.after).toContain('gpt-4o-mini')
  })

  test('retire what was listed once, and never the last model of a channel', async () => {
    const id = await channel('gpt-4o,o3,silent')
    await set({ UpstreamModelsGone: 'retire', UpstreamModelsGoneAfter: '2' })
    answers['*'] = ['gpt-4o', 'o3']
    await walk()
    answers['*'] = ['o1']
    await walk()
    expect(await modelsOf(id)).toBe('gpt-4o,o3,silent')
    await walk()
    expect(await modelsOf(id)).toBe('silent')
    expect((await waiting()).gone).toEqual(['silent'])
  })

  test('do not empty a channel', async () => {
    const id = await channel('o3')
    await set({ UpstreamModelsGone: 'retire', UpstreamModelsGoneAfter: '1' })
    answers['*'] = ['o3']
    await walk()
    answers['*'] = ['gpt-4o']
    await walk()
    expect(await modelsOf(id)).toBe('o3')
    const ids = [await idOf('o3')]
    expect(await refusal(fixture.upstreamModels.apply(OPERATOR, { ids }))).toBe(
      'channel.models_empty',
    )
  })

  test('of a channel go before those of the options', async () => {
    await set({ UpstreamModelsNew: 'add' })
    const setting = '{"upstream_models":{"new":"ask","exclude":["o*"]}}'
    await channel('gpt-4o', { setting })
    answers['*'] = ['gpt-4o', 'gpt-4o-mini', 'o3']
    await walk()
    expect(await waiting()).toEqual({ new: ['gpt-4o-mini'] })
    const odd = channel('gpt-4o', { setting: '{"upstream_models":{"new":"sell"}}' })
    expect(await refusal(odd)).toBe('channel.field_invalid')
  })
})

describe('a person', () => {
  test('adds a model without a price only by saying so', async () => {
    const id = await channel('gpt-4o')
    answers['*'] = ['gpt-4o', 'never-priced']
    await walk()
    const ids = [await idOf('never-priced')]
    expect(await refusal(fixture.upstreamModels.apply(OPERATOR, { ids }))).toBe(
      'upstream_model.unpriced',
    )
    expect(await modelsOf(id)).toBe('gpt-4o')
    await fixture.upstreamModels.apply(person(ROLE.admin), { ids, accepts_unpriced: true })
    expect(await modelsOf(id)).toBe('gpt-4o,never-priced')
    expect(await refusal(fixture.upstreamModels.apply(OPERATOR, { ids }))).toBe(
      'upstream_model.not_found',
    )
  })

  test('retires a model, which other channels go on serving, and adds it again', async () => {
    const id = await channel('gpt-4o,o3')
    await channel('o3', { name: 'other', key: 'sk-2' })
    await set({ UpstreamModelsGoneAfter: '1' })
    answers = { 'sk-1': ['gpt-4o'], 'sk-2': ['o3'] }
    await walk()
    const { items } = await fixture.upstreamModels.list({ channelId: id, kind: 'gone' })
    await fixture.upstreamModels.apply(OPERATOR, { ids: items.map((row) => row.id) })
    expect(await modelsOf(id)).toBe('gpt-4o')
    expect(await fixture.models.enabled()).toEqual(['gpt-4o', 'o3'])
    answers['sk-1'] = ['gpt-4o', 'o3']
    await walk()
    const back = await fixture.upstreamModels.list({ channelId: id, kind: 'new' })
    await fixture.upstreamModels.apply(OPERATOR, { ids: back.items.map((row) => row.id) })
    expect(await modelsOf(id)).toBe('gpt-4o,o3')
  })

  test('ignores what was found until it changes', async () => {
    await channel('gpt-4o-2024-05-13')
    await set({ UpstreamModelsGoneAfter: '1' })
    answers['*'] = ['gpt-4o-2024-08-06']
    await walk()
    const all = await fixture.upstreamModels.list({})
    const ids = all.items.map(({ id }) => id)
    await fixture.upstreamModels.ignore(OPERATOR, { ids })
    await walks(2)
    expect(await waiting()).toEqual({})
    answers['*'] = ['gpt-4o-2024-11-20']
    await walk()
    expect(await waiting()).toEqual({
      new: ['gpt-4o-2024-11-20'],
      renamed: ['gpt-4o-2024-05-13>gpt-4o-2024-11-20'],
    })
  })

  test('is told by the overview how many wait, by channel', async () => {
    const id = await channel('gpt-4o')
    answers['*'] = ['gpt-4o', 'gpt-5', 'gpt-4.1']
    await walk()
    const { items } = await fixture.overview.attention('en')
    expect(items.filter(({ kind }) => kind === 'upstream_models')).toMatchObject([
      { id, name: 'main', models: 2 },
    ])
  })
})

describe('the schedule', () => {
  test('asks nobody unless it is switched on, and then each channel once an interval', async () => {
    await channel('gpt-4o')
    answers['*'] = ['gpt-4o']
    expect(await fixture.upstreamModels.walkDue()).toBeUndefined()
    await set({ UpstreamModelsHours: '6' })
    await fixture.upstreamModels.walkDue()
    await fixture.upstreamModels.walkDue()
    expect(asked).toHaveLength(1)
    fixture.clock.ms += 6 * HOUR_MS
    await fixture.upstreamModels.walkDue()
    expect(asked).toHaveLength(2)
  })

  test('leaves out disabled channels and those that say so', async () => {
    const id = await channel('gpt-4o')
    await channel('gpt-4o', { key: 'sk-2', setting: '{"upstream_models":{"walk":false}}' })
    await fixture.channels.disable(OPERATOR, { id })
    await set({ UpstreamModelsHours: '1' })
    expect(await fixture.upstreamModels.walkDue()).toBeUndefined()
  })

  test('waits twice as long for an upstream that fails, and longer', async () => {
    await channel('gpt-4o')
    await set({ UpstreamModelsHours: '1' })
    answers['*'] = 500
    const after = async (hours: number) => {
      fixture.clock.ms += hours * HOUR_MS
      asked = []
      await fixture.upstreamModels.walkDue()
      return asked.length
    }
    expect(await after(0)).toBe(1)
    expect(await after(1)).toBe(0)
    expect(await after(1)).toBe(1)
    expect(await after(3)).toBe(0)
    expect(await after(1)).toBe(1)
  })
})
