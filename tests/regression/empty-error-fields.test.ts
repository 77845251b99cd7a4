import { describe, expect, test } from 'bun:test'
import { ask, MODEL, PRICES, RECORDED_CHARGE, recorded } from '../relay/black-box'
import { startGateway } from '../support/gateway'
import { frames, json, sse, startUpstream } from '../support/upstream'

const EMPTY = [null, '', false, 0, {}, [], { code: 0, message: '' }]
const FULL = ['broken', true, 7, { message: 'broken' }, ['broken']]
const ANSWER = JSON.parse(recorded('openai').json)
const [first = '', ...rest] = frames(recorded('openai').sse)

function firstWith(error: unknown): string {
  return `data: ${JSON.stringify({ ...JSON.parse(first.slice('data: '.length)), error })}\n\n`
}

describe.each([false, true])('with stream %p', (stream) => {
  const replyWith = (error: unknown) =>
    stream ? sse([firstWith(error), ...rest]) : json({ ...ANSWER, error })

  for (const error of EMPTY) {
    test(`an answer whose error is ${JSON.stringify(error)} is an answer`, async () => {
      await using upstream = await startUpstream(replyWith(error))
      await using gateway = await startGateway({
        channels: [{ upstream, models: MODEL }],
        options: PRICES,
      })
      const response = await gateway.post('/v1/chat/completions', ask('openai', { stream }))
      expect(await response.text()).toContain('世界')
      expect(response.status).toBe(200)
      await gateway.idle()
      const [log] = (await gateway.services.logs.list({})).items
      expect(log).toMatchObject({ type: 2, quota: RECORDED_CHARGE })
    })
  }

  for (const error of FULL) {
    test(`an answer whose error is ${JSON.stringify(error)} is a failure`, async () => {
      await using upstream = await startUpstream(replyWith(error))
      await using gateway = await startGateway({
        channels: [{ upstream, models: MODEL }],
        options: { ...PRICES, RetryTimes: 0 },
      })
      const response = await gateway.post('/v1/chat/completions', ask('openai', { stream }))
      expect(response.status).toBe(500)
      await gateway.idle()
      const [log] = (await gateway.services.logs.list({})).items
      expect(log).toMatchObject({ type: 5, quota: 0 })
    })
  }
})
