import { describe, expect, test } from 'bun:test'
import { GatewayError } from '../../../server/domain/errors/gateway-error'
import { messageOf } from '../../../server/domain/errors/message'
import {
  DEFAULT_OPTIONS,
  isOptionKey,
  OPTION_KEYS,
  OPTIONS,
  type OptionKey,
  optionRow,
  parseOptions,
  storedForm,
  typedText,
} from '../../../server/domain/options'

function refusalOf(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    if (error instanceof GatewayError) return messageOf(error, 'en')
    throw error
  }
  return 'accepted'
}

/** A text that no row of the type may accept; texts accept nearly everything. */
const BAD: Readonly<Record<string, string>> = {
  string: 'x'.repeat(10_001),
  secret: 'x'.repeat(10_001),
  text: 'x'.repeat(1_000_001),
  lines: 'x'.repeat(1_000_001),
  list: 'x'.repeat(1_000_001),
  address: 'ftp://example.com',
  integer: '1.5',
  number: 'NaN',
  boolean: 'yes',
  json: '{"a":',
  select: 'decade',
}

describe('every option', () => {
  test.each([...OPTION_KEYS])('%s reads what it writes', (key) => {
    const row = optionRow(key)
    const text = row.format(row.default)
    expect(row.format(row.parse(text))).toBe(text)
    expect(row.parse(text)).toEqual(row.default)
  })

  test.each([...OPTION_KEYS])('%s refuses a bad value and names itself', (key) => {
    const row = optionRow(key)
    const bad = BAD[row.type]
    if (bad === undefined) throw new Error(`no bad value for ${row.type}`)
    expect(refusalOf(() => row.parse(bad))).toStartWith(`Invalid value for option ${key}: `)
  })

  test('is known by its key and knows it', () => {
    for (const key of OPTION_KEYS) expect(OPTIONS[key].key).toBe(key)
  })

  test('that needs another names an existing one', () => {
    const needs = OPTION_KEYS.flatMap((key) => OPTIONS[key].needs ?? [])
    expect(needs.length).toBe(14)
    expect(needs.filter((key) => !isOptionKey(key))).toEqual([])
  })

  test('that is a secret shows nowhere in public', () => {
    const shown = OPTION_KEYS.filter((key) => OPTIONS[key].secret && OPTIONS[key].status)
    expect(shown).toEqual([])
  })

  test('has its own field in the public status', () => {
    const fields = OPTION_KEYS.flatMap((key) => OPTIONS[key].status ?? [])
    expect(new Set(fields).size).toBe(fields.length)
  })
})

describe('secrets', () => {
  test('are exactly the credentials', () => {
    expect(OPTION_KEYS.filter((key) => OPTIONS[key].secret)).toEqual([
      'GitHubClientSecret',
      'LinuxDOClientSecret',
      'WeChatServerToken',
      'TelegramBotToken',
      'oidc.client_secret',
      'TurnstileSecretKey',
      'SMTPToken',
      'WorkerValidKey',
      'EpayKey',
      'StripeApiSecret',
      'StripeWebhookSecret',
      'AlipayPrivateKey',
      'WechatPayPrivateKey',
      'WechatPayApiV3Key',
      'CreemApiKey',
      'CreemWebhookSecret',
      'PaddleApiKey',
      'PaddleWebhookSecret',
      'OtherPaymentSecret',
      'UptimeKumaPushUrl',
    ])
  })

  test('the Turnstile site key is public although its name ends in Key', () => {
    expect(OPTIONS.TurnstileSiteKey).toMatchObject({ secret: false, status: 'turnstile_site_key' })
  })
})

