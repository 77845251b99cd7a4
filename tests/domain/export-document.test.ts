import { describe, expect, test } from 'bun:test'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { messageOf } from '../../server/domain/errors/message'
import { readExport } from '../../server/domain/export-document'

/** Why a text is refused, as people read it; "" when it is not. */
function refusal(document: unknown): string {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  try {
    readExport(text)
    return ''
  } catch (error) {
    if (error instanceof GatewayError) return messageOf(error, 'en')
    throw error
  }
}

describe('a file that is refused', () => {
  test.each([
    ['', 'not a valid JSON string'],
    ['{"users":[', 'not a valid JSON string'],
    ['[]', 'not a list of users'],
    ['null', 'not a list of users'],
    ['{}', 'not a list of users'],
    [{ format: 'other', version: 1, users: [] }, 'not a list of users'],
    [{ format: 'gw-export', version: 2, users: [] }, 'another version'],
    [{ format: 'gw-export', users: [] }, 'another version'],
    [{ users: {} }, 'please check users'],
    [{ users: [7] }, 'please check users[0]'],
    [{ users: [{ username: 'a' }, {}] }, 'please check users[1].username'],
    [{ users: [{ username: 'a', quota: 1.5 }] }, 'please check users[0].quota'],
    [{ users: [{ username: 'a', quota: '5' }] }, 'please check users[0].quota'],
    [{ tokens: [{ unlimited_quota: 2 }] }, 'please check tokens[0].unlimited_quota'],
    [{ channels: [{ key: 5 }] }, 'please check channels[0].key'],
    [{ options: [{ key: 'RetryTimes' }] }, 'please check options[0].value'],
    [{ options: [{ key: '', value: '1' }] }, 'please check options[0].key'],
    [
      { format: 'gw-export', version: 1, users: [{ username: 'a' }, { username: 'b', qouta: 5 }] },
      'users[1] has the key "qouta", which users do not have',
    ],
  ])('%j says %p', (document, said) => {
    expect(refusal(document)).toContain(said)
  })
})

describe('rows of other gateways', () => {
  test('keep their columns under the names that this one has', () => {
    const { users, channels } = readExport(
      JSON.stringify({
        users: [{ username: 'a', password: 'hash', aff_history: 7, DeletedAt: null }],
        channels: [{ name: 'c', open_ai_organization: 'org' }],
      }),
    )
    expect(users[0]).toMatchObject({
      password_hash: 'hash',
      aff_history_quota: 7,
      deleted_at: 0,
    })
    expect(channels[0]).toMatchObject({ openai_organization: 'org' })
  })

  test('name the columns that this one does not have', () => {
    const users = [
      { id: 1, username: 'a', remark: 'x' },
      { username: 'b', remark: 'y' },
    ]
    const read = readExport(JSON.stringify({ users, tokens: [{ id: 3, name: 't', hue: 1 }] }))
    expect(read.unknownColumns).toEqual([
      { table: 'users', column: 'remark' },
      { table: 'tokens', column: 'hue' },
    ])
  })

  test('may have null where nothing is set, and words for flags', () => {
    const { channels, tokens } = readExport(
      JSON.stringify({
        channels: [{ name: 'c', tag: null, weight: null, priority: null, auto_ban: null }],
        tokens: [{ unlimited_quota: true, model_limits_enabled: false, allow_ips: null }],
      }),
    )
    expect(channels[0]).toMatchObject({ tag: '', weight: 0, priority: 0, auto_ban: 1 })
    expect(tokens[0]).toMatchObject({
      unlimited_quota: 1,
      model_limits_enabled: 0,
      allow_ips: '',
      expired_time: -1,
    })
  })

  test('are deleted when they say when', () => {
    const deleted_at = '2024-01-01 00:00:00+00:00'
    const { users } = readExport(JSON.stringify({ users: [{ username: 'a', deleted_at }] }))
    expect(users[0]?.deleted_at).toBe(1)
  })

  test('have columns that nobody knows here, which are left alone', () => {
    const row = '{"username":"a","access_token":"x","__proto__":{"role":100},"constructor":1}'
    expect(readExport(`{"users":[${row}]}`).users[0]).toMatchObject({ username: 'a', role: 1 })
  })

  test('may begin with a byte order mark', () => {
    expect(readExport('\uFEFF{"users":[]}').users).toEqual([])
  })
})
