import { describe, expect, test } from 'bun:test'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { readConfiguration, readStorage } from '../../server/configuration'
import { CONFIGURATION_ROWS } from '../../server/configuration-rows'
import { ConfigurationError } from '../../server/configuration-values'

describe('process settings', () => {
  test('without any setting the documented defaults hold', () => {
    expect(readConfiguration({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      workers: 1,
      dataDir: resolve('data'),
      databaseUrl: join(resolve('data'), 'gw.db'),
      maxBodyMb: 32,
      memoryBudgetMb: 512,
      trustedProxies: [],
      connectTimeoutMs: 10_000,
      firstByteTimeoutMs: 120_000,
      idleTimeoutMs: 300_000,
      drainLimitMs: 60_000,
      openingLimitMs: 10_000,
      clientIdleMs: 300_000,
      streamLimitMs: 3_600_000,
      keepAliveMs: 15_000,
      answerLimitMs: 600_000,
      logLevel: 'info',
    })
  })

  test('flags win over the environment', () => {
    const env = { PORT: '1', HOST: 'a', GW_DATA: '/env' }
    const read = readConfiguration(env, { port: 2, host: 'b', data: '/flag' })
    expect(read).toMatchObject({ port: 2, host: 'b', dataDir: '/flag' })
  })

  test('workers are a number, or as many as leave a core to the writer', () => {
    const workers = (given: string) => readConfiguration({ GW_WORKERS: given }).workers
    expect(workers('4')).toBe(4)
    const cores = availableParallelism()
    expect(workers('auto')).toBe(cores > 2 ? cores - 1 : 1)
    expect(readConfiguration({ GW_WORKERS: '4' }, { workers: '2' }).workers).toBe(2)
    for (const wrong of ['0', '-1', '1.5', 'many', '300']) {
      expect(() => workers(wrong)).toThrow(ConfigurationError)
    }
  })

  test('the address of ClickHouse is one of the web, and does not print', () => {
    const address = 'http://writer:hunter2@127.0.0.1:8123/logs'
    const { clickhouseUrl } = readConfiguration({ GW_CLICKHOUSE_URL: address })
    expect(clickhouseUrl?.reveal()).toBe(address)
    expect(`${clickhouseUrl}`).not.toContain('hunter2')
    expect(() => readConfiguration({ GW_CLICKHOUSE_URL: 'clickhouse:8123' })).toThrow()
  })

  test('the address of Valkey may ask for TLS, a user and a database, and does not print', () => {
    for (const scheme of ['valkey', 'valkeys', 'redis', 'rediss']) {
      const address = `${scheme}://gw:hunter2@cache.example:6380/3`
      const { valkeyUrl } = readConfiguration({ GW_VALKEY_URL: address })
      expect(valkeyUrl?.reveal()).toBe(address)
      expect(`${valkeyUrl}`).not.toContain('hunter2')
    }
    for (const wrong of ['cache:6379', 'http://cache:6379', 'redis://', 'redis://cache/x']) {
      expect(() => readConfiguration({ GW_VALKEY_URL: wrong })).toThrow('GW_VALKEY_URL')
    }
  })

  test('blank variables count as not set', () => {
    expect(readConfiguration({ PORT: ' ', GW_LOG_LEVEL: '' })).toMatchObject({ port: 3000 })
  })

  test.each([
    [{ PORT: '65536' }, 'PORT'],
    [{ PORT: '80a' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ GW_MAX_BODY_MB: '0' }, 'GW_MAX_BODY_MB'],
    [{ GW_IDLE_TIMEOUT_MS: '1.5' }, 'GW_IDLE_TIMEOUT_MS'],
    [{ STREAMING_TIMEOUT: 'soon' }, 'STREAMING_TIMEOUT'],
    [{ GW_TRUSTED_PROXIES: '10.0.0.0/8, proxy' }, 'GW_TRUSTED_PROXIES'],
    [{ GW_LOG_LEVEL: 'loud' }, 'GW_LOG_LEVEL'],
    [{ GW_METRICS_TOKEN: 'too short' }, 'GW_METRICS_TOKEN'],
    [{ GW_METRICS_PORT: 'any' }, 'GW_METRICS_PORT'],
    [{ GW_METRICS_PORT: '0', GW_METRICS_BY: 'user, channel' }, 'GW_METRICS_BY'],
    [{ GW_PUBLIC_DIR: '/no/such/folder' }, 'GW_PUBLIC_DIR'],
  ])('%p is refused by name', (env, name) => {
    expect(() => readConfiguration(env)).toThrow(ConfigurationError)
    expect(() => readConfiguration(env)).toThrow(name)
  })

  test('the old seconds setting holds unless ours is given', () => {
    expect(readConfiguration({ STREAMING_TIMEOUT: '30' }).idleTimeoutMs).toBe(30_000)
    const both = { STREAMING_TIMEOUT: '30', GW_IDLE_TIMEOUT_MS: '5' }
    expect(readConfiguration(both).idleTimeoutMs).toBe(5)
  })

  test('the older name of the budget holds unless the one of today is given', () => {
    expect(readConfiguration({ GW_BODY_BUDGET_MB: '64' }).memoryBudgetMb).toBe(64)
    const both = { GW_BODY_BUDGET_MB: '64', GW_MEMORY_BUDGET_MB: '128' }
    expect(readConfiguration(both).memoryBudgetMb).toBe(128)
  })

  test('proxies may be addresses and ranges of both families', () => {
    const env = { GW_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8 ::1' }
    expect(readConfiguration(env).trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', '::1'])
  })

  test('secrets do not print', () => {
    const read = readConfiguration({ GW_SECRET_KEY: 'top-secret', GW_ROOT_PASSWORD: 'hidden-pw' })
    const printed = `${JSON.stringify(read)}${Bun.inspect(read)}${read.secretKey}`
    expect(printed).not.toMatch(/top-secret|hidden-pw/)
    expect(read.secretKey?.reveal()).toBe('top-secret')
  })

  test('a data folder on the command line beats a database file left in the environment', () => {
    const env = { GW_DATABASE_URL: '/elsewhere/gw.db' }
    expect(readStorage(env).databaseUrl).toBe('/elsewhere/gw.db')
    expect(readStorage(env, { data: '/d' }).databaseUrl).toBe('/d/gw.db')
    const server = { GW_DATABASE_URL: 'postgres://u@h/db' }
    expect(readStorage(server, { data: '/d' }).databaseUrl).toBe('postgres://u@h/db')
  })

  test('every variable is documented once', () => {
    const names = CONFIGURATION_ROWS.map((row) => row.name)
    expect(new Set(names).size).toBe(names.length)
  })
})