describe('defaults', () => {
  test.each<[OptionKey, unknown]>([
    ['RetryTimes', 2],
    ['PreConsumedQuota', 500],
    ['QuotaPerUnit', 500_000],
    ['Price', 7.3],
    ['SMTPPort', 587],
    ['DataExportDefaultTime', 'hour'],
    ['ChannelDisableThreshold', 5],
    ['ModelRequestRateLimitSuccessCount', 1000],
    ['claude.thinking_adapter_budget_tokens_percentage', 0.8],
    ['EmailCodeValidMinutes', 3],
    ['ResetLinkValidMinutes', 30],
    ['QuotaRemindIntervalMinutes', 120],
  ])('%s is %p', (key, value) => {
    expect<unknown>(DEFAULT_OPTIONS[key]).toEqual(value)
  })
})

describe('bounds', () => {
  test.each<[OptionKey, string]>([
    ['RetryTimes', '-1'],
    ['RetryTimes', '21'],
    ['RetryTimes', '99999999999999999999'],
    ['RetryTimes', ''],
    ['RetryTimes', '0x2'],
    ['SMTPPort', '0'],
    ['SMTPPort', '65536'],
    ['QuotaPerUnit', '0'],
    ['QuotaPerUnit', ''],
    ['Price', '-0.1'],
    ['Price', 'Infinity'],
    ['DataExportInterval', '0'],
    ['MinTopUp', '-1'],
    ['claude.thinking_adapter_budget_tokens_percentage', '0.09'],
    ['claude.thinking_adapter_budget_tokens_percentage', '1.1'],
  ])('%s refuses %p', (key, text) => {
    expect(refusalOf(() => optionRow(key).parse(text))).not.toBe('accepted')
  })

  test('the edges themselves are accepted', () => {
    expect(OPTIONS.SMTPPort.parse(' 65535 ')).toBe(65_535)
    expect(OPTIONS['claude.thinking_adapter_budget_tokens_percentage'].parse('0.1')).toBe(0.1)
  })
})

describe('addresses', () => {
  test('lose blanks and trailing slashes', () => {
    expect(OPTIONS.ServerAddress.parse(' https://gw.example.com/// ')).toBe(
      'https://gw.example.com',
    )
  })

  test('may be empty', () => {
    expect(OPTIONS.WorkerUrl.parse('  ')).toBe('')
  })

  test.each(['gw.example.com', 'javascript:alert(1)', 'https://', 'http://[::1'])(
    'refuse %p',
    (text) => {
      expect(refusalOf(() => OPTIONS.PayAddress.parse(text))).toContain('http://')
    },
  )
})

describe('JSON options', () => {
  test.each<[OptionKey, string, string]>([
    ['ModelRatio', '', 'JSON'],
    ['ModelRatio', '[]', 'shape'],
    ['ModelRatio', 'null', 'shape'],
    ['ModelRatio', '{"gpt-4o":"1"}', 'gpt-4o'],
    ['ModelRatio', '{"gpt-4o":-1}', 'gpt-4o'],
    ['GroupRatio', '{"vip":null}', 'vip'],
    ['UserUsableGroups', '{"vip":1}', 'vip'],
    ['Chats', '[{"a":"b","c":"d"}]', 'shape'],
    ['Chats', '[{}]', 'shape'],
    ['claude.default_max_tokens', '{"default":0}', 'default'],
    ['claude.default_max_tokens', '{"default":1.5}', 'default'],
    ['claude.headers_settings', '{"anthropic-beta":"a"}', 'anthropic-beta'],
    ['claude.headers_settings', '{"bad name":["a"]}', 'bad name'],
    ['claude.headers_settings', '{"x":["a\\r\\nHost: evil"]}', 'x'],
    ['claude.model_headers_settings', '{"m":{"x":["\\n"]}}', 'x'],
  ])('%s refuses %s and says where', (key, text, place) => {
    expect(refusalOf(() => optionRow(key).parse(text))).toContain(place)
  })

  test('a saved map replaces the default, it is not merged', () => {
    const text = '{"default":"BLOCK_NONE"}'
    const { values } = parseOptions([{ key: 'gemini.safety_settings', value: text }])
    expect(values['gemini.safety_settings']).toEqual({ default: 'BLOCK_NONE' })
  })
})

