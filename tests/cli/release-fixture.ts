/** A release address in a folder: small programs, with real checksums and signatures. */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tarGz } from '../../cli/dev/release/archive'
import { openSigner, type Signer } from '../../cli/dev/release/sign'
import { hostTarget } from '../../cli/dev/release/targets'

const ROOT = join(import.meta.dir, '..', '..')
const AT = new Date(0)

export interface ReleaseFolder {
  readonly path: string
  readonly publicKey: string
  /** Publishes the sources with further migrations as a version. */
  readonly publish: (version: string, steps: string) => Promise<void>
}

export function newSigner(folder: string): Signer {
  const { privateKey } = generateKeyPairSync('ed25519')
  const path = join(folder, 'release.key')
  writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return openSigner(path)
}

export function openReleases(folder: string): ReleaseFolder {
  const signer = newSigner(folder)
  const path = join(folder, 'releases')
  return {
    path,
    publicKey: signer.publicKey,
    publish: async (version, steps) => {
      const content = programText(version, steps)
      const file = { path: `gw-${version}/gw`, content, isProgram: true }
      const archive = await tarGz([file], AT)
      const name = `gw-${version}-${hostTarget().id}.tar.gz`
      const sum = createHash('sha256').update(archive).digest('hex')
      const sums = Buffer.from(`${sum}  ${name}\n`)
      const own = join(path, version)
      mkdirSync(own, { recursive: true })
      writeFileSync(join(own, name), archive)
      writeFileSync(join(own, 'SHA256SUMS'), sums)
      const signature = signer.sign(sums, `gw ${version} ${AT.toISOString()}`)
      writeFileSync(join(own, 'SHA256SUMS.minisig'), signature)
      writeFileSync(join(path, 'latest.json'), JSON.stringify({ version }))
    },
  }
}

function programText(version: string, steps: string): string {
  const sources = `${ROOT}/cli/main.ts`
  const preload = `${ROOT}/tests/support/newer-program.ts`
  return [
    '#!/bin/sh',
    `export GW_BUILD=${version} NEWER_STEPS=${steps}`,
    `exec "${process.execPath}" --preload "${preload}" "${sources}" "$@"`,
    '',
  ].join('\n')
}
