/** Keyring of the system: Secret Service, Keychain or Credential Manager. */
import type { Environment } from '../../server/configuration-values'

export interface Keyring {
  /** Like the next two, it throws where there is no keyring, or none that answers. */
  readonly read: (name: string) => Promise<string | undefined>
  readonly write: (name: string, secret: string) => Promise<void>
  readonly remove: (name: string) => Promise<void>
}

interface Entry {
  readonly service: string
  readonly name: string
}

/** What the system offers, as Bun has it. */
export interface SystemSecrets {
  readonly get: (entry: Entry) => Promise<string | null>
  readonly set: (entry: Entry & { readonly value: string }) => Promise<void>
  readonly delete: (entry: Entry) => Promise<boolean>
}

const SERVICE = 'gw'

/** It is there, and says nothing. */
export class SilentKeyring extends Error {
  override readonly name = 'SilentKeyring'
}

/** A bus that is there and says nothing would be waited for without an end. */
const TIMEOUT_MS = 10_000

/** `undefined` where the environment says to do without. */
export function systemKeyring(
  env: Environment,
  secrets: SystemSecrets = Bun.secrets,
  timeoutMs: number = TIMEOUT_MS,
): Keyring | undefined {
  if (env.GW_KEYRING === 'off') return undefined
  const entry = (name: string): Entry => ({ service: SERVICE, name })
  return {
    read: async (name) => (await within(timeoutMs, secrets.get(entry(name)))) ?? undefined,
    write: (name, value) => within(timeoutMs, secrets.set({ ...entry(name), value })),
    remove: async (name) => void (await within(timeoutMs, secrets.delete(entry(name)))),
  }
}

async function within<T>(timeoutMs: number, answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new SilentKeyring('no answer')), timeoutMs)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
