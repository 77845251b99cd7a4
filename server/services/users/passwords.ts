import { WELL_KNOWN_PASSWORDS } from '../../domain/accounts/well-known-passwords'

const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** About 40 ms on a thread of its own; never call it inside a transaction. */
export async function hashPassword(password: string): Promise<string> {
  return await Bun.password.hash(password, ARGON2ID)
}

export async function passwordMatches(password: string, hash: string): Promise<boolean> {
  return hash !== '' && (await Bun.password.verify(password, hash))
}

/** Tries each of them: about a quarter of a second. */
export async function hasWellKnownPassword(hash: string): Promise<boolean> {
  for (const password of WELL_KNOWN_PASSWORDS) {
    if (await passwordMatches(password, hash)) return true
  }
  return false
}
