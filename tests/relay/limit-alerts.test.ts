/** Who is told how far a limit is used, and what channels do whose own limit is spent. */
import { expect, test } from 'bun:test'
import { startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { startSmtpSink } from '../support/smtp-sink'
import { json, startUpstream } from '../support/upstream'
import { ask, MODEL, PATH_OF, told } from './black-box'
import { answerOf, DEAR } from './dear-model'

const ANSWER = answerOf(50)
const CHARGE = 10 + 8 * 50

test('half, four fifths and all of a budget are told once each, and anew next day', async () => {
  const clock = { now: Date.UTC(2026, 10, 22, 12), nowMs: () => clock.now }
  await using sink = await startSmtpSink()
  await using upstream = await startUpstream(ANSWER)
  await using gateway = await startGateway({
    clock,
    users: [{ username: 'ann', email: 'ann@example.com' }],
    tokens: [{ name: 'app' }],
    channels: [{ upstream, models: MODEL }],
    options: { ...DEAR, ...sink.options },
  })
  await gateway.services.limits.set(TEST_ACTOR, {
    ...{ subject: 'token', key: String(gateway.tokenIds[0]), setBy: 'admin' },
    limits: [{ kind: 'budget', window: 'day', amount: 4 * CHARGE + 5 }],
  })
  const call = () => told(gateway.post(PATH_OF.openai, ask('openai', { max_tokens: 50 })))
  for (let day = 0; day < 2; day += 1) {
    for (let at = 0; at < 6; at += 1) await call()
    await gateway.idle()
    await sink.mail(2 * day + 2)
    clock.now += 24 * 3_600_000
  }
  expect(sink.mails.every(({ text }) => text.includes('“app”'))).toBe(true)
  // A call may pass two marks at once; none is told twice within a day.
  expect(sink.mails.length).toBeGreaterThanOrEqual(4)
  expect(sink.mails.length).toBeLessThanOrEqual(6)
})

test('a channel whose budget is spent is passed over, at first and in a retry', async () => {
  await using broken = await startUpstream(json({ error: { message: 'no' } }, { status: 500 }))
  await using small = await startUpstream(ANSWER)
  await using large = await startUpstream(ANSWER)
  await using gateway = await startGateway({
    channels: [
      { upstream: broken, models: MODEL, priority: 9, auto_ban: false },
      { upstream: small, models: MODEL, priority: 5 },
      { upstream: large, models: MODEL, priority: 1 },
    ],
    options: { ...DEAR, RetryTimes: 3 },
  })
  const limit = async (at: number, amount: number) =>
    await gateway.services.limits.set(TEST_ACTOR, {
      ...{ subject: 'channel', key: String(gateway.channelIds[at]), setBy: 'admin' },
      limits: [{ kind: 'budget', window: '5h', amount }],
    })
  await limit(0, 100_000)
  await limit(1, 2 * CHARGE)
  const call = () => told(gateway.post(PATH_OF.openai, ask('openai', { max_tokens: 50 })))
  for (let at = 0; at < 5; at += 1) expect((await call()).status).toBe(200)
  await gateway.idle()
  const views = await gateway.services.limits.list(TEST_ACTOR, { subject: 'channel' })
  // What was held at the broken channel went on with the call.
  expect(views[0]?.used).toBe(0)
  expect(views[1]?.used).toBe(small.requests.length * CHARGE)
  expect(views[1]?.used).toBeLessThanOrEqual(2 * CHARGE)
  expect(small.requests.length + large.requests.length).toBe(5)
  // Where every channel is spent, the limit is what the client hears of.
  await limit(0, 0)
  await limit(1, 0)
  await limit(2, 0)
  const refused = await call()
  expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([403, 'limit_spent'])
})
