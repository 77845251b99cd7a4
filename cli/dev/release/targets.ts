/** What a release is built for. */
import { existsSync } from 'node:fs'

export interface Target {
  /** In the names of files, and what `gw update` asks for. */
  readonly id: string
  /** As Bun names it. */
  readonly compile: Bun.Build.CompileTarget
  /** The npm package that holds the runtime. */
  readonly runtime: string
  readonly program: 'gw' | 'gw.exe'
  /** As npm names platforms. */
  readonly os: 'linux' | 'darwin' | 'win32'
  readonly cpu: 'x64' | 'arm64'
  readonly libc?: 'glibc' | 'musl'
  /** Architecture of the Debian package made of it. */
  readonly debian?: 'amd64' | 'arm64'
  /** Where the Homebrew formula offers it. */
  readonly homebrew?: readonly ['on_macos' | 'on_linux', 'on_intel' | 'on_arm']
}

const linux = { os: 'linux', program: 'gw' } as const
const darwin = { os: 'darwin', program: 'gw' } as const

export const TARGETS: readonly Target[] = [
  {
    ...linux,
    id: 'linux-x64',
    compile: 'bun-linux-x64',
    runtime: '@oven/bun-linux-x64',
    cpu: 'x64',
    libc: 'glibc',
    debian: 'amd64',
    homebrew: ['on_linux', 'on_intel'],
  },
  {
    ...linux,
    id: 'linux-arm64',
    compile: 'bun-linux-arm64',
    runtime: '@oven/bun-linux-aarch64',
    cpu: 'arm64',
    libc: 'glibc',
    debian: 'arm64',
    homebrew: ['on_linux', 'on_arm'],
  },
  {
    ...linux,
    id: 'linux-x64-musl',
    compile: 'bun-linux-x64-musl',
    runtime: '@oven/bun-linux-x64-musl',
    cpu: 'x64',
    libc: 'musl',
  },
  {
    ...linux,
    id: 'linux-arm64-musl',
    compile: 'bun-linux-arm64-musl',
    runtime: '@oven/bun-linux-aarch64-musl',
    cpu: 'arm64',
    libc: 'musl',
  },
  {
    ...darwin,
    id: 'darwin-x64',
    compile: 'bun-darwin-x64',
    runtime: '@oven/bun-darwin-x64',
    cpu: 'x64',
    homebrew: ['on_macos', 'on_intel'],
  },
  {
    ...darwin,
    id: 'darwin-arm64',
    compile: 'bun-darwin-arm64',
    runtime: '@oven/bun-darwin-aarch64',
    cpu: 'arm64',
    homebrew: ['on_macos', 'on_arm'],
  },
  {
    id: 'windows-x64',
    compile: 'bun-windows-x64',
    runtime: '@oven/bun-windows-x64',
    program: 'gw.exe',
    os: 'win32',
    cpu: 'x64',
  },
]

/** Throws for one that no release is built for. */
export function targetOf(id: string): Target {
  const target = TARGETS.find((each) => each.id === id)
  if (target !== undefined) return target
  throw new Error(`no target ${id}: ${TARGETS.map((each) => each.id).join(', ')}`)
}

/** Of this machine. */
export function hostTarget(): Target {
  const { platform, arch } = process
  const os = platform === 'win32' ? 'windows' : platform
  return targetOf(`${os}-${arch}${existsSync('/etc/alpine-release') ? '-musl' : ''}`)
}
