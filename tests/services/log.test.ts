import { describe, expect, test } from 'bun:test'
import { createLogger, type LogLevel, Secret } from '../../server/log'

function logger(readable: boolean, level: LogLevel = 'info') {
  const lines: string[] = []
  const clock = { nowMs: () => Date.UTC(2026, 0, 2, 3, 4, 5, 6) }
  const log = createLogger({ write: (line) => void lines.push(line), readable, level, clock })
  return { log, lines }
}

describe('machine lines', () => {
  test('each is one JSON object with time, level and fields', () => {
    const { log, lines } = logger(false)
    log.info('call\ndone', { request_id: 'r1', took_ms: 5, user_id: undefined })
    expect(lines).toHaveLength(1)
    expect(lines[0]?.trimEnd()).not.toContain('\n')
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      at: '2026-01-02T03:04:05.006Z',
      level: 'info',
      msg: 'call\ndone',
      request_id: 'r1',
      took_ms: 5,
    })
  })

  test('an error is told with its causes, and a loop of causes ends', () => {
    const { log, lines } = logger(false)
    const inner = new Error('inner')
    inner.cause = inner
    log.error('failed', { error: new TypeError('outer', { cause: inner }) })
    expect(JSON.parse(lines[0] ?? '').error).toStartWith('TypeError: outer <- Error: inner')
  })

  test('a secret prints as stars wherever it stands', () => {
    const { log, lines } = logger(false)
    log.info('x', { key: new Secret('hidden'), nested: { key: new Secret('hidden') } })
    expect(lines[0]).not.toContain('hidden')
    expect(`${new Secret('hidden')}${Bun.inspect(new Secret('hidden'))}`).toBe('******')
  })

  test('lines below the level are not written', () => {
    const { log, lines } = logger(false, 'warn')
    log.debug('a')
    log.info('b')
    log.warn('c')
    expect(lines).toHaveLength(1)
  })
})

test('people read one plain line with quoted values', () => {
  const { log, lines } = logger(true)
  log.warn('slow', { took_ms: 12, path: 'a b' })
  expect(lines).toEqual(['03:04:05.006 warn  slow took_ms=12 path="a b"\n'])
})
