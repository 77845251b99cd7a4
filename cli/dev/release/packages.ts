/** Packages of one program: for Debian, for npm, and a formula for Homebrew. */
import { ar, type PackedFile, tarGz } from './archive'
import type { Target } from './targets'

export interface Contents {
  readonly version: string
  readonly at: Date
  readonly target: Target
  readonly program: Uint8Array
  readonly manPages: readonly PackedFile[]
  readonly completions: Readonly<Record<'bash' | 'zsh' | 'fish', string>>
  /** The unit of systemd. */
  readonly unit: string
}

const SUMMARY = 'AI API gateway: many upstream channels behind one API, with exact billing'

/** What `gw update` and Homebrew take. */
export async function programArchive(contents: Contents): Promise<Uint8Array> {
  const { version, at, target, program, manPages, completions } = contents
  const folder = `gw-${version}`
  const files = [
    { path: target.program, content: program, isProgram: true },
    ...manPages.map(({ path, content }) => ({ path: `man/${path}`, content })),
    { path: 'completions/gw.bash', content: completions.bash },
    { path: 'completions/_gw', content: completions.zsh },
    { path: 'completions/gw.fish', content: completions.fish },
  ]
  return await tarGz(
    files.map((file) => ({ ...file, path: `${folder}/${file.path}` })),
    at,
  )
}

/** `npx --package FILE gw` runs the program itself: no launcher, nothing to fetch. */
export async function npmPackage({ version, at, target, program }: Contents): Promise<Uint8Array> {
  const { os, cpu, libc } = target
  const manifest = {
    name: 'gw',
    version,
    description: SUMMARY,
    license: 'MIT',
    os: [os],
    cpu: [cpu],
    ...(libc !== undefined && { libc: [libc] }),
    bin: { gw: `bin/${target.program}` },
    files: ['bin'],
  }
  const files = [
    { path: 'package/package.json', content: `${JSON.stringify(manifest, null, 2)}\n` },
    { path: `package/bin/${target.program}`, content: program, isProgram: true },
  ]
  return await tarGz(files, at)
}

const MAINTAINER_SCRIPT = `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload || true
fi
`

/** A running gateway is asked to stop before its unit goes away. */
const BEFORE_REMOVAL = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl stop gw.service || true
fi
`

const COPYRIGHT = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: gw

Files: *
Copyright: the authors of gw
License: Expat
`

/** Installs the program, its pages, completions and unit; it enables and starts nothing. */
export async function debianPackage(contents: Contents, architecture: string): Promise<Uint8Array> {
  const { version, at, program, manPages, completions, unit } = contents
  const files: readonly PackedFile[] = [
    { path: './usr/bin/gw', content: program, isProgram: true },
    { path: './usr/lib/systemd/system/gw.service', content: unit },
    { path: './usr/share/bash-completion/completions/gw', content: completions.bash },
    { path: './usr/share/zsh/vendor-completions/_gw', content: completions.zsh },
    { path: './usr/share/fish/vendor_completions.d/gw.fish', content: completions.fish },
    { path: './usr/share/doc/gw/copyright', content: COPYRIGHT },
    ...manPages.map(({ path, content }) => ({
      path: `./usr/share/man/man1/${path}.gz`,
      content: Bun.gzipSync(Buffer.from(content)),
    })),
  ]
  const kilobytes = files.reduce((sum, { content }) => sum + Math.ceil(content.length / 1024), 0)
  const control = [
    'Package: gw',
    `Version: ${debianVersion(version)}`,
    `Architecture: ${architecture}`,
    'Maintainer: the authors of gw <gw@localhost>',
    `Installed-Size: ${kilobytes}`,
    'Depends: libc6 (>= 2.29), ca-certificates',
    'Section: net',
    'Priority: optional',
    `Description: ${SUMMARY}`,
    ' One program with the relay, the console, the manual and the commands.',
    '',
  ].join('\n')
  const sums = files.map(({ path, content }) => {
    const sum = new Bun.CryptoHasher('md5').update(content).digest('hex')
    return `${sum}  ${path.slice(2)}\n`
  })
  const about: readonly PackedFile[] = [
    { path: './control', content: control },
    { path: './md5sums', content: sums.join('') },
    { path: './postinst', content: MAINTAINER_SCRIPT, isProgram: true },
    { path: './prerm', content: BEFORE_REMOVAL, isProgram: true },
    { path: './postrm', content: MAINTAINER_SCRIPT, isProgram: true },
  ]
  return ar(
    [
      ['debian-binary', Buffer.from('2.0\n')],
      ['control.tar.gz', await tarGz(about, at)],
      ['data.tar.gz', await tarGz(files, at)],
    ],
    at,
  )
}

/** A release before the final one sorts before it there. */
function debianVersion(version: string): string {
  return version.replace('-', '~')
}

export interface Offered {
  readonly target: Target
  readonly file: string
  readonly sha256: string
}

export function homebrewFormula(
  version: string,
  address: string,
  offered: readonly Offered[],
): string {
  const systems = ['on_macos', 'on_linux'] as const
  return [
    'class Gw < Formula',
    `  desc "AI API gateway with exact billing"`,
    `  homepage "${address}"`,
    `  version "${version}"`,
    '  license "MIT"',
    '',
    ...systems.flatMap((system) => [
      `  ${system} do`,
      ...offered.flatMap(({ target, file, sha256 }) =>
        target.homebrew?.[0] === system
          ? [
              `    ${target.homebrew[1]} do`,
              `      url "${address}/${version}/${file}"`,
              `      sha256 "${sha256}"`,
              '    end',
            ]
          : [],
      ),
      '  end',
      '',
    ]),
    '  def install',
    '    bin.install "gw"',
    '    man1.install Dir["man/*.1"]',
    '    bash_completion.install "completions/gw.bash" => "gw"',
    '    zsh_completion.install "completions/_gw"',
    '    fish_completion.install "completions/gw.fish"',
    '  end',
    '',
    '  service do',
    '    run [opt_bin/"gw", "serve"]',
    '    keep_alive true',
    '    environment_variables GW_DATA: var/"gw"',
    '  end',
    '',
    '  test do',
    '    assert_match version.to_s, shell_output("#{bin}/gw --version")',
    '  end',
    'end',
    '',
  ].join('\n')
}
