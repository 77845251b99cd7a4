/** What `gw login` remembers: one gateway and the access token for it, for this user only. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Environment } from '../../server/configuration-values'

export interface StoredLogin {
  readonly url: string
  readonly user_id: number
  readonly username: string
  readonly access_token: string
}

export function loginPath(env: Environment): string {
  const folder = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config')
  return join(folder, 'gw', 'login.json')
}

export function readLogin(env: Environment): StoredLogin | undefined {
  const path = loginPath(env)
  if (!existsSync(path)) return undefined
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isLogin(value) ? value : undefined
  } catch {
    // A damaged file is like none: `gw login` writes it anew.
    return undefined
  }
}

export function storeLogin(env: Environment, login: StoredLogin): string {
  const path = loginPath(env)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, `${JSON.stringify(login, undefined, 2)}\n`, { mode: 0o600 })
  // The mode above holds for new files only.
  chmodSync(path, 0o600)
  return path
}

/** Returns whether there was one. */
export function forgetLogin(env: Environment): boolean {
  const path = loginPath(env)
  const known = existsSync(path)
  rmSync(path, { force: true })
  return known
}

function isLogin(value: unknown): value is StoredLogin {
  if (typeof value !== 'object' || value === null) return false
  const { url, user_id, username, access_token }: Partial<Record<string, unknown>> = { ...value }
  return (
    typeof url === 'string' &&
    typeof user_id === 'number' &&
    typeof username === 'string' &&
    typeof access_token === 'string'
  )
}