describe('what is stored', () => {
  test('overlays the defaults, typed', () => {
    const { values, problems } = parseOptions([
      { key: 'RetryTimes', value: '5' },
      { key: 'DrawingEnabled', value: 'false' },
      { key: 'EmailDomainWhitelist', value: ' a.com, ,b.com' },
      { key: 'AutomaticDisableKeywords', value: 'one\r\n\r\n two ' },
    ])
    expect(problems).toEqual([])
    expect(values.RetryTimes).toBe(5)
    expect(values.DrawingEnabled).toBe(false)
    expect(values.EmailDomainWhitelist).toEqual(['a.com', 'b.com'])
    expect(values.AutomaticDisableKeywords).toEqual(['one', 'two'])
  })

  test('and cannot be read is reported, and the default holds', () => {
    const { values, problems } = parseOptions([
      { key: 'RetryTimes', value: 'many' },
      { key: 'ModelPrice', value: '{' },
    ])
    expect(values.RetryTimes).toBe(2)
    expect(values.ModelPrice).toEqual(DEFAULT_OPTIONS.ModelPrice)
    expect(problems.map(({ key, error }) => [key, error.id])).toEqual([
      ['RetryTimes', 'option.invalid'],
      ['ModelPrice', 'option.invalid'],
    ])
  })

  test('under a key nobody knows is left alone', () => {
    const { values, problems } = parseOptions([{ key: '__proto__', value: 'x' }])
    expect(problems).toEqual([])
    expect(values).toEqual(DEFAULT_OPTIONS)
  })

  test('cannot be changed by a reader', () => {
    expect(Object.isFrozen(parseOptions([]).values)).toBe(true)
  })
})

describe('the old key of the Claude limit', () => {
  const maxTokens = 'claude.default_max_tokens'
  const old = 'claude.thinking_adapter_max_tokens'

  test('counts when only it was stored', () => {
    const { values } = parseOptions([{ key: old, value: '4096' }])
    expect(values[maxTokens]).toEqual({ default: 4096 })
    expect(values[old]).toBe(4096)
  })

  test('gives way to the newer key', () => {
    const { values } = parseOptions([
      { key: old, value: '4096' },
      { key: maxTokens, value: '{"default":100,"claude-3-opus":7}' },
    ])
    expect(values[maxTokens]).toEqual({ default: 100, 'claude-3-opus': 7 })
    expect(values[old]).toBe(100)
  })

  test('is saved as the default entry of the newer one, other models kept', () => {
    const { values } = parseOptions([{ key: maxTokens, value: '{"default":1,"m":7}' }])
    const stored = storedForm(old, '99', values)
    expect(stored.key).toBe(maxTokens)
    expect(JSON.parse(stored.value)).toEqual({ default: 99, m: 7 })
  })

  test('refuses what is no number before touching the newer one', () => {
    expect(refusalOf(() => storedForm(old, '0', DEFAULT_OPTIONS))).toContain(old)
  })
})

describe('values from outside', () => {
  test('an unknown key is refused by name', () => {
    expect(refusalOf(() => optionRow('constructor'))).toBe('Unknown option: constructor')
    expect(refusalOf(() => storedForm('Nope', '', DEFAULT_OPTIONS))).toBe('Unknown option: Nope')
  })

  test('numbers, switches and objects are taken as their text; nothing is nothing', () => {
    expect([true, 5, { a: 1 }, 'x', null, undefined].map(typedText)).toEqual([
      'true',
      '5',
      '{"a":1}',
      'x',
      undefined,
      undefined,
    ])
  })

  test('a refusal is told in the reader’s language', () => {
    let message = ''
    try {
      OPTIONS.SMTPPort.parse('70000')
    } catch (error) {
      if (error instanceof GatewayError) message = messageOf(error, 'zh')
    }
    expect(message).toBe('设置项 SMTPPort 的值无效：必须在 1 到 65535 之间')
  })
})
