import { describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { messageOf } from '../../server/domain/errors/message'
import { LANGUAGES } from '../../server/domain/i18n/translate'
import { hashKey, openSealer } from '../../server/services/seal'
import { tempDir } from '../support/temp-dir'

const ENV_KEY = 'a passphrase of some length'

function sealerWith(envKey: string) {
  return openSealer({ dataDir: '/nowhere', envKey })
}

function refusalOf(run: () => unknown): GatewayError {
  try {
    run()
  } catch (error) {
    if (error instanceof GatewayError) return error
  }
  throw new Error('it was not refused')
}

describe('sealing', () => {
  test('opens what it sealed, whatever the text', () => {
    const sealer = sealerWith(ENV_KEY)
    for (const text of ['', 'sk-abc', '多行\n文本', 'x'.repeat(10_000)]) {
      expect(sealer.open(sealer.seal(text, 'channel.key'), 'channel.key')).toBe(text)
    }
  })

  test('never seals the same text alike twice and never shows it', () => {
    const sealer = sealerWith(ENV_KEY)
    const first = sealer.seal('sk-secret', 'channel.key')
    expect(first).not.toBe(sealer.seal('sk-secret', 'channel.key'))
    expect(first).toStartWith(`v1:${sealer.keyId}:`)
    expect(first).not.toContain('secret')
  })

  test('refuses another purpose', () => {
    const sealer = sealerWith(ENV_KEY)
    const sealed = sealer.seal('sk-secret', 'channel.key')
    expect(() => sealer.open(sealed, 'option.value')).toThrow('secret.unreadable')
  })

  test('refuses another key, and one that claims its id', () => {
    const sealed = sealerWith(ENV_KEY).seal('sk-secret', 'p')
    const other = sealerWith('another passphrase')
    expect(() => other.open(sealed, 'p')).toThrow('secret.unreadable')
    const forged = sealed.replace(/^v1:[^:]+/, `v1:${other.keyId}`)
    expect(() => other.open(forged, 'p')).toThrow('secret.unreadable')
  })

  test('refuses a text with any single character changed', () => {
    const sealer = sealerWith(ENV_KEY)
    const sealed = sealer.seal('sk-secret', 'p')
    // The last character may carry unused bits, which is why it is left out.
    for (let at = 0; at < sealed.length - 1; at += 1) {
      const other = sealed[at] === 'A' ? 'B' : 'A'
      const tampered = sealed.slice(0, at) + other + sealed.slice(at + 1)
      expect(() => sealer.open(tampered, 'p')).toThrow('secret.unreadable')
    }
  })

  test('refuses texts that were cut short or never sealed', () => {
    const sealer = sealerWith(ENV_KEY)
    const sealed = sealer.seal('sk-secret', 'p')
    const cut = [20, 30, 50].map((length) => sealed.slice(0, length))
    for (const text of ['', 'sk-plain', 'v1:', `v1:${sealer.keyId}:`, `${sealed}:x`, ...cut]) {
      expect(() => sealer.open(text, 'p')).toThrow('secret.unreadable')
    }
  })
})

describe('the key from the environment', () => {
  test('is the same key in hex and in base64', () => {
    const bytes = Buffer.alloc(32, 7)
    const sealed = sealerWith(bytes.toString('hex')).seal('text', 'p')
    expect(sealerWith(bytes.toString('base64')).open(sealed, 'p')).toBe('text')
    expect(sealerWith(`${bytes.toString('base64url')}\n`).open(sealed, 'p')).toBe('text')
  })

  test('is refused when it is too short to be a secret', () => {
    expect(() => sealerWith('15 characters..')).toThrow('secret.key_invalid')
    expect(sealerWith('16 characters...').keyId).toHaveLength(8)
  })
})

describe('the key file', () => {
  test('is made once, for its owner only, and read again', () => {
    const dataDir = join(tempDir('seal').path, 'data')
    const sealed = openSealer({ dataDir, envKey: undefined }).seal('text', 'p')
    expect(openSealer({ dataDir, envKey: '' }).open(sealed, 'p')).toBe('text')
    expect(readdirSync(dataDir)).toEqual(['secret.key'])
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  })

  test('is not touched while the environment has a key', () => {
    const dataDir = tempDir('seal').path
    openSealer({ dataDir, envKey: ENV_KEY })
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('that others can read is refused with the command that mends it', () => {
    const dataDir = tempDir('seal').path
    openSealer({ dataDir, envKey: undefined })
    const path = join(dataDir, 'secret.key')
    for (const mode of [0o640, 0o604, 0o660]) {
      chmodSync(path, mode)
      const error = refusalOf(() => openSealer({ dataDir, envKey: undefined }))
      expect(error.id).toBe('secret.key_invalid')
      for (const language of LANGUAGES) {
        expect(messageOf(error, language)).toContain(`chmod 600 ${path}`)
      }
    }
  })

  test('that holds no key is refused and kept', () => {
    const dataDir = tempDir('seal').path
    const path = join(dataDir, 'secret.key')
    for (const text of ['', 'hello', 'ab'.repeat(31)]) {
      writeFileSync(path, text, { mode: 0o600 })
      expect(() => openSealer({ dataDir, envKey: undefined })).toThrow('secret.key_invalid')
      expect(readFileSync(path, 'utf8')).toBe(text)
    }
  })

  test('made by several processes at once is one and the same', async () => {
    const dataDir = join(tempDir('seal').path, 'data')
    mkdirSync(dataDir)
    const module = join(import.meta.dir, '../../server/services/seal.ts')
    const program = `const { openSealer } = await import(${JSON.stringify(module)})
      process.stdout.write(openSealer({ dataDir: ${JSON.stringify(dataDir)} }).keyId)`
    const children = [1, 2, 3].map(() =>
      Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe' }),
    )
    const keyIds = await Promise.all(children.map((child) => new Response(child.stdout).text()))
    const { keyId } = openSealer({ dataDir, envKey: undefined })
    expect(keyIds).toEqual([keyId, keyId, keyId])
    expect(readdirSync(dataDir)).toEqual(['secret.key'])
  })
})

describe('hashes', () => {
  test('of a client key are plain SHA-256, so that they need no secret', () => {
    expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  test('of a channel key differ from key to key and from secret to secret', () => {
    const sealer = sealerWith(ENV_KEY)
    expect(sealer.keyedHash('sk-a')).toBe(sealer.keyedHash('sk-a'))
    expect(sealer.keyedHash('sk-a')).not.toBe(sealer.keyedHash('sk-b'))
    expect(sealer.keyedHash('sk-a')).not.toBe(sealerWith('another passphrase').keyedHash('sk-a'))
    expect(sealer.keyedHash('sk-a')).not.toBe(hashKey('sk-a'))
  })
})
