import { describe, expect, test } from 'bun:test'
import { ERROR_IDS } from '../../server/domain/errors/catalogue'
import { errorFacts } from '../../server/domain/errors/error-facts'
import { GatewayError, UpstreamError } from '../../server/domain/errors/gateway-error'
import { messageOf } from '../../server/domain/errors/message'
import {
  DICTIONARIES,
  LANGUAGES,
  type Language,
  translate,
} from '../../server/domain/i18n/translate'
import { contentOf, type LogReader } from '../../server/domain/logs/content'
import { isLogKind, LOG_KINDS } from '../../server/domain/logs/kinds'
import { oldErrorParams } from '../../server/services/logs/old-error-params'

function reader(language: Language, more: Partial<LogReader> = {}): LogReader {
  return {
    text: (key, params) => translate(language, key, params),
    perUnit: 500_000,
    inCurrency: true,
    seesUpstream: false,
    oldErrorParams,
    ...more,
  }
}

function told(other: object, more: Partial<LogReader> = {}, language: Language = 'en'): string {
  return contentOf({ type: 4, content: '', other: JSON.stringify(other) }, reader(language, more))
}

function errorRow(failure: GatewayError, more: Partial<LogReader> = {}): string {
  const row = { type: 5, content: '', other: JSON.stringify(errorFacts(failure)) }
  return contentOf(row, reader('en', more))
}

function stored(content: string, row: { type?: number; other?: string } = {}): string {
  return contentOf({ type: 1, other: '', ...row, content }, reader('en'))
}

