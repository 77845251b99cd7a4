/** What upstreams report as the cost of calls is summed by channel beside what was charged. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { json, startUpstream, type Upstream } from '../support/upstream'

let tells: Upstream
let silent: Upstream
let gateway: Gateway

const answer = (usage: object) =>
  json({
    choices: [{ index: 0, message: { role: 'assistant', content: 'y' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, ...usage },
  })

beforeAll(async () => {
  tells = await startUpstream(answer({ cost: 0.000_012 }))
  silent = await startUpstream(answer({}))
  gateway = await startGateway({
    channels: [
      { type: 20, name: 'router', upstream: tells, models: 'told' },
      { type: 1, name: 'plain', upstream: silent, models: 'untold' },
    ],
    options: { ModelRatio: { told: 1, untold: 1 }, CompletionRatio: { told: 1, untold: 1 } },
  })
  const send = async (model: string) => {
    const messages = [{ role: 'user', content: 'hi' }]
    const response = await gateway.post('/v1/chat/completions', { model, messages })
    expect(response.status).toBe(200)
  }
  for (const model of ['told', 'told', 'untold']) await send(model)
  tells.script(answer({}))
  await send('told')
  await gateway.idle()
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await Promise.all([tells.stop(), silent.stop()])
})

const ROUTER = {
  name: 'router',
  calls: 3,
  reported_calls: 2,
  reported_micro_usd: 24,
  charged_micro_usd: 60,
  margin_micro_usd: 36,
}

describe('reconcile without a file', () => {
  test('compares calls with a cost alone, and leaves out channels without any', async () => {
    const { code, stdout } = await gateway.cli(['reconcile', '--json'])
    expect([code, JSON.parse(stdout)]).toEqual([0, [{ id: gateway.channelIds[0], ...ROUTER }]])
    const shown = await gateway.cli(['reconcile', '--channel', 'router'])
    expect(shown.stdout).toContain('$0.000024')
    expect(shown.stdout).toContain('$0.000060')
  })

  test('knows other channels and other times', async () => {
    const other = await gateway.cli(['reconcile', '--channel', 'plain', '--json'])
    expect(JSON.parse(other.stdout)).toEqual([])
    const times = ['--from', '2020-01-01 00:00', '--to', '2020-01-02 00:00']
    const past = await gateway.cli(['reconcile', '--json', ...times])
    expect(JSON.parse(past.stdout)).toEqual([])
  })

  test('asks whose usage a file tells, and of no other days', async () => {
    const whose = await gateway.cli(['reconcile', '-'], { input: 'date,model,class,count\n' })
    expect([whose.code, whose.stderr.includes('--channel')]).toEqual([2, true])
    const days = ['reconcile', '-', '--channel', 'router', '--from', '7d']
    expect((await gateway.cli(days, { input: '' })).code).toBe(2)
  })
})
