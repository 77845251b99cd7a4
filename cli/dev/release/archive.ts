/** Archives whose bytes depend on what is in them alone: no names of users, no clock. */
import { type Pack, pack } from 'tar-stream'

export interface PackedFile {
  readonly path: string
  readonly content: Uint8Array | string
  readonly isProgram?: boolean
}

const PROGRAM_MODE = 0o755
const FILE_MODE = 0o644
const GZIP_LEVEL = 6

/** A tar.gz; the folders of the files are in it too, because dpkg wants them. */
export async function tarGz(files: readonly PackedFile[], at: Date): Promise<Uint8Array> {
  const archive = pack()
  const bytes = collect(archive)
  const owner = { uid: 0, gid: 0, uname: 'root', gname: 'root', mtime: at }
  for (const name of foldersOf(files)) {
    archive.entry({ ...owner, name, type: 'directory', mode: PROGRAM_MODE })
  }
  for (const { path, content, isProgram } of files) {
    const mode = isProgram === true ? PROGRAM_MODE : FILE_MODE
    archive.entry({ ...owner, name: path, mode }, Buffer.from(content))
  }
  archive.finalize()
  return Bun.gzipSync(await bytes, { level: GZIP_LEVEL })
}

async function collect(archive: Pack): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  for await (const part of archive) {
    if (part instanceof Uint8Array) parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Outer ones first. */
function foldersOf(files: readonly PackedFile[]): readonly string[] {
  const folders = files.flatMap(({ path }) => {
    const names = path.split('/').slice(0, -1)
    return names.map((_, at) => names.slice(0, at + 1).join('/'))
  })
  return [...new Set(folders)].filter((name) => name !== '.').sort()
}

const AR_MAGIC = '!<arch>\n'
const AR_MODE = '100644'

/** The container of a Debian package. */
export function ar(members: readonly (readonly [string, Uint8Array])[], at: Date): Uint8Array {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const parts = members.flatMap(([name, content]) => [
    Buffer.from(
      [
        name.padEnd(16),
        seconds.padEnd(12),
        '0'.padEnd(6),
        '0'.padEnd(6),
        AR_MODE.padEnd(8),
        String(content.length).padEnd(10),
        '`\n',
      ].join(''),
    ),
    content,
    // Members begin at even places.
    Buffer.from(content.length % 2 === 1 ? '\n' : ''),
  ])
  return Buffer.concat([Buffer.from(AR_MAGIC), ...parts])
}
