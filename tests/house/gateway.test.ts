/** The support that the stories stand on: a gateway in this process, and one of its own. */
import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { runCli } from '../support/cli'
import { startGateway } from '../support/gateway'
import { startGatewayProcess } from '../support/gateway-process'
import { manualClock, seededRandom } from '../support/ports'
import { failureOf } from '../support/sdk'
import { TEST_ACTOR } from '../support/seed'
import { json, startUpstream } from '../support/upstream'

const ANSWER = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-4o-mini',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
}

const HELLO = { model: 'gpt-4o-mini', messages: [{ role: 'user' as const, content: 'hello' }] }

describe('a gateway in this process', () => {
  test('relays for the seeded key through the seeded channel', async () => {
    await using upstream = await startUpstream(json(ANSWER))
    await using gateway = await startGateway({ channels: [{ upstream, key: 'sk-up' }] })
    const answer = await gateway.openai().chat.completions.create(HELLO)
    expect(answer.choices[0]?.message.content).toBe('Hi.')
    expect(upstream.last().headers.authorization).toBe('Bearer sk-up')
  })

  test('refuses a key that was not seeded', async () => {
    await using gateway = await startGateway()
    const error = await failureOf(gateway.openai('sk-nobody').chat.completions.create(HELLO))
    expect(error).toMatchObject({ status: 401 })
  })

  test('gives every user, token and channel of the seed its id in order', async () => {
    await using gateway = await startGateway({
      users: [{ username: 'ann' }, { username: 'bob' }],
      tokens: [{ username: 'bob' }, {}],
      channels: [{ models: ['a', 'b'] }, { models: 'c' }],
    })
    const { services, userIds, tokenIds, keys, channelIds } = gateway
    expect(await services.tokens.show(TEST_ACTOR, tokenIds[0] ?? 0)).toMatchObject({
      user_id: userIds[1],
    })
    expect(await services.tokens.show(TEST_ACTOR, tokenIds[1] ?? 0)).toMatchObject({
      user_id: userIds[0],
    })
    expect(await services.channels.show(channelIds[1] ?? 0)).toMatchObject({ models: 'c' })
    expect(keys.map((key) => key.length)).toEqual([51, 51])
  })

  test('fails when the seed names a user it does not have', async () => {
    expect(startGateway({ tokens: [{ username: 'nobody' }] })).rejects.toThrow('no user nobody')
  })

  test('goes on after a restart with the same keys', async () => {
    await using first = await startGateway({ channels: [{ models: 'gpt-4o' }] })
    await first.stop()
    await using second = await startGateway({ restartOf: first })
    const models = await second.openai().models.list()
    expect(models.data.map(({ id }) => id)).toEqual(['gpt-4o'])
  })

  test('removes its data folder at the end', async () => {
    const gateway = await startGateway()
    expect(existsSync(gateway.dataDir)).toBe(true)
    await gateway[Symbol.asyncDispose]()
    expect(existsSync(gateway.dataDir)).toBe(false)
  })
})

describe('a gateway as its own process', () => {
  test('serves, is killed, and starts again on the same data', async () => {
    await using upstream = await startUpstream(json(ANSWER))
    await using first = await startGatewayProcess({ channels: [{ upstream }] })
    expect(first.rootPassword).toBeString()
    expect((await first.post('/v1/chat/completions', HELLO)).status).toBe(200)
    await first.kill9()
    await using second = await startGatewayProcess({ restartOf: first })
    expect(second.rootPassword).toBeUndefined()
    expect((await second.post('/v1/chat/completions', HELLO)).status).toBe(200)
    expect(await second.stop()).toBe(0)
  })

  test('reports why it did not start', async () => {
    const starting = startGatewayProcess({ env: { GW_TRUSTED_PROXIES: 'not an address' } })
    await expect(starting).rejects.toThrow('did not start')
  })
})

describe('the command line as a child process', () => {
  test('shows both streams when it printed no JSON', async () => {
    const result = await runCli(['no-such-command'])
    expect(result.code).toBe(2)
    expect(() => result.json()).toThrow('no-such-command')
  })

  test('works on the data of a gateway that runs', async () => {
    await using gateway = await startGateway({ users: [{ username: 'ann' }] })
    const result = await gateway.cli(['user', 'list', '--json'])
    expect(result.json()).toMatchObject([{ username: 'ann' }])
  })
})

describe('time and chance in the hand of a test', () => {
  test('stand still until they are moved', () => {
    const clock = manualClock(1000)
    clock.advance(500)
    expect(clock.nowMs()).toBe(1500)
    expect(clock.nowMs()).toBe(1500)
  })

  test('repeat for the same seed and differ for another', () => {
    const draw = (seed: number): number[] => {
      const random = seededRandom(seed)
      return Array.from({ length: 5 }, () => random.next())
    }
    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
    expect(draw(7).every((value) => value >= 0 && value < 1)).toBe(true)
  })
})
