/** GET /v1/models: what a token may call, for both SDK families. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { failureOf } from '../support/sdk'
import { TEST_ACTOR } from '../support/seed'

let gateway: Gateway

const [PLAIN, LIMITED, VIP] = [0, 1, 2]

beforeAll(async () => {
  gateway = await startGateway({
    users: [{ username: 'ann' }],
    tokens: [{}, { model_limits: 'gpt-4o' }, { group: 'vip' }],
    options: {
      GroupRatio: { default: 1, vip: 1 },
      UserUsableGroups: { default: 'everybody', vip: 'the few' },
      // A model without a price is in no list, because calls of it are refused.
      ModelPrice: { 'vendor/own-model': 0.01 },
    },
    channels: [
      { models: ['gpt-4o', 'vendor/own-model'] },
      { type: 14, models: 'claude-sonnet-4-6' },
      { type: 24, models: ['gemini-2.5-pro', 'gpt-4o'] },
      { models: 'gpt-4o-mini', group: 'vip' },
    ],
  })
})

afterAll(() => gateway[Symbol.asyncDispose]())

const ALL = ['claude-sonnet-4-6', 'gemini-2.5-pro', 'gpt-4o', 'vendor/own-model']

function key(index: number | undefined): string {
  return gateway.keys[index ?? 0] ?? ''
}

async function names(index?: number): Promise<string[]> {
  return (await gateway.openai(key(index)).models.list()).data.map(({ id }) => id)
}

describe('the list', () => {
  test('has every routable model once, for the OpenAI SDK', async () => {
    expect((await names(PLAIN)).sort()).toEqual(ALL)
  })

  test('has the same models for the Anthropic SDK, in its own shape', async () => {
    const page = await gateway.anthropic().models.list()
    expect(page.data.map(({ id }) => id).sort()).toEqual(ALL)
    expect(page.data[0]).toMatchObject({ type: 'model', created_at: expect.any(String) })
    expect(page.has_more).toBe(false)
  })

  test('names whose model it is', async () => {
    const { data } = await gateway.openai().models.list()
    const owners = Object.fromEntries(data.map(({ id, owned_by }) => [id, owned_by]))
    expect(owners).toMatchObject({ 'gpt-4o': 'openai', 'vendor/own-model': 'custom' })
  })

  test('has just the limits of a token that has limits', async () => {
    expect(await names(LIMITED)).toEqual(['gpt-4o'])
  })

  test('is that of the group of the token', async () => {
    expect(await names(VIP)).toEqual(['gpt-4o-mini'])
  })

  test('loses the models of a channel that is switched off', async () => {
    const id = gateway.channelIds[0] ?? 0
    await gateway.services.channels.disable(TEST_ACTOR, { id })
    expect((await names()).sort()).toEqual(['claude-sonnet-4-6', 'gemini-2.5-pro', 'gpt-4o'])
    await gateway.services.channels.enable(TEST_ACTOR, { id })
    expect((await names()).sort()).toEqual(ALL)
  })

  test('is not shown to strangers', async () => {
    const call = gateway.openai('sk-nobody').models.list()
    expect(await failureOf(call)).toMatchObject({ status: 401 })
    const claude = gateway.anthropic('sk-nobody').models.list()
    expect(await failureOf(claude)).toMatchObject({
      status: 401,
      error: { type: 'error', error: { type: 'authentication_error' } },
    })
  })
})

describe('one model', () => {
  test('is described to both SDKs', async () => {
    expect(await gateway.openai().models.retrieve('gpt-4o')).toMatchObject({
      id: 'gpt-4o',
      object: 'model',
      owned_by: 'openai',
    })
    expect(await gateway.anthropic().models.retrieve('claude-sonnet-4-6')).toMatchObject({
      type: 'model',
      id: 'claude-sonnet-4-6',
    })
  })

  test('may have a slash in its name', async () => {
    const model = await gateway.openai().models.retrieve('vendor/own-model')
    expect(model.id).toBe('vendor/own-model')
  })

  for (const [what, name] of [
    ['nobody offers', 'no-such-model'],
    ['only another group has', 'gpt-4o-mini'],
  ] as const) {
    test(`that ${what} is not found`, async () => {
      expect(await failureOf(gateway.openai().models.retrieve(name))).toMatchObject({
        status: 404,
        code: 'model_not_found',
      })
      expect(await failureOf(gateway.anthropic().models.retrieve(name))).toMatchObject({
        status: 404,
        error: { type: 'error', error: { type: 'not_found_error' } },
      })
    })
  }

  test('beyond the limits of the token is not found', async () => {
    const call = gateway.openai(key(LIMITED)).models.retrieve('claude-sonnet-4-6')
    expect(await failureOf(call)).toMatchObject({ status: 404 })
  })

  test('with a badly escaped name is not found, and no accident', async () => {
    const response = await fetch(`${gateway.url}/v1/models/%E0%A4%A`, {
      headers: { authorization: `Bearer ${key(PLAIN)}` },
    })
    expect(response.status).toBe(404)
  })
})
