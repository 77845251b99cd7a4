/** A release, and the program in it for this machine. */
import { createHash } from 'node:crypto'
import { releaseIn } from '../../server/domain/releases'
import { readReleaseFile } from '../../server/release-files'
import { CommandFailure } from '../exit'
import { words } from '../words'
import { verifiedComment } from './signature'

const SUMS = 'SHA256SUMS'
const LARGEST_TEXT = 1024 * 1024
const LARGEST_ARCHIVE = 1024 * 1024 * 1024
const PROGRAM = '*/gw'

export interface Source {
  /** http(s) address or folder. */
  readonly from: string
  readonly publicKey: string
}

/** As the address reports it. Throws `CommandFailure` for an answer that names no version. */
export async function latestVersion({ from }: Source): Promise<string> {
  const release = releaseIn(text(await readReleaseFile(from, 'latest.json', LARGEST_TEXT)))
  if (release !== undefined) return release.version.replace(/^v/i, '')
  throw new CommandFailure('update.unreadable', words`${from} names no version`)
}

/**
 * The bytes of the program of a version. The signature covers the checksums and the version, the
 * checksums the archive; nothing is unpacked that they do not vouch for.
 */
export async function verifiedProgram(
  { from, publicKey }: Source,
  version: string,
  target: string,
): Promise<Uint8Array> {
  const folder = `${from}/${version}`
  const sums = await readReleaseFile(folder, SUMS, LARGEST_TEXT)
  const signature = text(await readReleaseFile(folder, `${SUMS}.minisig`, LARGEST_TEXT))
  const comment = verifiedComment({ content: sums, signature, publicKey })
  if (comment.split(' ')[1] !== version) {
    throw new CommandFailure('update.version', words`${folder} holds the release "${comment}"`)
  }
  const name = `gw-${version}-${target}.tar.gz`
  const wanted = sumOf(text(sums), name)
  const archive = await readReleaseFile(folder, name, LARGEST_ARCHIVE)
  if (createHash('sha256').update(archive).digest('hex') !== wanted) {
    throw new CommandFailure('update.checksum', words`${name} has another checksum than was signed`)
  }
  const files = await new Bun.Archive(archive).files(PROGRAM)
  const [program] = [...files.values()]
  if (program === undefined) {
    throw new CommandFailure('update.unreadable', words`${name} holds no program`)
  }
  return await program.bytes()
}

function sumOf(sums: string, name: string): string {
  const line = sums.split('\n').find((each) => each.endsWith(`  ${name}`))
  if (line !== undefined) return line.slice(0, line.indexOf(' '))
  throw new CommandFailure('update.no_program', words`the release has no ${name}`)
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
