/** Channels that take prompts up to a length. */
import { describe, expect, test } from 'bun:test'
import { startGateway } from '../support/gateway'
import { json, startUpstream } from '../support/upstream'
import {
  ask,
  expectRefusal,
  expectSpent,
  PATH_OF,
  PRICES,
  PROTOCOLS,
  recorded,
  told,
} from './black-box'

const ANSWER = json(recorded('openai').json)
const LIMIT = '{"max_input_tokens":200}'

/** Words of one token each. */
const prompt = (tokens: number) => ({
  messages: [{ role: 'user', content: 'word '.repeat(tokens).trim() }],
})

describe.each(PROTOCOLS)('a prompt of %s', (protocol) => {
  test.each([
    ['that is short goes to the channel of its priority', 3, 'small'],
    // Two bytes a token, as a hold is estimated, would be above the limit.
    ['is weighed before it is called too long', 150, 'small'],
    ['that is longer goes to the next channel', 300, 'large'],
  ])('%s', async (_, tokens, wanted) => {
    await using upstream = await startUpstream(ANSWER)
    const models = 'm'
    await using gateway = await startGateway({
      options: PRICES,
      channels: [
        { upstream, models, key: 'small', priority: 5, setting: LIMIT },
        { upstream, models, key: 'large' },
      ],
    })
    const answer = await told(gateway.post(PATH_OF[protocol], ask(protocol, prompt(tokens))))
    expect(answer.status).toBe(200)
    expect(upstream.requests.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${wanted}`,
    ])
  })

  test('that no channel takes is refused in the words of vendors, and is free', async () => {
    await using upstream = await startUpstream(ANSWER)
    await using gateway = await startGateway({
      options: PRICES,
      channels: [{ upstream, models: 'm', setting: LIMIT }],
    })
    const answer = await told(gateway.post(PATH_OF[protocol], ask(protocol, prompt(300))))
    const error = expectRefusal(answer, protocol, 400)
    expect(error.message).toMatch(/^prompt is too long: 3\d\d tokens > 200 maximum/)
    if (protocol === 'openai') expect(error.code).toBe('context_length_exceeded')
    expect(upstream.requests).toHaveLength(0)
    await expectSpent(gateway, 0)
  })
})
