/** Passwords that the gateways of this family shipped with, and the first ones anybody tries. */
export const WELL_KNOWN_PASSWORDS = [
  '123456',
  '12345678',
  '123456789',
  'password',
  'admin123',
  'rootroot',
] as const

export function isWellKnownPassword(password: string): boolean {
  return WELL_KNOWN_PASSWORDS.some((known) => known === password.toLowerCase())
}
