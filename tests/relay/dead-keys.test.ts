/** Words by which one vendor says that a key is of no more use, and another does not. */
import { expect, test } from 'bun:test'
import { startGateway } from '../support/gateway'
import { json, startUpstream } from '../support/upstream'

const NO_MONEY = { error: { message: 'Insufficient Balance', type: 'unknown_error' } }
const BAD_KEY = {
  error: {
    code: 400,
    message: 'API key not valid. Please pass a valid API key.',
    status: 'INVALID_ARGUMENT',
    details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
  },
}
const code = (text: string) => ({ error: { code: text, message: 'no', type: 'x' } })
const REFUSED = { error: { code: 403, message: 'The model is not allowed', status: 'X' } }
const ENABLED = 1
const AUTO_DISABLED = 3

test.each([
  ['an empty account at DeepSeek', 43, 402, NO_MONEY, AUTO_DISABLED],
  ['the same status at OpenRouter, which may be about one request', 20, 402, NO_MONEY, ENABLED],
  ['a bad key at Gemini, told with a 400', 24, 400, BAD_KEY, AUTO_DISABLED],
  ['a 403 of Gemini', 24, 403, REFUSED, AUTO_DISABLED],
  ['an account in arrears at Alibaba', 17, 400, code('Arrearage'), AUTO_DISABLED],
  ['a throttled account at Alibaba', 17, 429, code('Throttling.RateQuota'), ENABLED],
  ['an account in arrears at Volcano Ark', 45, 403, code('AccountOverdueError'), AUTO_DISABLED],
  ['an empty account at Zhipu', 26, 429, code('1113'), AUTO_DISABLED],
  ['too many calls at Zhipu', 26, 429, code('1302'), ENABLED],
  [
    'an empty account at Moonshot',
    25,
    429,
    { error: { message: 'no', type: 'exceeded_current_quota_error' } },
    AUTO_DISABLED,
  ],
  ['a 403 of Vertex, which is about one model', 41, 403, REFUSED, ENABLED],
])('%s', async (_, type, status, body, expected) => {
  await using upstream = await startUpstream(json(body, { status }))
  const key = 'some-key'
  await using gateway = await startGateway({
    channels: [{ type, models: 'gemini-2.5-flash', upstream, key }],
    options: {
      RetryTimes: 0,
      SelfUseModeEnabled: true,
      AutomaticDisableChannelEnabled: true,
      AutomaticDisableKeywords: '',
    },
  })
  const ask = { model: 'gemini-2.5-flash', messages: [{ role: 'user', content: 'Hi' }] }
  // What a client can only wait for is told as it is; all else is the operator's business.
  const isLimit = status === 429 && expected === ENABLED
  const { status: told } = await gateway.post('/v1/chat/completions', ask)
  expect(told).toBe(isLimit ? 429 : 502)
  await gateway.idle()
  expect((await gateway.services.channels.list()).items[0]?.status).toBe(expected)
})