describe.each([...LANGUAGES])('in %s', (language) => {
  test.each(Object.keys(LOG_KINDS))('the kind %s is told without a gap', (kind) => {
    if (!isLogKind(kind)) throw new Error(kind)
    const params = Object.fromEntries(Object.keys(LOG_KINDS[kind]).map((name) => [name, 1000]))
    const text = told({ kind, params }, {}, language)
    expect(text).not.toContain('{{')
    expect(/\p{Script=Han}/u.test(text)).toBe(language === 'zh')
    expect(text).toMatch(/0\.002|1000|10\.00/)
  })

  test.each([...ERROR_IDS])('the refusal %s is told as the client was told', (id) => {
    const names = [...DICTIONARIES.zh[id].matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
    const failure = new GatewayError(id, Object.fromEntries(names.map((name) => [name, 'x1'])))
    const row = { type: 5, content: '', other: JSON.stringify(errorFacts(failure)) }
    const text = contentOf(row, reader(language))
    expect(text).toBe(messageOf(failure, language))
    expect(text).not.toContain('{{')
  })
})

test('what is priced by its units alone is told without ratios of tokens', () => {
  const other = { model_ratio: 0, completion_ratio: 0, model_price: -1, group_ratio: 2 }
  const row = (more: object) => JSON.stringify({ ...other, ...more })
  const text = (more: object) => contentOf({ type: 2, content: '', other: row(more) }, reader('en'))
  expect(text({ unit_prices: { image: 0.04 } })).toBe('Priced by its units, group ratio 2')
  expect(text({})).toContain('Model ratio 0')
  expect(text({ model_ratio: 1, unit_prices: { image: 0.04 } })).toContain('Model ratio 1')
})

describe('amounts', () => {
  const row = { kind: 'quota_set', params: { from: -2240, to: 5_000_000 } }

  test('are in currency where the site shows currency', () => {
    expect(told(row)).toBe('An administrator changed the balance from -$0.00448 to $10.00')
  })

  test('are in credits elsewhere', () => {
    expect(told(row, { inCurrency: false })).toBe(
      'An administrator changed the balance from -2240 credits to 5000000 credits',
    )
  })

  test('follow what a unit is worth', () => {
    expect(told({ kind: 'transferred', params: { quota: 1000 } }, { perUnit: 1000 })).toContain(
      '$1.00 ',
    )
  })
})

test('ratios have no noise of binary fractions', () => {
  const other = { model_ratio: 8.333333333333334, completion_ratio: 0.1 + 0.2, group_ratio: 1 }
  expect(told(other)).toBe('Model ratio 8.33333, completion ratio 0.3, group ratio 1')
  expect(told({ ...other, model_price: 0.0000001 })).toBe('Model price 1e-7, group ratio 1')
})

test('a row of many refusals tells how many', () => {
  const facts = errorFacts(new GatewayError('price.missing', { model: 'm' }))
  const row = { type: 5, content: '', other: JSON.stringify({ ...facts, count: 7 }) }
  expect(contentOf(row, reader('en'))).toEndWith(' (7 times)')
  expect(contentOf(row, reader('zh'))).toEndWith('（共 7 次）')
})

describe('what an upstream said', () => {
  const busy = new UpstreamError({ status: 429, message: 'Rate limit of org-abcdefgh12 reached' })

  test('is told to operators, without accounts', () => {
    expect(errorRow(busy, { seesUpstream: true })).toBe(
      'The upstream answered with an error (status 429): Rate limit of org-*** reached',
    )
  })

  test('is told to users as the client was told', () => {
    expect(errorRow(busy)).toBe(messageOf(busy, 'en'))
    const lost = new UpstreamError({ status: 502, message: 'connect ECONNREFUSED 10.0.0.1:443' })
    expect(errorRow(lost)).toBe(messageOf(lost, 'en'))
    expect(errorRow(lost)).not.toContain('10.0.0.1')
  })

  test('may be a sentence that looks like one of ours', () => {
    const odd = new UpstreamError({ status: 400, message: 'field {{name}} is missing' })
    expect(errorRow(odd)).toBe('field {{name}} is missing')
  })

  test('is kept short', () => {
    const long = new UpstreamError({ status: 500, message: 'x'.repeat(100_000) })
    expect(JSON.stringify(errorFacts(long)).length).toBeLessThan(1200)
  })
})

test('a refusal that led to another one is its reason', () => {
  const cause = new GatewayError('upstream.timeout', { seconds: 5 })
  const failure = new GatewayError('channel.models_unreadable', {}, { cause })
  expect(errorRow(failure)).toBe(messageOf(failure, 'en'))
})

describe('rows of earlier releases are told in the reader’s language', () => {
  test.each([
    ['模型倍率 8.333333333333334，补全倍率 4，分组倍率 1', 'Model ratio 8.33333, completion'],
    ['模型价格 0.002，分组倍率 0.5', 'Model price 0.002, group ratio 0.5'],
    ['通过兑换码充值 ＄10.000000 额度，兑换码 ID 3', 'Topped up $10.00 with redemption code 3'],
    ['通过兑换码充值 2000 点额度，兑换码ID 3', 'Topped up $0.004 with redemption code 3'],
    [
      '使用在线充值成功，充值金额：＄10.000000 额度，支付金额：73.00',
      'Topped up $10.00 online, paid ¥73.00',
    ],
    ['新用户注册赠送 ＄0.200000 额度', 'Welcome credit of $0.20'],
    ['使用邀请码赠送 100 点额度', 'Credit of $0.0002 for joining with an invite code'],
    ['邀请用户赠送 ＄0.002000 额度', 'Reward of $0.002 for inviting a user'],
    ['邀请额度划转 ＄1.000000 额度', 'Transferred $1.00 of invite earnings to the balance'],
    [
      'quota -2240 -> 5000000 by root by\nnight',
      'An administrator changed the balance from -$0.00448 to $10.00',
    ],
    [
      '管理员将用户额度从 ＄1.00 额度修改为 ＄20.00 额度',
      'An administrator changed the balance from $1.00 to $20.00',
    ],
    [
      'interrupted: the gateway stopped during this call; 100 credits returned',
      'The gateway stopped during this call; $0.0002 returned',
    ],
  ])('%s', (content, expected) => {
    expect(stored(content)).toStartWith(expected)
  })

  test('the price of a cut call is told from its numbers', () => {
    const other = '{"model_ratio":37.5,"completion_ratio":1,"group_ratio":1,"error":"upstream.cut"}'
    const row = { type: 2, other }
    expect(stored('模型倍率 37.5，补全倍率 1，分组倍率 1', row)).toStartWith('Model ratio 37.5')
  })

  test.each([
    ['channel.none', '当前分组 vip 下对于模型 gpt-5 无可用渠道', 'model gpt-5 in group vip'],
    ['upstream.cut', '上游在回答完成前断开了连接', 'The upstream closed the connection'],
    ['upstream.timeout', '上游在 60 秒内没有响应', 'did not answer within 60 seconds'],
  ])('a refusal: %s', (error, content, expected) => {
    expect(stored(content, { type: 5, other: JSON.stringify({ error }) })).toContain(expected)
  })

  test.each([
    ['upstream.refused', 'You exceeded your current quota'],
    ['channel.none', 'something that this error never said'],
    ['no.such.error', 'text of another program'],
  ])('but not what cannot be told apart: %s', (error, content) => {
    expect(stored(content, { type: 5, other: JSON.stringify({ error }) })).toBe(content)
  })

  test.each([
    '新用户注册赠送 很多',
    'quota a -> b by c',
    '通过兑换码充值 ＄1.00 额度',
    'x{{y}}',
    '',
  ])('nor what only begins like one: %p', (content) => {
    expect(stored(content)).toBe(content)
  })
})

test.each([
  '{"kind":"toString","params":{}}',
  '{"kind":"redeemed"}',
  '{"kind":"redeemed","params":{"quota":"much","id":1}}',
  '[1]',
  'no JSON',
])('a row with a broken story shows what is stored: %s', (other) => {
  expect(stored('as it is', { other })).toBe('as it is')
})
