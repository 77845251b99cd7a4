const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** Passwords that the gateways of this family shipped with, and the first ones anybody tries. */
const WELL_KNOWN = new Set(['123456', '12345678', '123456789', 'password', 'admin123', 'rootroot'])

/** About 40 ms on a thread of its own; never call it inside a transaction. */
export async function hashPassword(password: string): Promise<string> {
  return await Bun.password.hash(password, ARGON2ID)
}

export async function passwordMatches(password: string, hash: string): Promise<boolean> {
  return hash !== '' && (await Bun.password.verify(password, hash))
}

/** Tries each of them: about a quarter of a second. */
export async function hasWellKnownPassword(hash: string): Promise<boolean> {
  for (const password of WELL_KNOWN) {
    if (await passwordMatches(password, hash)) return true
  }
  return false
}

export function isWellKnownPassword(password: string): boolean {
  return WELL_KNOWN.has(password.toLowerCase())
}
