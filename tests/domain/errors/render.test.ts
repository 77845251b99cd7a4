import { describe, expect, test } from 'bun:test'
import { ERROR_IDS, ERRORS } from '../../../server/domain/errors/catalogue'
import { claudeTypeFor } from '../../../server/domain/errors/error-row'
import { GatewayError, UpstreamError } from '../../../server/domain/errors/gateway-error'
import { messageOf } from '../../../server/domain/errors/message'
import {
  claudeStatus,
  consoleStatus,
  openaiStatus,
  renderClaude,
  renderConsole,
  renderOpenai,
} from '../../../server/domain/errors/render'

function upstream(status: number, message = 'told', more: { type?: string; code?: string } = {}) {
  return new UpstreamError({ status, message, ...more })
}

describe('every row', () => {
  test.each([...ERROR_IDS])('%s has statuses and types that clients know', (id) => {
    const row = ERRORS[id]
    expect(row.openai.status).toBeGreaterThanOrEqual(400)
    expect(row.openai.status).toBeLessThan(600)
    const { status, type } = row.claude
    // Anthropic has a status of its own for accounts without credit.
    expect([402, row.openai.status]).toContain(status)
    expect(type).toBe(claudeTypeFor(status))
    expect(['invalid_request_error', 'new_api_error', 'upstream_error']).toContain(row.openai.type)
    expect([200, 400, 401, 403, 404, 405, 408, 413, 415, 426, 429, 499, 500, 501, 503]).toContain(
      row.console.status,
    )
  })

  test('only an upstream’s own refusal can disable a channel', () => {
    const disabling = ERROR_IDS.filter((id) => ERRORS[id].disablesChannel)
    expect(disabling).toEqual(['upstream.refused', 'upstream.misconfigured'])
  })

  test('what the client must mend is not retried', () => {
    const retried = ERROR_IDS.filter((id) => ERRORS[id].retryable)
    expect(retried.filter((id) => !id.startsWith('upstream.'))).toEqual([])
  })
})

describe('OpenAI body', () => {
  test('has message with request id, type, param and code', () => {
    const error = new GatewayError('quota.user_short', { balance: '$0.10', needed: '$0.20' })
    expect(renderOpenai(error, 'r1', messageOf(error, 'en'))).toEqual({
      error: {
        message: 'Insufficient user quota: $0.10 left, $0.20 needed (request id: r1)',
        type: 'new_api_error',
        param: null,
        code: 'insufficient_user_quota',
      },
    })
    expect(openaiStatus(error)).toBe(403)
  })

  test('uses the id as code where the family has none', () => {
    const error = new GatewayError('token.expired')
    expect(renderOpenai(error, '', 'm').error).toMatchObject({ code: 'token_expired' })
  })

  test('names the parameter that was wrong', () => {
    const error = new GatewayError('request.invalid', { field: 'messages', reason: 'empty' })
    expect(renderOpenai(error, '', 'm').error).toMatchObject({ param: 'messages' })
  })

  test('keeps what the upstream said of itself', () => {
    const error = new UpstreamError({
      status: 400,
      message: 'bad tool',
      type: 'invalid_request_error',
      code: 'tool_bad',
      param: 'tools',
    })
    expect(renderOpenai(error, 'r', messageOf(error, 'en')).error).toEqual({
      message: 'bad tool (request id: r)',
      type: 'invalid_request_error',
      param: 'tools',
      code: 'tool_bad',
    })
    expect(openaiStatus(error)).toBe(400)
  })

  test('has a type and a code when the upstream gave none', () => {
    expect(renderOpenai(upstream(500), '', 'm').error).toMatchObject({
      type: 'upstream_error',
      code: 'bad_response_status_code',
    })
  })
})

describe('Claude body', () => {
  test('is Anthropic’s, with the request id beside it', () => {
    const error = new GatewayError('token.invalid')
    expect(renderClaude(error, 'r1', messageOf(error, 'en'))).toEqual({
      type: 'error',
      error: { type: 'authentication_error', message: 'Invalid token (request id: r1)' },
      request_id: 'r1',
    })
  })

  test.each([
    [400, undefined, 'invalid_request_error'],
    [429, 'requests', 'rate_limit_error'],
    [404, 'invalid_request_error', 'not_found_error'],
    [422, 'server_error', 'invalid_request_error'],
    [500, undefined, 'api_error'],
    [529, 'overloaded_error', 'overloaded_error'],
    [500, 'overloaded_error', 'overloaded_error'],
  ])('status %d with upstream type %p is %s', (status, type, expected) => {
    const error = upstream(status, 'm', type === undefined ? {} : { type })
    expect<string>(renderClaude(error, '', 'm').error.type).toBe(expected)
  })
})

describe('statuses', () => {
  test.each([200, 204, 302, 0, 600, Number.NaN])('an upstream error with %p is 502', (status) => {
    expect(openaiStatus(upstream(status))).toBe(502)
    expect(claudeStatus(upstream(status))).toBe(502)
  })

  test('business refusals are 200 on the console, transport refusals are not', () => {
    expect(consoleStatus(new GatewayError('user.name_taken'))).toBe(200)
    expect(consoleStatus(new GatewayError('permission.denied'))).toBe(200)
    expect(consoleStatus(upstream(401))).toBe(200)
    expect(consoleStatus(new GatewayError('session.missing'))).toBe(401)
    expect(consoleStatus(new GatewayError('oauth.state_mismatch'))).toBe(403)
    expect(consoleStatus(new GatewayError('request.too_many'))).toBe(429)
  })

  test('the console gets a stable code beside the message', () => {
    const error = new GatewayError('token.not_found')
    expect(renderConsole(error, 'm')).toEqual({
      success: false,
      message: 'm',
      code: 'token.not_found',
    })
  })
})

describe('messages of upstream errors', () => {
  test('429 only says to wait', () => {
    const error = upstream(429, 'org-abc has used 100 of 100 tokens per minute')
    expect(messageOf(error, 'en')).toContain('try again later')
  })

  test.each([
    'Post "https://10.1.2.3:8080/v1": dial tcp 10.1.2.3:8080: connect: connection refused',
    'connect ECONNREFUSED 127.0.0.1:9000',
    'getaddrinfo ENOTFOUND internal.example',
    'lookup upstream.internal: no such host',
    'upstream at localhost:3001 failed',
    'could not reach [fe80::1]',
    'blocked for 203.0.113.9',
  ])('%p would tell an address and is replaced', (message) => {
    expect(messageOf(upstream(502, message), 'en')).toMatch(
      /^The upstream could not be reached: it had a network failure of its own;/,
    )
  })

  test('a link to documentation stays, because it helps', () => {
    const message = 'See https://platform.openai.com/docs/guides for max_tokens.'
    expect(messageOf(upstream(400, message), 'zh')).toBe(message)
  })

  test('keys and organisations are masked', () => {
    const message = 'Incorrect key sk-proj-abcdefgh1234 for org-AbCdEfGh123456'
    expect(messageOf(upstream(401, message), 'en')).toBe('Incorrect key sk-*** for org-***')
  })

  test('an empty message tells the status at least', () => {
    expect(messageOf(upstream(418, '  '), 'en')).toBe('bad response status code 418')
  })
})
